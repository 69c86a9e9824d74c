/** Flows: the file that was sent is read, and the message that opens one is kept and told. */
import { expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';
import { wrongEvents } from '../../events/judged.ts';

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
