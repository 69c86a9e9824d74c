/** Calls that come in to a number: where they ring, and who is turned away. */
import { expect, test } from 'vitest';
import { DESK, openLine, PERSON } from '../line.ts';

test.each([
  ['VOI-02', '+12025550177'],
  ['VOI-03', 'sip:desk@harborbooks.example'],
  ['VOI-04', 'wss://agent.harborbooks.example/in'],
])('%s EVT-108 a call that comes in rings at %s, and goes on once it is answered there', async (_rule, forwardTo) => {
  const { advance, call, happened, legs, own, play, ring } = await openLine({ forwardTo });
  const id = await ring();
  expect(await legs()).toMatchObject([{ kind: 'call', callId: id, from: own, to: forwardTo }]);
  const begun = { direction: 'inbound', from: PERSON, to: own, forwardTo };
  expect(await happened()).toMatchObject({ events: [['call.received', { id, ...begun }]], wrong: [] });
  await advance(24);
  expect((await play(id, 'answer')).body).toMatchObject({ call: { status: 'answered' } });
  await advance(60);
  expect(await call(id)).toMatchObject({ ...begun, _id: id, status: 'answered', isVoicemail: false });
  await play(id, 'hang_up');
  expect((await happened()).events.slice(1)).toMatchObject([
    ['call.ended', { id, durationSeconds: 60, endReason: 'hangup', billing: { totalCostUSD: 0.006 } }],
  ]);
});

test('the target sees the number of the team, or that of the caller where the settings say so', async () => {
  const { legs, own, ring, set } = await openLine({ forwardTo: DESK });
  await ring();
  await set({ forwardTo: DESK, forwardCallerId: 'caller' });
  await ring();
  expect((await legs()).map(({ from }) => from)).toEqual([own, PERSON]);
});

test('VOI-07 a call that nobody takes is with the voicemail after 25 seconds, and over without one', async () => {
  const { advance, call, happened, play, ring, set } = await openLine({ forwardTo: DESK });
  const first = await ring();
  await advance(24);
  expect((await call(first))['status']).toBe('ringing');
  await advance(1);
  expect(await call(first)).toMatchObject({ status: 'ended', endReason: 'no_answer', isVoicemail: false });
  await set({ forwardTo: DESK, voicemailEnabled: true });
  const second = await ring();
  await advance(24);
  expect(await call(second)).toMatchObject({ status: 'ringing', isVoicemail: false });
  await advance(1);
  expect(await call(second)).toMatchObject({ status: 'ringing', isVoicemail: true });
  expect((await play(second, 'answer')).status).toBe(409);
  expect((await happened()).events.map(([name]) => name)).toEqual(['call.received', 'call.ended', 'call.received']);
});

/** Monday to Friday from nine to five in New York. The clock of a test begins on a Monday at 04:00 there. */
const HOURS = {
  businessHoursEnabled: true,
  businessHoursTimezone: 'America/New_York',
  businessHours: [1, 2, 3, 4, 5].map((day) => ({ day, open: '09:00', close: '17:00' })),
};

test('outside its business hours nobody’s phone rings: the voicemail has the call at once, or nobody', async () => {
  const { advance, call, happened, legs, ring, set } = await openLine({ forwardTo: DESK, ...HOURS });
  expect(await call(await ring())).toMatchObject({ status: 'ended', endReason: 'no_answer' });
  expect((await happened()).events.map(([name]) => name)).toEqual(['call.ended']);
  await set({ voicemailEnabled: true });
  expect(await call(await ring())).toMatchObject({ status: 'ringing', isVoicemail: true });
  expect(await legs()).toEqual([]);
  await advance(5 * 3_600 - 60);
  expect(await call(await ring())).toMatchObject({ isVoicemail: true });
  await advance(60);
  expect(await call(await ring())).toMatchObject({ isVoicemail: false, forwardTo: DESK });
  await advance(8 * 3_600);
  expect(await call(await ring())).toMatchObject({ isVoicemail: true });
  await set({ businessHoursEnabled: false });
  expect(await call(await ring())).toMatchObject({ isVoicemail: false });
});

test('a blocked caller is turned away, and a number without voice is reached by nobody', async () => {
  const { api, call, control, happened, numberId, ring } = await openLine({
    forwardTo: DESK,
    blockedCallers: [PERSON],
  });
  expect(await call(await ring())).toMatchObject({
    status: 'ended',
    endReason: 'rejected',
    billing: { totalCostUSD: 0 },
  });
  expect((await happened()).events.map(([name]) => name)).toEqual(['call.ended']);
  await api('DELETE', `/v1/phone-numbers/${numberId}/voice`);
  const given = { type: 'call', stage: 'received', numberId, from: DESK };
  expect((await control('POST', '/_local/inbound', given)).status).toBe(409);
});

const MENU = {
  ivrEnabled: true,
  ivrPrompt: 'Press star for sales.',
  ivrOptions: [
    { digit: '*', forwardTo: DESK, label: 'Sales' },
    { digit: '2', forwardTo: 'sip:support@harborbooks.example' },
  ],
};

test('VOI-09 VOI-10 a key of the menu leads on to where the call rings for 25 seconds more, and no other key does', async () => {
  const { advance, call, legs, play, ring, set } = await openLine({ forwardTo: '+12025550199' });
  expect((await play(await ring(), 'press', { digit: '*' })).status).toBe(409);
  await set(MENU);
  const id = await ring();
  expect((await play(id, 'answer')).status).toBe(409);
  expect((await play(id, 'press', { digit: '1' })).status).toBe(409);
  expect((await play(id, 'press')).status).toBe(409);
  await advance(20);
  expect((await play(id, 'press', { digit: '*' })).body).toMatchObject({
    call: { status: 'ringing', forwardTo: DESK },
  });
  expect((await play(id, 'press', { digit: '2' })).status).toBe(409);
  expect((await legs()).map(({ to }) => to)).toEqual(['+12025550199', DESK]);
  await advance(24);
  expect((await call(id))['status']).toBe('ringing');
  await advance(1);
  expect(await call(id)).toMatchObject({ status: 'ended', endReason: 'no_answer', forwardTo: DESK });
});

test('whoever presses no key of the menu is a caller whom nobody answers', async () => {
  const { advance, call, play, ring } = await openLine({ ...MENU, voicemailEnabled: true });
  const [silent, gone] = [await ring(), await ring()];
  await play(gone, 'hang_up');
  expect(await call(gone)).toMatchObject({ status: 'ended', endReason: 'no_answer', durationSeconds: 0 });
  await advance(25);
  expect(await call(silent)).toMatchObject({ isVoicemail: true });
});
