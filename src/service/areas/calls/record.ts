/** A phone or whatsapp call as a record: how it begins, ends and fails, whoever placed it. Used by place.ts, arrives.ts and refused.ts; its events are in events.ts. */
import { instantOf } from '../../../kernel/instant.ts';
import { DAY_MS } from '../../../kernel/time.ts';
import { callChannelOf } from '../../../platforms/calls.ts';
import { ACCOUNT_KIND, type AccountRecord } from '../../records/account.ts';
import { NUMBER_KIND } from '../../records/phone.ts';
import { withFields } from '../../store/record.ts';
import type { DocOf, Reader, RecordOf } from '../../store/store.ts';
import { numberAccount } from '../phone-numbers/offers.ts';
import type { NumberRecord } from '../phone-numbers/record.ts';
import { callBilling } from '../usage/offers.ts';

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

/** The team's end of a known call: the account that the record names, or the number. */
export async function lineOf(read: Reader, record: CallRecord): Promise<Line> {
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
}

/** A call that rings. */
export function newCall({ account, number }: Line, { id, direction, person, now }: Beginning): CallRecord {
  const own = account.doc.username;
  const [from, to] = direction === 'inbound' ? [person, own] : [own, person];
  const at = instantOf(now);
  const doc: CallDoc = {
    _id: id,
    ...(number === undefined && { accountId: account.id }),
    channel: callChannelOf(account.doc.platform) as CallDoc['channel'],
    direction,
    ...endFields(from, to),
    status: 'ringing',
    isVoicemail: false,
    // Source: EVT-111
    recordingEnabled: number?.doc.recordingEnabled === true,
    transcriptionEnabled: false,
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
  const { id, doc } = record;
  const started = Date.parse(doc.startedAt ?? instantOf(record.createdAt));
  const answered = Date.parse(doc.answeredAt ?? '');
  const seconds = durationSeconds ?? (Number.isNaN(answered) ? 0 : Math.round((now - answered) / 1_000));
  return withFields(record, {
    status: 'ended',
    startedAt: instantOf(Math.min(started, now - seconds * 1_000)),
    endedAt: instantOf(now),
    updatedAt: instantOf(now),
    durationSeconds: seconds,
    endReason: END_REASONS.find((one) => one === reason) ?? 'error',
    ...(doc.recordingEnabled &&
      seconds > 0 && {
        recordingUrl: `https://recordings.example.test/${id}.mp3`,
        recordingExpiresAt: instantOf(now + DAY_MS),
      }),
    billing: callBilling(seconds, {
      isRecorded: doc.recordingEnabled === true,
      isTranscribed: doc.transcriptionEnabled === true,
    }),
  });
}

/** The call as one that somebody took. */
export const answeredCall = (record: CallRecord, now: number): CallRecord =>
  withFields(record, { status: 'answered', answeredAt: instantOf(now), updatedAt: instantOf(now) });

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
