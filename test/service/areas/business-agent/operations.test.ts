/** The business agent: one for an account, the same in its status and in its settings; what replaces a record leaves nothing of it. */
import { expect, test } from 'vitest';
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
  expect((await call('PATCH', '/settings', { rollout: { enabled: true } })).status).toBe(404);
  const { agentId } = (await call('POST', '/onboard', {})).body;
  expect((await call('POST', '/onboard', {})).body).toEqual({ agentId });
  expect((await call('GET', '')).body).toMatchObject({ onboarded: true, enabled: false, agentId });
  await call('PATCH', '/settings', { rollout: { enabled: true }, ai_audience: 'EVERYONE' });
  const settings = { agent_id: agentId, channel: 'WHATSAPP', rollout: { enabled: true }, ai_audience: 'EVERYONE' };
  expect((await call('GET', '/settings')).body).toMatchObject({ settings: [settings] });
  expect((await call('GET', '')).body).toMatchObject({ enabled: true, settings });
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
