/** Templates: announced when they change, and taken away in every language or in one. */
import { expect, test } from 'vitest';
import { watchedAccount } from '../../events/judged.ts';

test('EVT-103 a template is told when it is handed in and when it is deleted', async () => {
  const at = await watchedAccount('whatsapp');
  const components = [{ type: 'body', text: 'We are open.' }];
  const body = { accountId: at.accountId, name: 'hours', category: 'UTILITY', language: 'en_US', components };
  expect((await at.api('POST', '/v1/whatsapp/templates', { body })).status).toBeLessThan(300);
  const gone = await at.api('DELETE', '/v1/whatsapp/templates/hours', { query: { accountId: at.accountId } });
  expect(gone.status, JSON.stringify(gone.body)).toBe(200);
  expect(await at.happened()).toMatchObject([
    ['whatsapp.template.status_updated', { template: { name: 'hours', status: 'PENDING' } }],
    ['whatsapp.template.status_updated', { template: { name: 'hours', status: 'PENDING_DELETION' } }],
  ]);
});

test('a name without a language takes away every language of the account, and of no other', async () => {
  const at = await watchedAccount('whatsapp');
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
