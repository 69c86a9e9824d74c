/** Templates: announced when they change, and taken away in every language or in one. */
import { expect, test } from 'vitest';
import { openCatalog } from '../../../../src/catalog/catalog.ts';
import { fits } from '../../../../src/schema/judge.ts';
import { startService, type ServiceUnderTest } from '../../../support/service.ts';

const { schemas } = openCatalog('dist/cards').file('events');

/** What happened since the last look, by name, every payload held against its schema. */
async function told(service: ServiceUnderTest, since: number): Promise<readonly (readonly [string, unknown])[]> {
  const events = (await service.events()).slice(since);
  for (const { event, payload } of events) expect(fits(schemas[event] ?? {}, payload, schemas), event).toBe(true);
  return events.map(({ event, payload }) => [event, payload] as const);
}

async function scene(platform = 'telegram') {
  const service = await startService();
  const { _id: accountId } = await service.account(platform);
  const since = (await service.events()).length;
  const names = async () => (await told(service, since)).map(([name]) => name);
  return { ...service, accountId, profile: await service.profileId(), since, names };
}

test('EVT-103 a template is told when it is handed in and when it is deleted', async () => {
  const at = await scene('whatsapp');
  const components = [{ type: 'body', text: 'We are open.' }];
  const body = { accountId: at.accountId, name: 'hours', category: 'UTILITY', language: 'en_US', components };
  expect((await at.api('POST', '/v1/whatsapp/templates', { body })).status).toBeLessThan(300);
  const gone = await at.api('DELETE', '/v1/whatsapp/templates/hours', { query: { accountId: at.accountId } });
  expect(gone.status, JSON.stringify(gone.body)).toBe(200);
  expect(await told(at, at.since)).toMatchObject([
    ['whatsapp.template.status_updated', { template: { name: 'hours', status: 'PENDING' } }],
    ['whatsapp.template.status_updated', { template: { name: 'hours', status: 'PENDING_DELETION' } }],
  ]);
});

test('a name without a language takes away every language of the account, and of no other', async () => {
  const at = await scene('whatsapp');
  const made = await at.api('POST', '/v1/profiles', { body: { name: 'Other' } });
  const { _id: other } = await at.account('whatsapp', { profileId: made.body['profile']?.['_id'] });
  const components = [{ type: 'body', text: 'We are open.' }];
  const path = '/v1/whatsapp/templates';
  const make = async (accountId: string, language: string) => {
    const body = { accountId, name: 'hours', category: 'UTILITY', language, components };
    expect((await at.api('POST', path, { body })).status).toBe(200);
  };
  for (const language of ['en_US', 'de', 'es']) await make(at.accountId, language);
  await make(other, 'de');
  const left = async (accountId: string) =>
    ((await at.api('GET', path, { query: { accountId } })).body['templates'] as unknown as object[]).length;
  const query = { accountId: at.accountId };
  const one = await at.api('DELETE', `${path}/hours`, { query: { ...query, language: 'de' } });
  expect(one.body).toMatchObject({ scope: 'language', language: 'de' });
  expect(await left(at.accountId)).toBe(2);
  expect((await at.api('DELETE', `${path}/hours`, { query })).body).toMatchObject({ scope: 'all_languages' });
  expect([await left(at.accountId), await left(other)]).toEqual([0, 1]);
  expect((await at.api('GET', `${path}/hours`, { query })).status).toBe(404);
});
