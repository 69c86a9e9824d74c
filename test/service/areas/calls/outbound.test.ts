/** Calls that go out from a number of the team: their course, what may not be, and what carriers refuse. */
import { expect, test } from 'vitest';
import { openCatalog } from '../../../../src/catalog/catalog.ts';
import { problemsOf } from '../../../../src/schema/problems.ts';
import { svc } from '../../../support/svc.ts';
import { DESK, openLine, PERSON } from './line.ts';

test('VOI-20 VOI-51 EVT-109 a call shows its course from the first ring to its end, in the form of the contract', async () => {
  const { advance, call, dial, happened, own, play, post } = await openLine({ transcriptionEnabled: true });
  const id = await dial({ forwardTo: DESK, recordOverride: true });
  await advance(7);
  await play(id, 'answer');
  await advance(20);
  expect((await play(id, 'say', { text: 'Good morning.' })).status).toBe(200);
  await post(`/v1/voice/calls/${id}/transfer`, { to: '+12025550155' });
  await advance(40);
  await play(id, 'say', { text: 'Thank you.' });
  await post(`/v1/voice/calls/${id}/end`);
  const record = await call(id);
  expect(record).toMatchObject({
    _id: id,
    direction: 'outbound',
    channel: 'pstn',
    from: own,
    to: PERSON,
    forwardTo: '+12025550155',
    startedAt: '2026-01-05T09:00:30.000Z',
    answeredAt: '2026-01-05T09:00:37.000Z',
    transferredAt: '2026-01-05T09:00:57.000Z',
    endedAt: '2026-01-05T09:01:37.000Z',
    durationSeconds: 60,
    endReason: 'hangup',
    transcript: [
      { text: 'Good morning.', confidence: 1, at: '2026-01-05T09:00:57.000Z' },
      { text: 'Thank you.', confidence: 1, at: '2026-01-05T09:01:37.000Z' },
    ],
    lastTranscriptSnippet: 'Thank you.',
    billing: { telnyxCostUSD: 0.006, recordingCostUSD: 0.004, transcriptionCostUSD: 0.03, totalCostUSD: 0.04 },
  });
  const { schemas } = openCatalog('dist/cards').file('calls');
  expect(schemas['CallRecord']).toBeDefined();
  expect(problemsOf(schemas['CallRecord'] ?? {}, record, schemas)).toEqual([]);
  expect((await happened()).events.map(([name]) => name)).toEqual(['call.ended']);
});

test('what is said is written down only where that is on, and only once somebody hears it', async () => {
  const { call, dial, play } = await openLine();
  const id = await dial();
  expect((await play(id, 'say', { text: 'Hello?' })).status).toBe(409);
  await play(id, 'answer');
  expect((await play(id, 'say')).status).toBe(400);
  expect((await play(id, 'say', { text: 'Hello?' })).status).toBe(200);
  expect(await call(id)).toMatchObject({ transcript: [], transcriptionEnabled: false });
});

test('VOI-42 a call that the carrier does not place answers 502 and is kept as failed, with its event', async () => {
  const { api, call, control, dial, happened, numberId, own, post } = await openLine();
  const behaviour = { operation: 'call', outcome: 'reject', status: 502, message: 'No route.', times: 1 };
  await control('POST', `/_local/network/${numberId}/behaviour`, behaviour);
  const place = () => post('/v1/voice/calls', { to: PERSON, fromNumber: own });
  expect(await place()).toMatchObject({ status: 502, body: { code: 'platform_api_error' } });
  const { events, wrong } = await happened();
  const failed = { from: own, to: PERSON, direction: 'outbound', error: { message: 'No route.' } };
  expect([events, wrong]).toMatchObject([[['call.failed', failed]], []]);
  const [failure] = (await api('GET', '/v1/calls')).body['calls'] as unknown as { _id: string }[];
  expect(await call(failure?._id ?? '')).toMatchObject({ status: 'failed', from: own, to: PERSON, endReason: 'error' });
  expect((await call(await dial()))['status']).toBe('ringing');
});

test('VOI-46 an agent is reached by calls and places none', async () => {
  const { api, own, post } = await openLine({ forwardTo: 'wss://agent.example/in' });
  const agent = 'wss://agent.example/in';
  expect((await post('/v1/voice/calls', { to: agent, fromNumber: own })).status).toBe(400);
  expect((await post('/v1/voice/calls', { to: PERSON, fromNumber: agent })).status).toBe(422);
  expect((await api('GET', '/v1/calls')).body['calls']).toEqual([]);
  expect((await svc(['calls', 'place', '--help'])).stdout).not.toMatch(/--(agent|from-agent)/);
});

test('VOI-50 an estimate is about calls that go out', async () => {
  const { api, own } = await openLine();
  const ask = (query: Readonly<Record<string, string>>) => api('GET', '/v1/voice/calls/estimate', { query });
  expect((await ask({ from: PERSON, direction: 'inbound' })).status).toBe(400);
  expect((await ask({ to: PERSON })).status).toBe(200);
  expect((await ask({ to: '911' })).status).toBe(400);
  expect((await ask({ to: own })).status).toBe(200);
});

test('how long a call rings is in the table of times', async () => {
  const { advance, call, control, dial } = await openLine();
  expect((await control('GET', '/_local/reviews')).body['reviews']).toMatchObject({ outboundCall: 190 });
  await control('PATCH', '/_local/reviews', { outboundCall: 30 });
  const short = await dial();
  await advance(30);
  expect(await call(short)).toMatchObject({ status: 'ended', endReason: 'no_answer' });
  await control('PATCH', '/_local/reviews', { outboundCall: null });
  const long = await dial();
  await advance(86_400);
  expect((await call(long))['status']).toBe('ringing');
});
