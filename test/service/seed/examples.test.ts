import { expect, test } from 'vitest';
import { exampleId } from '../../../src/kernel/example.ts';
import { startService, type Json } from '../../support/service.ts';

const path = `/v1/sequences/${exampleId('sequence')}`;

test('the records of the examples are there in the demo pack, and in no other', async () => {
  const demo = await startService({ seedPack: 'demo' });
  expect((await demo.api('GET', path)).body['sequence']).toMatchObject({ id: exampleId('sequence'), name: 'Welcome' });
  const empty = await startService();
  expect((await empty.api('GET', path)).status).toBe(404);
});

test('a record of the examples that was deleted stays deleted', async () => {
  const { api } = await startService({ seedPack: 'demo' });
  expect((await api('DELETE', path)).status).toBe(200);
  expect((await api('GET', path)).status).toBe(404);
  const { sequences } = (await api('GET', '/v1/sequences')).body;
  expect(JSON.stringify(sequences)).not.toContain(exampleId('sequence'));
});

test('they are the same for the first call, whatever key it comes with', async () => {
  const { api } = await startService({ seedPack: 'demo' });
  const body = { name: 'narrow', scope: 'profiles', profileIds: [exampleId('profile:empty')] };
  const made = await api('POST', '/v1/api-keys', { body });
  const key = String(made.body['apiKey']?.['key']);
  expect((await api('GET', path, { key })).status).toBe(404);
  expect((await api('GET', path)).status).toBe(200);
});

test('another team has none of them', async () => {
  const { api, control } = await startService({ seedPack: 'demo' });
  const other = await control('POST', '/_local/teams', { name: 'Other' });
  const key = String(other.body['apiKey']);
  expect((await api('GET', path, { key })).status).toBe(404);
  expect((await api('GET', '/v1/sequences', { key })).body['sequences']).toEqual([]);
});

test('every post of the demo pack with comments has an id under which they are listed', async () => {
  const { api } = await startService({ seedPack: 'demo' });
  const { data } = (await api('GET', '/v1/inbox/comments', { query: { limit: '100' } })).body;
  for (const { id, accountId, commentCount } of data as unknown as readonly Json[]) {
    const query = { accountId: String(accountId) };
    const { status, body } = await api('GET', `/v1/inbox/comments/${String(id)}`, { query });
    expect([status, body['comments']?.['length']], String(id)).toEqual([200, commentCount]);
  }
});

test('records of one kind go by no id that an example has for another kind', async () => {
  const { api, accountIdOf } = await demoAds();
  const query = { accountId: await accountIdOf('googleads'), adAccountId: '124480196237755' };
  const idsOf = async (kind: string, list: string) =>
    (
      (await api('GET', `/v1/ads/accounts/${kind}`, { query })).body[list] as unknown as readonly { assetId: string }[]
    ).map(({ assetId }) => assetId);
  expect(await idsOf('callouts', 'callouts')).toEqual(['121996092680819']);
  expect(await idsOf('sitelinks', 'sitelinks')).toEqual(['121247690135783']);
  expect(await idsOf('structured-snippets', 'structuredSnippets')).toEqual(['121818259707522']);
});

async function demoAds() {
  const demo = await startService({ seedPack: 'demo' });
  const accountIdOf = async (platform: string) =>
    String((await demo.api('GET', '/v1/accounts', { query: { platform } })).body['accounts']?.['0']?.['_id']);
  return { ...demo, accountIdOf };
}

test('the accounts of automations, broadcasts, sequences and workflows in the demo pack are there', async () => {
  const { api } = await startService({ seedPack: 'demo' });
  const accounts = (await api('GET', '/v1/accounts')).body['accounts'] as unknown as readonly Json[];
  const known = new Map(accounts.map(({ _id, platform }) => [_id, platform]));
  for (const [path, list] of [
    ['comment-automations', 'automations'],
    ['broadcasts', 'broadcasts'],
    ['sequences', 'sequences'],
    ['workflows', 'workflows'],
  ] as const) {
    const records = (await api('GET', `/v1/${path}`)).body[list] as unknown as readonly Json[];
    expect(records.length, list).toBeGreaterThan(0);
    for (const { accountId, platform } of records)
      expect([list, accountId, platform]).toEqual([list, accountId, known.get(accountId) ?? 'none']);
  }
});
