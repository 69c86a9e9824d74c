/** Calls that a team places, ends and transfers, and the one list of them with those that come in. */
import { expect, test } from 'vitest';
import { startService, type Json } from '../../../support/service.ts';
import { wrongEvents } from '../../events/judged.ts';

const OUR = '+15550100200';
const PERSON = '+15550100300';

async function scene() {
  const service = await startService();
  const { api, control } = service;
  const { _id: accountId } = await service.account('whatsapp', { username: OUR });
  const post = (path: string, body: object = {}) => api('POST', path, { body });
  const list = async (path: string, query: Readonly<Record<string, string>> = {}) =>
    (await api('GET', path, { query })).body['calls'] as unknown as Json[];
  const call = async () => String((await post('/v1/voice/calls', { to: PERSON, fromNumber: OUR })).body['callId']);
  const tell = async (given: object) =>
    (await control('POST', '/_local/inbound', { type: 'call', ...given })).body as unknown as Json;
  return { ...service, accountId, post, list, call, tell };
}

test('EVT-110 VOI-17 a call that is ended has its length and its cost, in its event and in its record, and ends once', async () => {
  const { api, advance, events, post, profileId } = await scene();
  const bought = await post('/v1/phone-numbers/purchase', { profileId: await profileId(), country: 'US' });
  const { id, phoneNumber } = bought.body['phoneNumber'] as Json;
  const callId = String((await post('/v1/voice/calls', { fromNumber: phoneNumber, to: PERSON })).body['callId']);
  await advance(90);
  expect(await post(`/v1/voice/calls/${callId}/end`)).toMatchObject({ status: 200, body: { callId, status: 'ended' } });
  const outcome = { durationSeconds: 90, endReason: 'hangup', billing: { totalCostUSD: 0.012 } };
  const told = await events('call.ended');
  const call = { id: callId, phoneNumberId: id, from: phoneNumber, to: PERSON, direction: 'outbound', ...outcome };
  expect(told.map(({ payload }) => payload['call'])).toMatchObject([call]);
  expect(wrongEvents(told)).toEqual([]);
  expect((await api('GET', `/v1/calls/${callId}`)).body['call']).toMatchObject({ status: 'ended', ...outcome });
  expect((await post(`/v1/voice/calls/${callId}/end`)).status).toBe(409);
});

test('VOI-19 a call that comes in is a call like any other: in the lists, and ended by its id', async () => {
  const { accountId, api, call, list, post, tell } = await scene();
  const placed = await call();
  const { callId } = await tell({ accountId, from: PERSON, stage: 'received' });
  expect((await list('/v1/calls')).map(({ _id }) => _id)).toEqual(expect.arrayContaining([placed, callId]));
  expect(await list('/v1/calls', { direction: 'inbound' })).toMatchObject([
    { _id: callId, status: 'ringing', channel: 'whatsapp', from: PERSON, to: OUR },
  ]);
  expect((await list('/v1/voice/calls')).map(({ _id }) => _id)).toEqual([placed]);
  expect((await list('/v1/whatsapp/calls', { accountId })).map(({ _id }) => _id)).toEqual([callId]);
  expect((await list('/v1/calls', { number: PERSON })).length).toBe(2);
  expect(await list('/v1/calls', { number: '+15550109999' })).toEqual([]);
  expect((await post(`/v1/voice/calls/${String(callId)}/end`)).status).toBe(200);
  expect((await api('GET', `/v1/calls/${String(callId)}`)).body['call']).toMatchObject({ status: 'ended' });
  expect(await tell({ accountId, from: PERSON, stage: 'ended', durationSeconds: 5 })).not.toMatchObject({ callId });
});

test('VOI-11 VOI-44 nothing is recorded unless it was asked for, and then there is no recording', async () => {
  const { api, call } = await scene();
  const callId = await call();
  expect((await api('GET', `/v1/calls/${callId}`)).body['call']).toMatchObject({
    recordingEnabled: false,
    transcriptionEnabled: false,
  });
  for (const id of [callId, '0123456789abcdef01234567'])
    expect((await api('GET', `/v1/calls/${id}/recording`)).status).toBe(404);
});

test('VOI-33 VOI-41 only a call that is connected is transferred, and not to an agent', async () => {
  const { call, post } = await scene();
  const path = `/v1/voice/calls/${await call()}`;
  expect(await post(`${path}/transfer`, { to: PERSON })).toMatchObject({ status: 409 });
  await post(`${path}/end`);
  expect(await post(`${path}/transfer`, { to: PERSON })).toMatchObject({ status: 409 });
  const { api } = await startService({ seedPack: 'demo' });
  const connected = '/v1/voice/calls/657edb360f06acaef2cc80db/transfer';
  expect((await api('POST', connected, { body: { to: 'wss://agent.example' } })).status).toBe(400);
  expect((await api('POST', connected, { body: { to: PERSON } })).body).toMatchObject({ transferredTo: PERSON });
});

test('VOI-24 VOI-26 a browser session places calls for an hour', async () => {
  const { advance, post } = await scene();
  const { body: session } = await post('/v1/voice/calls/web');
  expect(session['expiresAt']).toBe('2026-01-05T10:00:00.000Z');
  const dial = (credentialId: unknown) => post('/v1/voice/calls/web/dial', { to: PERSON, credentialId });
  expect((await dial(session['credentialId'])).body).toMatchObject({ status: 'dialing', to: PERSON });
  expect((await dial('0123456789abcdef01234567')).status).toBe(422);
  await advance(3_600);
  expect((await dial(session['credentialId'])).status).toBe(422);
});

test('VOI-12 VOI-13 VOI-18 an estimate adds recording and transcript to the price by the minute', async () => {
  const { api } = await scene();
  const query = { to: PERSON, minutes: 10, recording: true, transcription: true };
  expect((await api('GET', '/v1/voice/calls/estimate', { query })).body).toMatchObject({
    minutes: 10,
    perMinuteUsd: 0.006,
    breakdown: { telnyxCostUSD: 0.06, recordingCostUSD: 0.04, transcriptionCostUSD: 0.3, totalCostUSD: 0.4 },
  });
});
