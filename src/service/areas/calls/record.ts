/** A phone or whatsapp call as a record: how it begins, goes on, ends and fails, whoever placed it. Its events are in events.ts. */
import { instantOf } from '../../../kernel/instant.ts';
import { callChannelOf } from '../../../platforms/calls.ts';
import { ACCOUNT_KIND, type AccountRecord } from '../../records/account.ts';
import { NUMBER_KIND } from '../../records/phone.ts';
import { withFields } from '../../store/record.ts';
import type { DocOf, Reader, RecordOf } from '../../store/store.ts';
import { numberAccount } from '../phone-numbers/offers.ts';
import type { NumberRecord } from '../phone-numbers/record.ts';
import { callBilling } from '../usage/offers.ts';
import { SIGNED_MS, signedUrl, type Signing } from './recording/signed.ts';

export const CALL_KIND = 'call';

export type CallRecord = RecordOf<'call'>;

type CallDoc = DocOf<'call'>;

/** States of calls in which nothing more becomes of them. */
const OVER: readonly string[] = ['ended', 'failed'];

export const isOver = ({ doc }: CallRecord): boolean => OVER.includes(doc.status);

/** The end of a call that is the team's: its account, or its number. */
export interface Line {
  readonly account: AccountRecord;
  readonly number?: NumberRecord | undefined;
}

/** The phone at the team's end. */
export const ownPhoneOf = ({ doc }: CallRecord): string | undefined =>
  doc.direction === 'inbound' ? doc.to : doc.from;

/** The team's end of a known call: the number or the account that the record names, else the number with its phone. */
export async function lineOf(read: Reader, record: CallRecord): Promise<Line> {
  const own = await read.get(NUMBER_KIND, record.doc.numberId ?? '');
  if (own !== undefined) return { account: numberAccount(own, 'phone'), number: own };
  const account = await read.get(ACCOUNT_KIND, record.doc.accountId ?? '');
  if (account !== undefined) return { account };
  const phoneNumber = ownPhoneOf(record) ?? '';
  const numbers = await read.list(NUMBER_KIND, { teamId: record.teamId });
  const number = numbers.find(({ doc }) => doc.phoneNumber === phoneNumber);
  return { account: numberAccount(number ?? { ...record, doc: { phoneNumber } }, 'phone'), number };
}

interface Beginning {
  readonly id: string;
  readonly direction: 'inbound' | 'outbound';
  /** The other end. */
  readonly person: string;
  /** Milliseconds. */
  readonly now: number;
  readonly recordable?: Recordable;
}

/** What a recording of the call will need: the address of the service, and a secret to sign with. */
export interface Recordable {
  readonly origin: string;
  readonly recordingKey: string;
}

/** A call that rings. */
export function newCall({ account, number }: Line, beginning: Beginning): CallRecord {
  const { id, direction, person, now, recordable } = beginning;
  const own = account.doc.username;
  const [from, to] = direction === 'inbound' ? [person, own] : [own, person];
  const at = instantOf(now);
  const doc: CallDoc = {
    _id: id,
    ...(isListed(number) && { accountId: account.id }),
    ...(number !== undefined && { numberId: number.id }),
    ...(typeof number?.doc.sipTrunkId === 'string' && { sipTrunkId: number.doc.sipTrunkId }),
    ...recordable,
    channel: callChannelOf(account.doc.platform) as CallDoc['channel'],
    direction,
    ...endFields(from, to),
    status: 'ringing',
    isVoicemail: false,
    ...settingsOf(number),
    callErrors: [],
    transcript: [],
    startedAt: at,
    durationSeconds: 0,
    createdAt: at,
    updatedAt: at,
  };
  const { teamId, profileId } = account;
  return { kind: CALL_KIND, id, teamId, profileId, parentId: null, createdAt: now, doc };
}

/** A number on a trunk has no voice of its own, and so no account in the list. */
const isListed = (number: NumberRecord | undefined): boolean => number === undefined || number.doc.callingEnabled;

/** What a call takes over of the number when it begins: later settings are those of later calls. Source: VOI-45, EVT-111 */
export const settingsOf = (number: NumberRecord | undefined) => ({
  recordingEnabled: number?.doc.recordingEnabled === true,
  transcriptionEnabled: number?.doc.transcriptionEnabled === true,
  ...(number?.doc.transcriptionLanguage !== undefined && {
    transcriptionLanguage: number.doc.transcriptionLanguage,
  }),
  ...(number?.doc.forwardCallerId !== undefined && { forwardCallerId: number.doc.forwardCallerId }),
});

/** Both ends of a call. Lists are asked for a number without saying at which end it is. */
const endFields = (from: string | undefined, to: string | undefined) => ({
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
  numbers: [from, to].filter((one) => one !== undefined),
});

