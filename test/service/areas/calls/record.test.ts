/** A call as a record: its line, what it takes over of a number, and each of its ends. */
import { expect, test } from 'vitest';
import { TEST_NOW } from '../../../support/service.ts';
import {
  answeredCall,
  CALL_KIND,
  endedCall,
  failedCall,
  hungUpCall,
  isOver,
  lineOf,
  newCall,
  ownPhoneOf,
  settingsOf,
  signingOf,
  withEnds,
  withSentence,
  type CallRecord,
} from '../../../../src/service/areas/calls/record.ts';
import { numberAccount } from '../../../../src/service/areas/phone-numbers/offers.ts';
import { openLine, PERSON } from './line.ts';

const place = { kind: 'phone_number', id: 'number', teamId: 't', profileId: null, parentId: null, createdAt: 0 };
const account = numberAccount({ ...place, doc: { phoneNumber: '+1202' } }, 'phone');
const recordable = { origin: 'https://svc.example', recordingKey: 'key' };
const ringing = newCall({ account }, { id: 'call', direction: 'inbound', person: '+4930', now: 0, recordable });

const withDoc = (record: CallRecord, more: object): CallRecord => ({ ...record, doc: { ...record.doc, ...more } });

/** A number of a team, and its record as the service has it. */
async function openNumber(settings: object = {}) {
  const line = await openLine(settings);
  const { read } = line.service.desk.store;
  const number = async () => {
    const found = await read.get('phone_number', line.numberId);
    if (found === undefined) throw new Error('The number is gone.');
    return found;
  };
  const record = async (id: string) => {
    const found = await read.get(CALL_KIND, id);
    if (found === undefined) throw new Error('The call is gone.');
    return found;
  };
  return { ...line, read, number, record };
}

test('a call knows both of its ends, and which of them is the phone of the team', () => {
  expect(ringing.doc).toMatchObject({ from: '+4930', to: '+1202', numbers: ['+4930', '+1202'], channel: 'pstn' });
  expect(ownPhoneOf(ringing)).toBe('+1202');
  expect(withEnds(ringing, undefined, '+33').doc).toMatchObject({ from: '+4930', to: '+33', numbers: ['+33'] });
  const outbound = newCall({ account }, { id: 'call', direction: 'outbound', person: '+4930', now: 0 });
  expect(outbound.doc).toMatchObject({ from: '+1202', to: '+4930', numbers: ['+1202', '+4930'] });
  expect(ownPhoneOf(outbound)).toBe('+1202');
});

test('a call begins without a length, a message or words, at the account of its line', () => {
  expect(ringing.doc).toMatchObject({
    accountId: 'number',
    status: 'ringing',
    durationSeconds: 0,
    isVoicemail: false,
    transcript: [],
    callErrors: [],
  });
  for (const field of ['numberId', 'sipTrunkId']) expect(ringing.doc).not.toHaveProperty(field);
});

test('VOI-45 a call takes over the settings that its number has when it begins', async () => {
  const { ring, record, numberId, number, set } = await openNumber({
    recordingEnabled: true,
    transcriptionEnabled: true,
    transcriptionLanguage: 'es',
  });
  const id = await ring();
  const settings = { recordingEnabled: true, transcriptionEnabled: true, transcriptionLanguage: 'es' };
  expect((await record(id)).doc).toMatchObject({ accountId: numberId, numberId, ...settings });
  await set({ recordingEnabled: false, transcriptionEnabled: false });
  expect((await record(id)).doc).toMatchObject(settings);
  expect(settingsOf(await number())).toMatchObject({ recordingEnabled: false, transcriptionEnabled: false });
  const known = await number();
  const forwardCallerId = 'caller' as const;
  expect(settingsOf({ ...known, doc: { ...known.doc, forwardCallerId } })).toMatchObject({ forwardCallerId });
  expect(settingsOf(known)).not.toHaveProperty('forwardCallerId');
  expect(settingsOf(undefined)).toEqual({ recordingEnabled: false, transcriptionEnabled: false });
});

test('a call of a number on a trunk names the trunk, and no account, because the list has none', async () => {
  const { number, numberId } = await openNumber();
  const known = await number();
  const onTrunk = { ...known, doc: { ...known.doc, callingEnabled: false, sipTrunkId: 'trunk' } };
  const begun = newCall({ account, number: onTrunk }, { id: 'call', direction: 'inbound', person: PERSON, now: 0 });
  expect(begun.doc).toMatchObject({ numberId, sipTrunkId: 'trunk' });
  expect(begun.doc).not.toHaveProperty('accountId');
  const own = newCall({ account, number: known }, { id: 'call', direction: 'inbound', person: PERSON, now: 0 });
  expect(own.doc).toMatchObject({ accountId: 'number', numberId });
  expect(own.doc).not.toHaveProperty('sipTrunkId');
});

