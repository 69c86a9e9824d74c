import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../../support/process.ts';
import { startService, type Json } from '../../support/service.ts';

async function seeding() {
  const under = await startService();
  const seed = (document: unknown) =>
    under.api('POST', '/_local/seed', { key: under.service.controlKey, body: { document } });
  const names = async (path: string, list: string, field: string) =>
    ((await under.api('GET', path)).body[list] as unknown as Json[]).map((one) => one[field]);
  return { ...under, seed, names };
}

const errorsOf = ({ body }: { readonly body: Json }) =>
  (body['details'] as unknown as { errors: readonly { param: string; message: string }[] }).errors;

test('the file of docs/local.md creates its records, with names in place of ids', async () => {
  const { seed, api, names } = await seeding();
  const [, text = ''] = /```yaml\n([\s\S]*?)```/.exec(await readFile(join(ROOT, 'docs/local.md'), 'utf8')) ?? [];
  expect(await seed(parse(text))).toMatchObject({
    status: 200,
    body: { created: { profiles: 1, accounts: 1, posts: 1, contacts: 1 } },
  });
  expect(await names('/v1/profiles', 'profiles', 'name')).toContain('Lantern Books');
  expect(await names('/v1/contacts', 'contacts', 'name')).toEqual(['Mia Berger']);
  const { body } = await api('GET', '/v1/posts');
  expect(body['posts']).toMatchObject([
    {
      content: 'Doors open at nine',
      status: 'scheduled',
      platforms: [{ platform: 'twitter', accountId: { username: 'lanternbooks' } }],
    },
  ]);
});

test('a name may be that of a record that is there already', async () => {
  const { seed, names } = await seeding();
  await seed({ profiles: [{ name: 'Acme' }] });
  expect((await seed({ accounts: [{ platform: 'bluesky', username: 'acme', profileId: 'ACME' }] })).status).toBe(200);
  expect(await names('/v1/accounts', 'accounts', 'username')).toEqual(['acme']);
});

test('where several records have a name, the platform tells which is meant', async () => {
  const { seed, names } = await seeding();
  const post = (accountId: string) => ({
    content: 'Hello',
    platforms: [{ platform: 'bluesky', accountId }],
    isDraft: true,
  });
  const accounts = ['bluesky', 'threads'].map((platform) => ({ platform, username: 'acme' }));
  const refused = await seed({ accounts, posts: [post('acme')] });
  expect(errorsOf(refused)).toMatchObject([{ message: '2 records are called "acme"; write the id.' }]);
  expect((await seed({ accounts, posts: [post('bluesky:acme')] })).status).toBe(200);
  expect(await names('/v1/posts', 'posts', 'content')).toEqual(['Hello']);
});

test('all mistakes of a file are reported at once, and nothing is created', async () => {
  const { seed, names } = await seeding();
  const before = await names('/v1/profiles', 'profiles', 'name');
  const answer = await seed({
    profile: [],
    profiles: [{ name: 'Acme' }, { nmae: 'Beta' }, 7],
    accounts: [{ platform: 'twiter' }, { platform: 'bluesky', profileId: 'Acmee' }],
    contacts: {},
  });
  expect(answer.status).toBe(400);
  expect(errorsOf(answer).map(({ param, message }) => [param, message])).toEqual([
    ['profile', 'a seed file creates no profile.'],
    ['contacts', 'contacts must be a list of records.'],
    ['profiles.1.nmae', expect.stringMatching(/nmae/)],
    ['profiles.1.name', expect.stringMatching(/name/)],
    ['profiles.2', 'a record must be an object of fields.'],
    ['accounts.0.platform', expect.stringMatching(/platform/)],
    ['accounts.1.profileId', 'there is no profile called "Acmee".'],
  ]);
  expect(await names('/v1/profiles', 'profiles', 'name')).toEqual(before);
});

test('what the service refuses keeps everything else of the file out, and is named with its place', async () => {
  const { seed, names } = await seeding();
  const before = await names('/v1/profiles', 'profiles', 'name');
  const answer = await seed({
    profiles: [{ name: 'Acme' }],
    accounts: [{ platform: 'twitter', username: 'acme', profileId: 'Acme' }],
    posts: ['a', 'b'].map((letter) => ({
      content: letter.repeat(300),
      platforms: [{ platform: 'twitter', accountId: 'acme' }],
      scheduledFor: '2030-01-01T09:00:00Z',
    })),
  });
  expect(answer.status).toBe(400);
  expect(errorsOf(answer).map(({ param }) => param.split('.').slice(0, 2).join('.'))).toEqual(['posts.0', 'posts.1']);
  expect(await names('/v1/profiles', 'profiles', 'name')).toEqual(before);
  expect(await names('/v1/accounts', 'accounts', 'username')).toEqual([]);
});
