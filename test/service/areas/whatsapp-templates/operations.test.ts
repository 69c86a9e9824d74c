/** Templates: announced when they change, and taken away in every language or in one. */
import { expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';
import { watchedAccount } from '../../events/judged.ts';
import { submitting } from './submitted.ts';

test('EVT-103 a template is told when it is handed in and when it is deleted', async () => {
  const at = await watchedAccount('whatsapp');
  const components = [{ type: 'body', text: 'We are open.' }];
  const body = { accountId: at.accountId, name: 'hours', category: 'UTILITY', language: 'en_US', components };
  expect((await at.api('POST', '/v1/whatsapp/templates', { body })).status).toBeLessThan(300);
  const read = () => at.api('GET', '/v1/whatsapp/templates/hours', { query: { accountId: at.accountId } });
  const [submitted] = await at.events('whatsapp.template.status_updated');
  const id = submitted?.payload['template']?.['templateId'];
  expect((await read()).body['template']).toMatchObject({ id, status: 'PENDING' });
  const gone = await at.api('DELETE', '/v1/whatsapp/templates/hours', { query: { accountId: at.accountId } });
  expect(gone.status, JSON.stringify(gone.body)).toBe(200);
  expect((await read()).status).toBe(404);
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

test('WAP-04 a second template of one name and language is refused, another language or account is not', async () => {
  const { submit, account, api, happened } = await submitting();
  expect((await submit()).status).toBe(200);
  const again = await submit({ category: 'MARKETING' });
  expect(again).toMatchObject({ status: 409, body: { code: 'invalid_resource_state', param: 'name' } });
  expect(await happened()).toHaveLength(1);
  expect((await submit({ language: 'de' })).status).toBe(200);
  const made = await api('POST', '/v1/profiles', { body: { name: 'Other' } });
  const { _id: accountId } = await account('whatsapp', { profileId: made.body['profile']?.['_id'] });
  expect((await submit({ accountId })).status).toBe(200);
});

test('WAP-04 a name that has several languages is read and changed in one that is named', async () => {
  const { submit, api, path, query, accountId, components } = await submitting();
  for (const language of ['en_US', 'de']) await submit({ language });
  const body = { accountId, components };
  const refusal = {
    status: 400,
    body: { code: 'ambiguous_template', param: 'language', details: { languages: ['de', 'en_US'] } },
  };
  expect(await api('GET', `${path}/hours`, { query })).toMatchObject(refusal);
  expect(await api('PATCH', `${path}/hours`, { body })).toMatchObject(refusal);
  const one = await api('GET', `${path}/hours`, { query: { ...query, language: 'de' } });
  expect(one.body['template']).toMatchObject({ language: 'de' });
  const changed = await api('PATCH', `${path}/hours`, { body: { ...body, language: 'de' } });
  expect(changed.body['template']).toMatchObject({ language: 'de', status: 'PENDING' });
});

test('EVT-103 every change of the templates of the demo pack says the status', async () => {
  const { api, events } = await startService({ seedPack: 'demo' });
  const [accountId, id] = ['652aee65951895842314dc4b', '65617666922f58f3e26ab4e0'];
  const components = [{ type: 'body', text: 'Your order is ready.' }];
  const since = (await events('whatsapp.template.status_updated')).length;
  const path = `/v1/whatsapp/templates/id/${id}`;
  const read = await api('GET', path, { query: { accountId } });
  expect(read.body['template']).toMatchObject({ name: 'order_update', status: 'APPROVED' });
  expect((await api('PATCH', path, { body: { accountId, components } })).status).toBe(200);
  expect((await api('DELETE', path, { query: { accountId } })).status).toBe(200);
  const told = (await events('whatsapp.template.status_updated')).slice(since);
  expect(told.map(({ payload }) => payload['template'])).toMatchObject([
    { templateId: id, status: 'PENDING' },
    { templateId: id, status: 'PENDING_DELETION' },
  ]);
});