test('the line of a call is its number, else its account, else the number with its phone', async () => {
  const { ring, record, read, numberId, own, account: connect } = await openNumber();
  const call = await record(await ring());
  expect(await lineOf(read, call)).toMatchObject({ account: { id: numberId }, number: { id: numberId } });
  const { _id } = await connect('phone', { username: '+15550100201' });
  const ofAccount = await lineOf(read, withDoc(call, { numberId: undefined, accountId: _id }));
  expect(ofAccount).toMatchObject({ account: { id: _id } });
  expect(ofAccount.number).toBeUndefined();
  const ofPhone = withDoc(call, { numberId: undefined, accountId: undefined });
  expect(await lineOf(read, ofPhone)).toMatchObject({ account: { id: numberId }, number: { id: numberId } });
  const stranger = await lineOf(read, withDoc(ofPhone, { to: '+15550109999' }));
  expect(stranger).toMatchObject({ account: { id: call.id, doc: { username: '+15550109999' } }, number: undefined });
  expect(own).not.toBe('+15550109999');
});

test('a call that ended or failed is over, and a reason that nobody knows is an error', () => {
  const failed = failedCall(ringing, { message: 'No.', now: 1 });
  expect([ringing, endedCall(ringing, { now: 1 }), failed].map(isOver)).toEqual([false, true, true]);
  expect(failed.doc).toMatchObject({ endReason: 'error', callErrors: [{ code: 138006, message: 'No.' }] });
  expect(endedCall(answeredCall(ringing, 1_000), { now: 3_000, reason: 'rain' }).doc).toMatchObject({
    endReason: 'error',
    durationSeconds: 2,
  });
  expect(endedCall(ringing, { now: 2_000 }).doc.durationSeconds).toBe(0);
});

test('a call lasts from its answer in whole seconds, and began no later than its length says', () => {
  const talked = endedCall(answeredCall(ringing, 1_000), { now: 1_201_000 });
  expect(talked.doc).toMatchObject({ durationSeconds: 1_200, startedAt: '1970-01-01T00:00:00.000Z' });
  const told = endedCall(answeredCall(withDoc(ringing, { startedAt: '1970-01-01T00:20:00.000Z' }), 1_200_000), {
    now: 1_230_000,
    durationSeconds: 600,
  });
  expect(told.doc).toMatchObject({ durationSeconds: 600, startedAt: '1970-01-01T00:10:30.000Z' });
});

test('VOI-22 VOI-44 a call that was recorded and lasted has a recording, whose address is good for ten minutes', () => {
  const recorded = withDoc(ringing, { recordingEnabled: true });
  const end = { now: 60_000, durationSeconds: 1 };
  const over = endedCall(recorded, end);
  expect(signingOf(over)).toEqual({ id: 'call', key: 'key' });
  expect(over.doc.recordingExpiresAt).toBe('1970-01-01T00:11:00.000Z');
  expect(over.doc.recordingUrl).toContain('https://svc.example/_media/recordings/call.wav?expires=660&');
  const without = [
    recorded,
    endedCall(ringing, end),
    endedCall(recorded, { ...end, durationSeconds: 0 }),
    endedCall(withDoc(recorded, { recordingKey: undefined }), end),
    failedCall(withDoc(recorded, { durationSeconds: 1 }), { message: 'No.', now: 1 }),
  ];
  expect(without.map(signingOf)).toEqual([undefined, undefined, undefined, undefined, undefined]);
  expect(without.map(({ doc }) => doc.recordingUrl)).toEqual([undefined, undefined, undefined, undefined, undefined]);
});

test('VOI-06 VOI-49 whoever hangs up leaves the message so far, two minutes at most, where the voicemail has the call', () => {
  const end = (record: CallRecord, now: number) => {
    const { doc } = hungUpCall(record, now, 'rejected');
    return [doc.endReason, doc.durationSeconds, doc.isVoicemail];
  };
  const speaking = withDoc(ringing, { voicemailAt: '1970-01-01T00:00:10.000Z' });
  expect(end(ringing, 5_000)).toEqual(['rejected', 0, false]);
  expect(end(answeredCall(ringing, 1_000), 5_000)).toEqual(['hangup', 4, false]);
  expect(end(speaking, 10_000)).toEqual(['no_answer', 0, false]);
  expect(end(speaking, 11_000)).toEqual(['no_answer', 1, true]);
  expect(end(speaking, 130_000)).toEqual(['no_answer', 120, true]);
  expect(end(speaking, 131_000)).toEqual(['no_answer', 120, true]);
});

test('what is said is written down only where the call has a transcript', async () => {
  const { ring, play, record } = await openNumber({ transcriptionEnabled: true });
  const id = await ring();
  await play(id, 'answer');
  await play(id, 'say', { text: 'Good morning.' });
  const at = new Date(TEST_NOW + 30_000).toISOString();
  const line = { text: 'Good morning.', confidence: 1, at };
  expect((await record(id)).doc).toMatchObject({ transcript: [line], lastTranscriptSnippet: 'Good morning.' });
  expect(withSentence(ringing, 'Good morning.', 1)).toBe(ringing);
});

test('VOI-15 a call knows whether a machine took it only if it was to find out', () => {
  const machine = (amd: boolean | undefined, isMachine?: boolean) =>
    answeredCall(withDoc(ringing, { amd }), 1, isMachine).doc.answeredMachine;
  expect([machine(true), machine(true, true), machine(false, true), machine(undefined, true)]).toEqual([
    false,
    true,
    undefined,
    undefined,
  ]);
});
