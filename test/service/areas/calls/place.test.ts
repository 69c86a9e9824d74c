/** Calls that a team places, ends and transfers, and the one list of them with those that come in. */
import { expect, test } from 'vitest';
import { startService, type Json } from '../../../support/service.ts';
import { wrongEvents } from '../../events/judged.ts';
import { DESK, openLine, PERSON as FRIEND } from './line.ts';

const OUR = '+15550100200';
const LINE = '+15550100201';
const PERSON = '+15550100300';

async function scene() {
  const service = await startService();
  const { api, control } = service;
  const { _id: accountId } = await service.account('whatsapp', { username: OUR });
  const post = (path: string, body: object = {}) => api('POST', path, { body });
  const list = async (path: string, query: Readonly<Record<string, string>> = {}) =>
    (await api('GET', path, { query })).body['calls'] as unknown as Json[];
  await service.account('phone', { username: LINE });
  const call = async () => String((await post('/v1/voice/calls', { to: PERSON, fromNumber: LINE })).body['callId']);
  const play = (callId: unknown, action: string, more: object = {}) =>
    control('POST', `/_local/calls/${String(callId)}`, { action, ...more });
  const tell = async (given: object) =>
    (await control('POST', '/_local/inbound', { type: 'call', ...given })).body as unknown as Json;
  return { ...service, accountId, post, list, call, tell, play };
}

test('EVT-110 VOI-17 a call that is ended has its length and its cost, in its event and in its record, and ends once', async () => {
  const { api, advance, call, events, post, play } = await scene();
  const callId = await call();
  await advance(10);
  expect(await play(callId, 'answer')).toMatchObject({
    status: 200,
    body: { call: { id: callId, status: 'answered' } },
  });
  await advance(90);
  expect(await post(`/v1/voice/calls/${callId}/end`)).toMatchObject({ status: 200, body: { callId, status: 'ended' } });
  const outcome = { durationSeconds: 90, endReason: 'hangup', billing: { totalCostUSD: 0.012 } };
  const told = await events('call.ended');
  const ended = { id: callId, from: LINE, to: PERSON, direction: 'outbound', ...outcome };
  expect(told.map(({ payload }) => payload['call'])).toMatchObject([ended]);
  expect(wrongEvents(told)).toEqual([]);
  expect((await api('GET', `/v1/calls/${callId}`)).body['call']).toMatchObject({ status: 'ended', ...outcome });
  expect((await post(`/v1/voice/calls/${callId}/end`)).status).toBe(409);
});

test('a call rings for 190 seconds, and costs nothing when nobody takes it', async () => {
  const { api, advance, call, events } = await scene();
  const callId = await call();
  await advance(189);
  expect(await events('call.ended')).toEqual([]);
  await advance(1);
  const outcome = { durationSeconds: 0, endReason: 'no_answer', billing: { totalCostUSD: 0 } };
  expect(await events('call.ended')).toMatchObject([{ payload: { call: { id: callId, ...outcome } } }]);
  expect((await api('GET', `/v1/calls/${callId}`)).body['call']).toMatchObject({ status: 'ended', ...outcome });
  await advance(600);
  expect(await events('call.ended')).toHaveLength(1);
});

test('whoever is called may turn the call away, and nothing more becomes of it', async () => {
  const { call, play, events, advance } = await scene();
  const callId = await call();
  expect((await play(callId, 'press', { digit: '1' })).status).toBe(409);
  expect((await play(callId, 'leave_voicemail')).status).toBe(409);
  expect((await play(callId, 'hang_up')).body).toMatchObject({ call: { status: 'ended', endReason: 'rejected' } });
  for (const action of ['answer', 'hang_up']) expect((await play(callId, action)).status).toBe(409);
  expect((await play('0123456789abcdef01234567', 'answer')).status).toBe(404);
  expect((await play(callId, 'sing')).status).toBe(400);
  await advance(600);
  expect(await events('call.ended')).toHaveLength(1);
});

test.each(['911', '112', '+112', '5550100', 'sip:a@b.example'])('VOI-34 %s is not dialled', async (to) => {
  const { post, list } = await scene();
  expect(await post('/v1/voice/calls', { to, fromNumber: LINE })).toMatchObject({ status: 400, body: { param: 'to' } });
  expect(await list('/v1/calls')).toEqual([]);
});

