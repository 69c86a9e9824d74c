/** Flows: the file that was sent is read, and the message that opens one is kept and told. */
import { expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';
import { wrongEvents } from '../../events/judged.ts';
import { flowKey } from './flow-key.ts';

async function scene(platform: string) {
  const service = await startService();
  const { _id: accountId } = await service.account(platform);
  const told = async () => (await service.events()).filter(({ event }) => /^(message|conversation)\./.test(event));
  return { ...service, accountId, told };
}

test('a flow is sent into the conversation with the person', async () => {
  const { api, control, accountId, told, advance } = await scene('whatsapp');
  await control('POST', '/_local/inbound', { type: 'message', accountId, participant: { id: '4915112345678' } });
  const made = await api('POST', '/v1/whatsapp/flows', { body: { accountId, name: 'Visit', categories: ['OTHER'] } });
  const flow = { flow_id: String(made.body['flow']?.['id']), flow_cta: 'Book', body: 'Choose a table.', draft: true };
  const { status, body } = await api('POST', '/v1/whatsapp/flows/send', {
    body: { accountId, to: '4915112345678', ...flow },
  });
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  await advance(5);
  const events = await told();
  expect(events.map(({ event }) => event).sort()).toEqual([
    'conversation.started',
    'message.delivered',
    'message.received',
    'message.sent',
  ]);
  expect(events.find(({ event }) => event === 'message.sent')?.payload).toMatchObject({
    message: { text: 'Choose a table.' },
    conversation: { participantId: '4915112345678' },
  });
  expect(wrongEvents(events)).toEqual([]);
});

test('a flow is read as the file that was sent, byte for byte', async () => {
  const { api, accountId, service } = await scene('whatsapp');
  const made = await api('POST', '/v1/whatsapp/flows', { body: { accountId, name: 'Visit', categories: ['OTHER'] } });
  const flow = String(made.body['flow']?.['id'] ?? made.body['id']);
  const path = `/v1/whatsapp/flows/${flow}/json`;
  const json = { version: '7.0', screens: [{ id: 'START' }] };
  await api('PUT', path, { body: { accountId, flow_json: json } });
  const { assets } = (await api('GET', path, { query: { accountId } })).body as unknown as {
    assets: readonly { asset_type: string; download_url: string }[];
  };
  expect(assets).toMatchObject([{ asset_type: 'FLOW_JSON' }]);
  const { pathname } = new URL(String(assets[0]?.download_url));
  expect((await service.inject({ method: 'GET', url: pathname })).json()).toEqual(json);
});

test('a flow that is not there is not sent', async () => {
  const { api, accountId, told } = await scene('whatsapp');
  const body = { accountId, to: '4915112345678', flow_id: '123', flow_cta: 'Book', body: 'Choose a table.' };
  expect((await api('POST', '/v1/whatsapp/flows/send', { body })).status).toBe(404);
  expect(await told()).toEqual([]);
});

/** Somebody who wrote, and a flow to send. */
async function open(more: object = {}) {
  const at = await scene('whatsapp');
  const { api, control, accountId } = at;
  await control('POST', '/_local/inbound', { type: 'message', accountId, participant: { id: '4915112345678' } });
  const flow = { accountId, name: 'Visit', categories: ['OTHER'], ...more };
  const made = await api('POST', '/v1/whatsapp/flows', { body: flow });
  const flow_id = String(made.body['flow']?.['id']);
  const send = (sent: object) =>
    api('POST', '/v1/whatsapp/flows/send', {
      body: { accountId, to: '4915112345678', flow_id, flow_cta: 'Book', body: 'Choose a table.', ...sent },
    });
  const shown = async () => (await at.feed(accountId, 'message')).at(-1)?.['interactive'];
  return { ...at, flow_id, send, shown };
}

test('a flow reaches the person in the form of the platform, with what was sent and nothing else', async () => {
  const { send, shown, flow_id } = await open();
  expect((await send({ draft: true })).body).toMatchObject({ success: true });
  const parameters = { flow_id, flow_cta: 'Book', mode: 'draft' };
  const body = { text: 'Choose a table.' };
  expect(await shown()).toEqual({ type: 'flow', body, action: { name: 'flow', parameters } });
  const header = { type: 'text', text: 'Tables' };
  const more = { flow_action: 'navigate', flow_token: 'token', flow_action_payload: { screen: 'START' } };
  await send({ draft: true, header, footer: 'See you', ...more });
  expect(await shown()).toEqual({
    ...{ type: 'flow', header, body, footer: { text: 'See you' } },
    action: { name: 'flow', parameters: { ...parameters, ...more } },
  });
});

test('readings, "WhatsApp": a draft is sent as a draft alone', async () => {
  const { send, told } = await open();
  const before = (await told()).length;
  for (const sent of [{}, { draft: false }])
    expect(await send(sent)).toMatchObject({
      status: 409,
      body: {
        param: 'flow_id',
        error: 'The flow has the status DRAFT; only one with the status PUBLISHED can be sent here.',
      },
    });
  expect(await told()).toHaveLength(before);
});

test('readings, "WhatsApp": a flow that begins with data needs an address and a key', async () => {
  const exchange = { draft: true, flow_action: 'data_exchange' };
  const refused = (missing: string) => ({
    status: 409,
    body: { param: 'flow_action', error: expect.stringContaining(missing) as string },
  });
  const bare = await open();
  expect(await bare.send(exchange)).toMatchObject(refused('no `endpointUri`'));
  expect((await bare.send({ draft: true, flow_action: 'navigate' })).status).toBe(200);
  const { send, api, accountId } = await open({ endpointUri: 'https://example.com/flow' });
  expect(await send(exchange)).toMatchObject(refused('no valid encryption key'));
  const key = { accountId, businessPublicKey: flowKey() };
  expect((await api('POST', '/v1/whatsapp/flows/encryption-key', { body: key })).status).toBe(200);
  expect((await send(exchange)).status).toBe(200);
});

test('a flow without a definition has no file', async () => {
  const { api, accountId, flow_id } = await open();
  const answer = await api('GET', `/v1/whatsapp/flows/${flow_id}/json`, { query: { accountId } });
  expect(answer.body).toEqual({ success: true, assets: [] });
});

test('a flow of an account of another profile is not there for a key of one profile', async () => {
  const { api, account, send, flow_id } = await open();
  const profile = await api('POST', '/v1/profiles', { body: { name: 'Other' } });
  const { _id: other } = await account('whatsapp', {
    profileId: profile.body['profile']?.['_id'],
    username: '+15550100777',
  });
  const made = await api('POST', '/v1/api-keys', {
    body: { name: 'one', scope: 'profiles', profileIds: [profile.body['profile']?.['_id']] },
  });
  const key = String(made.body['apiKey']?.['key']);
  expect((await send({ draft: true })).status).toBe(200);
  const body = { accountId: other, to: '4915112345678', flow_id, flow_cta: 'Book', body: 'Hi', draft: true };
  expect(await api('POST', '/v1/whatsapp/flows/send', { body, key })).toMatchObject({
    status: 404,
    body: { param: 'flow_id' },
  });
});
