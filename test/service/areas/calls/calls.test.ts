/** Calls that a team makes: what their ends are told as, and what a carrier that does not place them leaves behind. */
import { expect, test } from 'vitest';
import { startService, type Json } from '../../../support/service.ts';
import { wrongEvents } from '../../events/judged.ts';

async function scene() {
  const service = await startService();
  await service.account('phone', { username: '+15550100200' });
  const call = () =>
    service.api('POST', '/v1/voice/calls', { body: { to: '+15550100300', fromNumber: '+15550100200' } });
  const tell = (given: object) => service.control('POST', '/_local/inbound', { type: 'call', ...given });
  const told = async () => (await service.events()).filter(({ event }) => event.startsWith('call.'));
  const get = async (id: unknown) => (await service.api('GET', `/v1/calls/${String(id)}`)).body;
  return { ...service, call, tell, told, get };
}

test('a call that goes out fails when the carrier says so, once', async () => {
  const { call, tell, told, get } = await scene();
  const { body } = await call();
  const callId = body['callId'];
  expect((await tell({ callId, stage: 'failed', reason: 'busy' })).status).toBe(201);
  const events = await told();
  expect(events).toMatchObject([
    { event: 'call.failed', payload: { call: { id: callId, direction: 'outbound', error: { message: 'busy' } } } },
  ]);
  expect(wrongEvents(events)).toEqual([]);
  expect(JSON.stringify(await get(callId))).toContain('"status":"failed"');
  expect((await tell({ callId, stage: 'ended' })).status).toBe(404);
});

test('the other side hangs up on a call that goes out', async () => {
  const { call, tell, told, advance, control } = await scene();
  const callId = (await call()).body['callId'];
  await advance(20);
  await control('POST', `/_local/calls/${String(callId)}`, { action: 'answer' });
  await advance(75);
  await tell({ callId, stage: 'ended' });
  const events = await told();
  expect(events).toMatchObject([
    { event: 'call.ended', payload: { call: { id: callId, durationSeconds: 75, endReason: 'hangup' } } },
  ]);
  expect(wrongEvents(events)).toEqual([]);
});

test('a call that comes in names who calls', async () => {
  const { tell } = await scene();
  expect(await tell({ stage: 'received' })).toMatchObject({ status: 400, body: { param: 'from' } });
});

test.each([
  ['whatsapp', '/v1/whatsapp/calls'],
  ['phone', '/v1/voice/calls'],
])('a call on %s that the carrier does not place answers 502 and is kept as failed', async (platform, path) => {
  const { api, account, control, told, get } = await scene();
  const { _id: accountId } = await account(platform, { username: '+15550100777' });
  const behaviour = { operation: 'call', outcome: 'reject', status: 502, message: 'No route.', times: 1 };
  await control('POST', `/_local/network/${accountId}/behaviour`, behaviour);
  const body = platform === 'phone' ? { fromNumber: '+15550100777' } : { accountId };
  const place = () => api('POST', path, { body: { ...body, to: '+15550100300' } });
  expect(await place()).toMatchObject({ status: 502, body: { code: 'platform_api_error' } });
  const events = await told();
  expect(events).toMatchObject([
    { event: 'call.failed', payload: { call: { accountId, to: '+15550100300', error: { message: 'No route.' } } } },
  ]);
  expect(wrongEvents(events)).toEqual([]);
  const { id } = events[0]?.payload['call'] as Json;
  expect(JSON.stringify(await get(id))).toContain('"status":"failed"');
  // Nobody allowed a call on whatsapp.
  expect((await place()).status).toBe(platform === 'phone' ? 200 : 422);
});

test('a call over the telephone is no call of whatsapp', async () => {
  const { call, api, account } = await scene();
  const { _id: accountId } = await account('whatsapp');
  const id = String((await call()).body['callId']);
  expect((await api('GET', `/v1/voice/calls/${id}`)).status).toBe(200);
  expect((await api('GET', `/v1/whatsapp/calls/${id}`, { query: { accountId } })).status).toBe(404);
});