test('VOI-15 a call finds out whether a machine took it, if it is told to, and leaves it its message', async () => {
  const { advance, call, dial, happened, legs, play, post, own } = await openLine({ forwardTo: DESK });
  const voicemailDropMessage = 'Harbor Books: your order is here. Open until six.';
  const sent = { to: FRIEND, fromNumber: own, voicemailDropMessage };
  expect(await post('/v1/voice/calls', sent)).toMatchObject({ status: 400, body: { param: 'voicemailDropMessage' } });
  const [plain, person, machine, empty] = [
    await dial(),
    await dial({ amd: true, voicemailDropMessage }),
    await dial({ amd: true, voicemailDropMessage }),
    await dial({ amd: true }),
  ];
  await play(plain, 'answer', { machine: true });
  await play(person, 'answer');
  await play(machine, 'answer', { machine: true });
  await play(empty, 'answer', { machine: true });
  const found = async (id: string) => (await call(id))['answeredMachine'] ?? null;
  expect([await found(plain), await found(person), await found(machine), await found(empty)]).toEqual([
    null,
    false,
    true,
    true,
  ]);
  const after = (await legs()).slice(4).map(({ callId, to, message }) => [callId, to, message]);
  expect(after).toEqual([
    [plain, DESK, undefined],
    [person, DESK, undefined],
    [machine, FRIEND, voicemailDropMessage],
    [empty, DESK, undefined],
  ]);
  await advance(3);
  expect((await call(machine))['status']).toBe('answered');
  await advance(1);
  expect(await call(machine)).toMatchObject({ status: 'ended', endReason: 'hangup', durationSeconds: 4 });
  expect((await call(person))['status']).toBe('answered');
  expect(await happened()).toMatchObject({ events: [['call.ended', { id: machine, durationSeconds: 4 }]], wrong: [] });
});

test('the language of a call is the one it names, else that of its number', async () => {
  const { dial, post, set, own } = await openLine({ transcriptionEnabled: true, transcriptionLanguage: 'es' });
  const language = async (more: object) =>
    (await post('/v1/voice/calls', { to: FRIEND, fromNumber: own, ...more })).body['transcriptionLanguage'];
  expect([await language({ transcriptionLanguage: 'en' }), await language({})]).toEqual(['en', 'es']);
  await set({ transcriptionLanguage: 'auto' });
  expect([await language({}), await dial()]).toEqual(['auto', expect.any(String)]);
});

test('VOI-15 a message is left at fifteen characters a second, and takes a second at least', async () => {
  const { advance, call, dial, play } = await openLine();
  const drop = async (voicemailDropMessage: string) => {
    const id = await dial({ amd: true, voicemailDropMessage });
    await play(id, 'answer', { machine: true });
    return id;
  };
  const [short, exact, long] = [await drop('Hi.'), await drop('a'.repeat(60)), await drop('a'.repeat(61))];
  const over = async () => [(await call(short))['status'], (await call(exact))['status'], (await call(long))['status']];
  await advance(1);
  expect(await over()).toEqual(['ended', 'answered', 'answered']);
  await advance(3);
  expect(await over()).toEqual(['ended', 'ended', 'answered']);
  await advance(1);
  expect(await over()).toEqual(['ended', 'ended', 'ended']);
});

test('VOI-40 a number that is not the team’s, or has no voice, places no call', async () => {
  const { post, list } = await scene();
  for (const fromNumber of ['+15550109999', OUR])
    expect(await post('/v1/voice/calls', { to: PERSON, fromNumber })).toMatchObject({
      status: 422,
      body: { code: 'invalid_field_value', param: 'fromNumber' },
    });
  const without = await startService();
  expect((await without.api('POST', '/v1/voice/calls', { body: { to: PERSON } })).status).toBe(422);
  expect(await list('/v1/calls')).toEqual([]);
});

test('VOI-23 ASM-23 sixty calls go out in an hour, over all numbers, and one more when the first is an hour old', async () => {
  const { account, post, advance } = await scene();
  await account('phone', { username: '+15550100202' });
  const place = (fromNumber: string) => post('/v1/voice/calls', { to: PERSON, fromNumber });
  for (let placed = 0; placed < 60; placed += 1) {
    expect((await place(placed % 2 === 0 ? LINE : '+15550100202')).status).toBe(200);
    if (placed === 0) await advance(60);
  }
  expect(await place(LINE)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  await advance(3_540);
  expect((await place(LINE)).status).toBe(200);
  expect((await place(LINE)).status).toBe(429);
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
  for (const to of ['wss://agent.example', 'ftp://x', '911', '5551234'])
    expect(await api('POST', connected, { body: { to } }), to).toMatchObject({ status: 400, body: { param: 'to' } });
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

test('VOI-19 calls are found by the number at either end, those of the demo pack too', async () => {
  const { api } = await startService({ seedPack: 'demo' });
  for (const path of ['/v1/calls', '/v1/voice/calls']) {
    const found = async (number: string) =>
      ((await api('GET', path, { query: { number } })).body['calls'] as unknown as Json[]).length;
    const all = ((await api('GET', path)).body['calls'] as unknown as Json[]).length;
    expect([await found('+12025550123'), await found('+12025550198'), await found('+19995550000')]).toEqual([
      all,
      all,
      0,
    ]);
  }
});
