/** `posts cross-post` against a real service. */
import { beforeEach, expect, test } from 'vitest';
import { startService, type ServiceUnderTest } from '../../support/service.ts';
import { errorIn, svc } from '../../support/svc.ts';

let service: ServiceUnderTest;
let env: Record<string, string>;
let twitter = '';
let bluesky = '';

beforeEach(async () => {
  service = await startService();
  const { url } = await service.service.listen({ host: '127.0.0.1', port: 0 });
  env = { SVC_BASE_URL: url, SVC_API_KEY: service.service.apiKey };
  twitter = (await service.account('twitter', { username: 'acme' }))._id;
  bluesky = (await service.account('bluesky'))._id;
});

const run = (...words: readonly string[]) => svc(['posts', 'cross-post', ...words], { env });

interface Post {
  readonly _id: string;
  readonly status: string;
  readonly content: string;
  readonly platforms: readonly { readonly platform: string }[];
}

const postIn = ({ stdout }: { stdout: string }): Post => (JSON.parse(stdout) as { post: Post }).post;

const posts = async (): Promise<unknown> => (await service.api('GET', '/v1/posts')).body['posts'];

test('ASM-52 publishes one post on every account, once that is confirmed', async () => {
  const said = await run('We are live', '--to', 'twitter:@acme', '--to', 'bluesky', '--now', '--yes');
  expect(said.code).toBe(0);
  expect(postIn(said)).toMatchObject({ status: 'published', content: 'We are live' });
  expect(postIn(said).platforms.map(({ platform }) => platform)).toEqual(['twitter', 'bluesky']);
  for (const id of [twitter, bluesky]) expect(await service.feed(id)).toHaveLength(1);
});

test('needs a confirmation that names the number of accounts, and makes nothing without it', async () => {
  const said = await run('We are live', '--to', 'all', '--now');
  expect(said.code).toBe(2);
  expect(errorIn(said)).toMatchObject({
    code: 'confirmation',
    message: expect.stringContaining('all of these 2 accounts'),
  });
  expect(await posts()).toEqual([]);
});

test('a draft goes nowhere and is not asked about', async () => {
  const said = await run('An idea', '--to', 'twitter', '--to', 'bluesky');
  expect({ code: said.code, status: postIn(said).status }).toEqual({ code: 0, status: 'draft' });
});

test('all means every account that takes posts', async () => {
  await service.account('metaads');
  const said = await run('Everywhere', '--to', 'all', '--now', '--yes');
  expect(
    postIn(said)
      .platforms.map(({ platform }) => platform)
      .sort(),
  ).toEqual(['bluesky', 'twitter']);
});

test('--post takes the content of a post that there is', async () => {
  const made = await service.api('POST', '/v1/posts', {
    body: {
      content: 'Doors open at nine',
      hashtags: ['#open'],
      mediaItems: [{ type: 'image', url: 'https://example.com/a.jpg' }],
      platforms: [{ platform: 'twitter', accountId: twitter }],
      scheduledFor: '2030-01-01T09:00:00Z',
    },
  });
  const id = made.body['post']?.['_id'] as unknown as string;
  const said = await run('--post', id, '--to', 'bluesky');
  expect(said.code, said.stderr).toBe(0);
  expect(postIn(said)).toMatchObject({
    content: 'Doors open at nine',
    mediaItems: [{ type: 'image', url: 'https://example.com/a.jpg' }],
    status: 'draft',
  });
  expect(postIn(said)._id).not.toBe(id);
});

test('--dry-run looks nothing up and sends nothing', async () => {
  const said = await run('We are live', '--to', 'all', '--now', '--dry-run');
  expect(said.code, said.stderr).toBe(0);
  expect(JSON.parse(said.stdout)).toMatchObject({ dryRun: true, method: 'POST', body: { publishNow: true } });
  expect(await posts()).toEqual([]);
});

test.each([
  [['Hello'], '--to'],
  [['Hello', '--post', '650a522a481ed86c0f654db4', '--to', 'twitter'], '--post'],
  [['Hello', '--to', 'linkedin'], '--to'],
  [['Hello', '--to', 'twitter', '--now', '--draft'], '--draft'],
  [['--to', 'twitter', '--now', '--yes'], 'content'],
])('refuses %j, and makes no post', async (words, param) => {
  const said = await run(...words);
  expect({ code: said.code, param: errorIn(said)['param'] }).toEqual({ code: 2, param });
  expect(await posts()).toEqual([]);
});
