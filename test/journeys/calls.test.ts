/** Whole calls over HTTP: from the first ring to the bill. */
import { expect, test } from 'vitest';
import type { ServiceUnderTest } from '../support/service.ts';
import { DESK, openLine, PERSON } from '../service/areas/calls/line.ts';

const MENU = {
  ivrEnabled: true,
  ivrPrompt: 'Press 1 for orders.',
  ivrOptions: [{ digit: '1', forwardTo: DESK, label: 'Orders' }],
  voicemailEnabled: true,
  transcriptionEnabled: true,
};

test('VOI-06 VOI-07 VOI-19 EVT-108 EVT-110 somebody calls, presses a key, is answered by nobody and leaves a message: its events, its words and its cost', async () => {
  const { advance, api, call, events, happened, legs, own, play, ring, service } = await openLine(MENU);
  const id = await ring();
  await advance(6);
  await play(id, 'press', { digit: '1' });
  expect(await legs()).toMatchObject([{ callId: id, to: DESK, from: own }]);
  await advance(25);
  await play(id, 'leave_voicemail', { seconds: 40, text: 'This is Ada, about order 17.' });
  await advance(40);
  const billing = { telnyxCostUSD: 0.006, recordingCostUSD: 0.004, transcriptionCostUSD: 0.03, totalCostUSD: 0.04 };
  const record = await call(id);
  expect(record).toMatchObject({
    status: 'ended',
    from: PERSON,
    to: own,
    forwardTo: DESK,
    isVoicemail: true,
    durationSeconds: 40,
    transcript: [{ text: 'This is Ada, about order 17.', at: '2026-01-05T09:01:01.000Z' }],
    billing,
  });
  const { events: told, wrong } = await happened();
  expect(told).toMatchObject([
    ['call.received', { id, from: PERSON, to: own }],
    ['call.ended', { id, isVoicemail: true, durationSeconds: 40, billing, recordingUrl: record['recordingUrl'] }],
  ]);
  expect(wrong).toEqual([]);
  expect(await events('call.received')).toHaveLength(1);
  const sound = await service.inject({ method: 'GET', url: String(record['recordingUrl']) });
  expect([sound.statusCode, sound.rawPayload.length]).toEqual([200, 44 + 40 * 8_000]);
  const usage = (await api('GET', '/v1/usage/calls', { query: { groupBy: 'number' } })).body;
  expect(usage['totals']).toMatchObject({ calls: 1, minutes: 1, billableUSD: 0.04 });
});

test('VOI-16 VOI-21 VOI-22 EVT-111 a call goes out, is answered, transferred and recorded, and the bill is that of its minutes', async () => {
  const { advance, api, call, dial, fetched, happened, legs, play, post } = await recorded();
  const before = await accrued(api);
  const id = await dial({ forwardTo: DESK });
  await advance(9);
  await play(id, 'answer');
  await advance(50);
  await play(id, 'say', { text: 'Please put me through to sales.' });
  expect((await post(`/v1/voice/calls/${id}/transfer`, { to: 'sip:sales@harborbooks.example' })).status).toBe(200);
  await advance(71);
  await play(id, 'hang_up');
  expect((await legs()).map(({ to }) => to)).toEqual([PERSON, DESK, 'sip:sales@harborbooks.example']);
  const billing = { telnyxCostUSD: 0.018, recordingCostUSD: 0.012, transcriptionCostUSD: 0.09, totalCostUSD: 0.12 };
  const record = await call(id);
  expect(record).toMatchObject({ durationSeconds: 121, endReason: 'hangup', billing });
  expect((await happened()).events).toMatchObject([
    ['call.ended', { id, durationSeconds: 121, billing, recordingUrl: record['recordingUrl'] }],
  ]);
  expect(await fetched(record['recordingUrl'])).toBe(200);
  await advance(600);
  expect(await fetched(record['recordingUrl'])).toBe(403);
  const fresh = (await api('GET', `/v1/calls/${id}/recording`, { query: { as: 'json' } })).body;
  expect(await fetched(fresh['url'])).toBe(200);
  const sums = (await api('GET', '/v1/usage/calls')).body['totals'];
  expect(sums).toMatchObject({ calls: 1, answered: 1, minutes: 3, billableUSD: 0.12 });
  expect((await accrued(api)) - before).toBe(12);
});

async function recorded() {
  const line = await openLine({ recordingEnabled: true, transcriptionEnabled: true });
  const fetched = async (url: unknown) => (await line.service.inject({ method: 'GET', url: String(url) })).statusCode;
  return { ...line, fetched };
}

/** Cents that the period has cost so far. */
const accrued = async (api: ServiceUnderTest['api']): Promise<number> =>
  Number((await api('GET', '/v1/billing')).body['balance']?.['accruedThisPeriodCents']);

test('VOI-23 the sixty-first call within an hour is refused and leaves nothing, and calls that come in do not count', async () => {
  const { advance, api, dial, happened, legs, own, post, ring } = await openLine();
  for (let count = 0; count < 5; count += 1) await ring();
  for (let count = 0; count < 60; count += 1) await dial();
  const refused = await post('/v1/voice/calls', { to: PERSON, fromNumber: own });
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited', type: 'rate_limit_error' } });
  const placed = async () =>
    (await api('GET', '/v1/voice/calls', { query: { direction: 'outbound', limit: 100 } })).body['calls'];
  expect(await placed()).toHaveLength(60);
  expect(await legs()).toHaveLength(60);
  await advance(3_599);
  expect((await post('/v1/voice/calls', { to: PERSON, fromNumber: own })).status).toBe(429);
  await advance(1);
  expect((await post('/v1/voice/calls', { to: PERSON, fromNumber: own })).status).toBe(200);
  expect((await happened()).events.filter(([name]) => name === 'call.failed')).toEqual([]);
});
