/** The business agent: one for an account, the same in its status and in its settings; what replaces a record leaves nothing of it. */
import { expect, test } from 'vitest';
import { openCatalog } from '../../../../src/catalog/catalog.ts';
import { startService } from '../../../support/service.ts';

async function scene() {
  const service = await startService();
  const { _id: accountId } = await service.account('whatsapp');
  const at = `/v1/accounts/${accountId}/business-agent`;
  return {
    ...service,
    call: async (method: string, path: string, body?: unknown) =>
      service.api(method, `${at}${path}`, body === undefined ? {} : { body }),
  };
}

test('an agent is set up once, and its status says what its settings are', async () => {
  const { call } = await scene();
  expect((await call('GET', '')).body).toMatchObject({
    onboarded: false,
    enabled: false,
    agentId: null,
    settings: null,
  });
  expect((await call('GET', '/settings')).body).toEqual({ settings: [] });
  const none = { status: 404, body: { error: expect.stringContaining('Onboard it first.') } };
  expect(await call('PATCH', '/settings', { rollout: { enabled: true } })).toMatchObject(none);
  expect(await call('POST', '/test-messages', { message: 'Hello' })).toMatchObject(none);
  expect(await call('POST', '/evals', { evalCaseIds: ['1'] })).toMatchObject(none);
  const { agentId } = (await call('POST', '/onboard', {})).body;
  expect((await call('POST', '/onboard', {})).body).toEqual({ agentId });
  expect((await call('GET', '')).body).toMatchObject({ onboarded: true, enabled: false, agentId });
  await call('PATCH', '/settings', { rollout: { enabled: true }, ai_audience: 'EVERYONE' });
  const settings = { agent_id: agentId, channel: 'WHATSAPP', rollout: { enabled: true }, ai_audience: 'EVERYONE' };
  expect((await call('GET', '/settings')).body).toMatchObject({ settings: [settings] });
  expect((await call('GET', '')).body).toMatchObject({ enabled: true, settings });
});

test('an account on another platform has no agent: no operation of it is for such an account', async () => {
  const { account, api } = await scene();
  const catalog = openCatalog('dist/cards');
  const { _id } = await account('instagram');
  const cards = Object.keys(catalog.service().operations)
    .map((id) => catalog.card(id))
    .filter(({ path }) => path.includes('/business-agent'));
  expect(cards.length).toBeGreaterThan(50);
  for (const { id, path, method } of cards) {
    const { query, body } = catalog.examples()[id]?.[0] ?? { query: {}, body: {} };
    const filled = path.replace('{accountId}', _id).replace(/\{[^}]+\}/g, '1');
    const options = { query: query as Record<string, string>, ...(method === 'GET' ? {} : { body }) };
    const answer = await api(method, filled, options);
    expect([answer.status, answer.body['code']], id).toEqual([400, 'platform_not_supported']);
  }
});

test('settings of an agent that the account does not have are not there', async () => {
  const { call } = await scene();
  await call('POST', '/onboard', {});
  const answer = await call('PATCH', '/settings?agentId=1', { rollout: { enabled: true } });
  expect(answer).toMatchObject({ status: 404, body: { param: 'agentId' } });
});

test('what replaces the information leaves nothing of it, and a reset empties it', async () => {
  const { call } = await scene();
  const path = '/business-information';
  await call('PUT', path, { business_description: 'Coffee', contact_info: { email: 'hello@example.com' } });
  await call('PUT', path, { payment_method: 'Card' });
  expect((await call('GET', path)).body).toEqual({ payment_method: 'Card', contact_info: null });
  await call('DELETE', path);
  expect((await call('GET', path)).body).toEqual({});
});

test.each([
  ['https://example.com/lists/price%20list.pdf?v=2', 'price list.pdf'],
  ['https://example.com', 'example.com'],
])('a document without a name has that in its address: %s', async (url, file_name) => {
  const { call } = await scene();
  const made = await call('POST', '/files', { url });
  expect(made.body).toMatchObject({ file_name });
  expect((await call('GET', '/files')).body).toMatchObject({ files: [{ id: made.body['id'], file_name }] });
});