/** The call between these two phones; one of a team without numbers comes from nowhere. */
export const withEnds = (record: CallRecord, from: string | undefined, to: string | undefined): CallRecord =>
  withFields(record, endFields(from, to));

const END_REASONS = ['hangup', 'no_answer', 'rejected', 'error'] as const;

interface Ending {
  /** Milliseconds. */
  readonly now: number;
  readonly reason?: string | undefined;
  /** Counted from the answer where nobody says it; a call that nobody answered has none. */
  readonly durationSeconds?: number | undefined;
}

/** The call as one that is over: how long it was, why it ended, what it cost, and its recording if there is one. */
export function endedCall(record: CallRecord, { now, reason = 'hangup', durationSeconds }: Ending): CallRecord {
  const { doc } = record;
  const started = Date.parse(doc.startedAt ?? instantOf(record.createdAt));
  const answered = Date.parse(doc.answeredAt ?? '');
  const seconds = durationSeconds ?? (Number.isNaN(answered) ? 0 : Math.round((now - answered) / 1_000));
  const over = withFields(record, {
    status: 'ended',
    startedAt: instantOf(Math.min(started, now - seconds * 1_000)),
    endedAt: instantOf(now),
    updatedAt: instantOf(now),
    durationSeconds: seconds,
    endReason: END_REASONS.find((one) => one === reason) ?? 'error',
    billing: callBilling(seconds, {
      isRecorded: doc.recordingEnabled,
      isTranscribed: doc.transcriptionEnabled,
      to: doc.to,
    }),
  });
  return withFields(over, recordingFields(over, now));
}

/** The address of the recording as it is signed when the call ends; nothing without one. Source: VOI-22, EVT-111 */
function recordingFields(over: CallRecord, now: number): Partial<CallDoc> {
  const signing = signingOf(over);
  if (signing === undefined) return {};
  const until = now + SIGNED_MS;
  const recordingUrl = signedUrl(over.doc.origin ?? '', signing, until);
  return { recordingUrl, recordingExpiresAt: instantOf(until) };
}

/** What signs the recording; undefined for a call without one. Source: VOI-44 */
export function signingOf({ id, doc }: CallRecord): Signing | undefined {
  const { recordingKey: key, recordingEnabled, durationSeconds, status } = doc;
  const isThere = status === 'ended' && recordingEnabled && durationSeconds > 0;
  return isThere && key !== undefined ? { id, key } : undefined;
}

/** Longest message on a voicemail. Source: VOI-06 */
export const LONGEST_MESSAGE_S = 120;

/** The call as one that somebody ends: with the message so far where the voicemail has it. Source: VOI-06, VOI-49 */
export function hungUpCall(record: CallRecord, now: number, unanswered: (typeof END_REASONS)[number]): CallRecord {
  const { status, voicemailAt } = record.doc;
  if (status !== 'ringing') return endedCall(record, { now });
  if (voicemailAt === undefined) return endedCall(record, { now, reason: unanswered });
  const spoken = Math.round((now - Date.parse(voicemailAt)) / 1_000);
  const durationSeconds = Math.min(spoken, LONGEST_MESSAGE_S);
  const isVoicemail = durationSeconds > 0;
  return withFields(endedCall(record, { now, reason: 'no_answer', durationSeconds }), { isVoicemail });
}

/** The call with a sentence in its transcript, where it has one. The local service hears what is said as it is said. */
export function withSentence(record: CallRecord, text: string, now: number): CallRecord {
  const { transcriptionEnabled, transcript = [] } = record.doc;
  if (!transcriptionEnabled) return record;
  const line = { text, confidence: 1, at: instantOf(now) };
  return withFields(record, { transcript: [...transcript, line], lastTranscriptSnippet: text, updatedAt: line.at });
}

/** The call as one that somebody took, or a machine, which it knows only if it was to find out. */
export const answeredCall = (record: CallRecord, now: number, isMachine = false): CallRecord =>
  withFields(record, {
    status: 'answered',
    answeredAt: instantOf(now),
    updatedAt: instantOf(now),
    ...(record.doc.amd === true && { answeredMachine: isMachine }),
  });

/** What the carrier says of a call that it does not connect. */
const NOT_PLACED = 138006;

/** The call as one that failed. */
export function failedCall(
  record: CallRecord,
  { message, now }: { readonly message: string; readonly now: number },
): CallRecord {
  const at = instantOf(now);
  const callErrors = [{ code: NOT_PLACED, message }];
  return withFields(record, { status: 'failed', endedAt: at, updatedAt: at, endReason: 'error', callErrors });
}
