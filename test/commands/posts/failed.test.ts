/** `posts list --failed` and `posts retry --all-failed` against a service whose network refuses. */
import { beforeEach, describe, expect, test } from 'vitest';
import { startService, type ServiceUnderTest } from '../../support/service.ts';
import { errorIn, svc } from '../../support/svc.ts';

let service: ServiceUnderTest;
let env: Record<string, string>;
let refusing = '';
let working = '';
let [whole, half] = ['', ''];

const behave = (outcome: string) =>
  service.control('POST', `/_local/network/${refusing}/behaviour`, { operation: 'publish', outcome });

async function post(content: string, accounts: readonly (readonly [platform: string, id: string])[]): Promise<string> {
  const platforms = accounts.map(([platform, accountId]) => ({ platform, accountId }));
  const { body } = await service.api('POST', '/v1/posts', { body: { content, platforms, publishNow: true } });
  return body['post']?.['_id'] as unknown as string;
}

beforeEach(async () => {
  service = await startService();
  const { url } = await service.service.listen({ host: '127.0.0.1', port: 0 });
  env = { SVC_BASE_URL: url, SVC_API_KEY: service.service.apiKey };
  refusing = (await service.account('twitter'))._id;
  working = (await service.account('bluesky'))._id;
  await behave('reject');
  whole = await post('All of it', [['twitter', refusing]]);
  half = await post('Half of it', [
    ['twitter', refusing],
    ['bluesky', working],
  ]);
  await post('Fine', [['bluesky', working]]);
});

const run = (words: readonly string[], more: object = {}) => svc(['posts', ...words], { env, ...more });

const idsIn = ({ stdout }: { stdout: string }): readonly string[] =>
  (JSON.parse(stdout) as { posts: { _id: string }[] }).posts.map(({ _id }) => _id);

describe('svc posts list --failed', () => {
  test('ASM-52 lists what failed as a whole and in part, and nothing else', async () => {
    expect(idsIn(await run(['list', '--failed']))).toEqual([whole, half]);
    expect(idsIn(await run(['list', '--failed', '--platform', 'bluesky']))).toEqual([half]);
    expect(idsIn(await run(['list']))).toHaveLength(3);
  });

  test('takes --limit across both states, and says that more follow', async () => {
    const said = await run(['list', '--failed', '--limit', '1']);
    expect(idsIn(said)).toEqual([whole]);
    expect(said.stderr).toBe('More results available: --limit stopped the list at 1.\n');
    expect((await run(['list', '--failed', '--limit', '2'])).stderr).toBe('');
  });

  test.each(['--status=draft', '--page=2'])('refuses %s beside it', async (word) => {
    const said = await run(['list', '--failed', word]);
    expect({ code: said.code, param: errorIn(said)['param'] }).toEqual({ code: 2, param: '--failed' });
  });
});

describe('svc posts retry --all-failed', () => {
  test('ASM-52 runs what failed again, and leaves alone what is live', async () => {
    await behave('ok');
    const { code, stdout } = await run(['retry', '--all-failed', '--yes']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      results: [whole, half].map((postId) => ({ postId, ok: true, status: 'published' })),
    });
    expect(await service.feed(refusing)).toHaveLength(2);
    expect(await service.feed(working)).toHaveLength(2);
    const again = await run(['retry', '--all-failed', '--yes']);
    expect(again).toMatchObject({ code: 0, stderr: 'No post has failed.\n' });
  });

  test('needs a confirmation, and does nothing without it', async () => {
    await behave('ok');
    const said = await run(['retry', '--all-failed']);
    expect({ code: said.code, error: errorIn(said)['code'] }).toEqual({ code: 2, error: 'confirmation' });
    expect(errorIn(said)['message']).toContain('all 2 failed posts');
    expect(await service.feed(refusing)).toHaveLength(0);
  });

  test('is exit 9 when some fail again', async () => {
    const said = await run(['retry', '--all-failed', '--yes']);
    expect(said.code).toBe(9);
    expect(errorIn(said)).toMatchObject({ code: 'partial', message: '2 of 2 posts failed again.' });
  });

  test('a refusal that would meet every post ends it, with what is left', async () => {
    await service.control('POST', '/_local/faults', { match: { operation: 'retryPost' }, action: { status: 402 } });
    const said = await run(['retry', '--all-failed', '--yes']);
    expect(said.code).toBe(6);
    expect(errorIn(said)['details']).toMatchObject({ retried: 0, notRetried: 2 });
  });

  test('--dry-run sends nothing', async () => {
    const { code, stdout } = await run(['retry', '--all-failed', '--dry-run']);
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as { url: string }).url).toMatch(/\/v1\/posts\/.*each.*failed.*\/retry$/);
  });

  test.each([
    [[], '<post-id>'],
    [['650a522a481ed86c0f654db4', '--all-failed'], '--all-failed'],
    [['--all-failed', '--wait'], '--wait'],
    [['650a522a481ed86c0f654db4', '--profile', '650a522a481ed86c0f654db4'], '--profile'],
  ])('refuses %j', async (words, param) => {
    const said = await run(['retry', ...words]);
    expect({ code: said.code, param: errorIn(said)['param'] }).toEqual({ code: 2, param });
  });
});
