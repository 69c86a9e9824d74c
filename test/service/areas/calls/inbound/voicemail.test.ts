/** The voicemail of a number: what it records, for how long, and what it costs. */
import { expect, test } from 'vitest';
import { openLine } from '../line.ts';

test('VOI-06 VOI-49 a message is at most two minutes long, and is told by the end of the call', async () => {
  const { advance, call, happened, play, ring, set } = await openLine({ voicemailEnabled: false });
  const none = await ring();
  expect((await play(none, 'leave_voicemail')).status).toBe(409);
  await play(none, 'hang_up');
  await set({ voicemailEnabled: true });
  const id = await ring();
  expect((await play(id, 'leave_voicemail', { seconds: 180, text: 'Call me back.' })).status).toBe(200);
  await advance(25 + 119);
  expect(await call(id)).toMatchObject({ status: 'ringing', isVoicemail: true });
  await advance(1);
  const left = {
    isVoicemail: true,
    durationSeconds: 120,
    endReason: 'no_answer',
    endedAt: '2026-01-05T09:02:55.000Z',
    billing: { telnyxCostUSD: 0.012, recordingCostUSD: 0.008, totalCostUSD: 0.02 },
  };
  expect(await call(id)).toMatchObject({ ...left, status: 'ended', transcript: [] });
  const { events, wrong } = await happened();
  expect(events.slice(2)).toMatchObject([
    ['call.received', { id }],
    ['call.ended', { id, ...left, recordingUrl: expect.any(String) }],
  ]);
  expect(wrong).toEqual([]);
  await advance(600);
  expect((await happened()).events).toHaveLength(4);
});

test('whoever says when the voicemail has the call already speaks from then on, and may hang up before', async () => {
  const { advance, call, play, ring } = await openLine({ voicemailEnabled: true, transcriptionEnabled: true });
  const [id, cut, silent, gone] = [await ring(), await ring(), await ring(), await ring()];
  await advance(25);
  await play(gone, 'hang_up');
  expect(await call(gone)).toMatchObject({ isVoicemail: false, durationSeconds: 0, billing: { totalCostUSD: 0 } });
  await advance(5);
  await play(id, 'leave_voicemail', { seconds: 30, text: 'It is about order 17.' });
  expect((await play(cut, 'say', { text: 'Hello?' })).status).toBe(200);
  await play(cut, 'hang_up');
  expect(await call(cut)).toMatchObject({
    isVoicemail: true,
    durationSeconds: 5,
    transcript: [{ text: 'Hello?', confidence: 1, at: '2026-01-05T09:01:00.000Z' }],
  });
  await advance(30);
  expect(await call(id)).toMatchObject({
    status: 'ended',
    durationSeconds: 35,
    lastTranscriptSnippet: 'It is about order 17.',
    billing: { telnyxCostUSD: 0.006, recordingCostUSD: 0.004, transcriptionCostUSD: 0.03, totalCostUSD: 0.04 },
  });
  await advance(85);
  expect(await call(silent)).toMatchObject({ status: 'ended', isVoicemail: true, durationSeconds: 120 });
});

test('only a call that comes in and rings leaves a message, of ten seconds where nobody says how long', async () => {
  const { advance, call, dial, play, ring } = await openLine({ voicemailEnabled: true, transcriptionEnabled: true });
  const [id, answered, outbound] = [await ring(), await ring(), await dial()];
  await play(answered, 'answer');
  for (const one of [answered, outbound]) expect((await play(one, 'leave_voicemail')).status).toBe(409);
  expect((await play(id, 'leave_voicemail', { text: 'It is about order 17.' })).status).toBe(200);
  await advance(25 + 9);
  expect((await call(id))['status']).toBe('ringing');
  await advance(1);
  expect(await call(id)).toMatchObject({
    status: 'ended',
    isVoicemail: true,
    durationSeconds: 10,
    transcript: [{ text: 'It is about order 17.' }],
  });
});
