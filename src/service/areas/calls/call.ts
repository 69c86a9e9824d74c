/** A phone or whatsapp call as a record and in its events: how it begins, ends and fails, whoever placed it. Used by place.ts, arrives.ts and refused.ts. */
import { type Fields, textOf } from '../../../kernel/json.ts';
import { instantOf } from '../../../kernel/instant.ts';
import { DAY_MS } from '../../../kernel/time.ts';
import { callChannelOf, platformCallId } from '../../../platforms/calls.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import { eventOf, inboxAccount } from '../../causes/cause.ts';
import { ACCOUNT_KIND, type AccountRecord } from '../../records/account.ts';
import { NUMBER_KIND } from '../../records/phone.ts';
import type { NewEvent, Reader, StoredRecord } from '../../store/store.ts';
import { numberAccount } from '../phone-numbers/number.ts';
import { callBilling } from '../usage/prices.ts';

export const CALL_KIND = 'call';

/** States of calls in which nothing more becomes of them. */
const OVER: readonly unknown[] = ['ended', 'failed'];

export const isOver = ({ doc }: StoredRecord): boolean => OVER.includes(doc['status']);

/** The end of a call that is the team's: its account, or its number. */
export interface Line {
  readonly account: AccountRecord;
  readonly number?: StoredRecord | undefined;
}

/** The team's end of a known call: the account that the record names, or the number. */
export async function lineOf(read: Reader, record: StoredRecord): Promise<Line> {
  const { doc, teamId } = record;
  const account = await read.get(ACCOUNT_KIND, textOf(doc['accountId']) ?? '');
  if (account !== undefined) return { account };
  const phone = textOf(doc[doc['direction'] === 'inbound' ? 'to' : 'from']);
  const number = (await read.list(NUMBER_KIND, { teamId })).find(({ doc: one }) => one['phoneNumber'] === phone);
  return { account: numberAccount(number ?? { ...record, doc: { phoneNumber: phone } }, 'phone'), number };
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
export function newCall({ account, number }: Line, { id, direction, person, now }: Beginning): StoredRecord {
  const own = account.doc.username;
  const [from, to] = direction === 'inbound' ? [person, own] : [own, person];
  const at = instantOf(now);
  const doc = {
    _id: id,
    ...(number === undefined && { accountId: account.id }),
    channel: callChannelOf(account.doc.platform),
    direction,
    ...endsOf(from, to),
    status: 'ringing',
    isVoicemail: false,
    recordingEnabled: isRecording({ account, number }),
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
export const endsOf = (from: unknown, to: unknown) => ({ from, to, numbers: [from, to] });

/** Source: EVT-111 */
const isRecording = ({ account, number }: Line): boolean =>
  ((number ?? account) as StoredRecord).doc['recordingEnabled'] === true;

/** Source: EVT-04 */
export function callBlock({ id, doc }: StoredRecord, { account }: Line): Fields {
  return {
    id,
    metaCallId: platformCallId(account.doc.platform, id),
    accountId: account.id,
    ...(traitsOf(account.doc.platform).line === 'calls' && { phoneNumberId: account.id }),
    direction: doc['direction'],
    from: doc['from'],
    to: doc['to'],
  };
}

const END_REASONS = ['hangup', 'no_answer', 'rejected', 'error'];

interface Ending {
  /** Milliseconds. */
  readonly now: number;
  readonly reason?: string | undefined;
  /** Counted from its beginning where nobody says it. */
  readonly durationSeconds?: number | undefined;
}

/** The call as one that is over: how long it was, why it ended, what it cost, and its recording if there is one. */
export function endedCall(record: StoredRecord, { now, reason = 'hangup', durationSeconds }: Ending): StoredRecord {
  const { id, doc } = record;
  const started = Date.parse(textOf(doc['startedAt']) ?? instantOf(record.createdAt));
  const seconds = durationSeconds ?? Math.round((now - started) / 1_000);
  const changes = {
    status: 'ended',
    startedAt: instantOf(Math.min(started, now - seconds * 1_000)),
    endedAt: instantOf(now),
    updatedAt: instantOf(now),
    durationSeconds: seconds,
    endReason: END_REASONS.includes(reason) ? reason : 'error',
    ...(doc['recordingEnabled'] === true && {
      recordingUrl: `https://recordings.example.test/${id}.mp3`,
      recordingExpiresAt: instantOf(now + DAY_MS),
    }),
    billing: callBilling(seconds),
  };
  return { ...record, doc: { ...doc, ...changes } };
}

/** Source: EVT-110, EVT-111 */
export function endedEvent(record: StoredRecord, line: Line): NewEvent {
  const { doc } = record;
  const call = {
    ...callBlock(record, line),
    startedAt: doc['startedAt'],
    endedAt: doc['endedAt'],
    durationSeconds: doc['durationSeconds'],
    endReason: doc['endReason'],
    hangupCause: null,
    isVoicemail: false,
    ...(doc['recordingUrl'] !== undefined && {
      recordingUrl: doc['recordingUrl'],
      recordingExpiresAt: doc['recordingExpiresAt'],
    }),
    billing: doc['billing'],
  };
  return eventOf('call.ended', line.account, { call, account: inboxAccount(line.account) });
}

/** What the carrier says of a call that it does not connect. */
const NOT_PLACED = 138006;

/** The call as one that failed, and its event. Source: EVT-112 */
export function failedCall(
  record: StoredRecord,
  line: Line,
  { message, now }: { readonly message: string; readonly now: number },
): { readonly record: StoredRecord; readonly event: NewEvent } {
  const at = instantOf(now);
  const error = { code: NOT_PLACED, message };
  const changes = { status: 'failed', endedAt: at, updatedAt: at, endReason: 'error', callErrors: [error] };
  const call = { ...callBlock(record, line), failedAt: at, error };
  return {
    record: { ...record, doc: { ...record.doc, ...changes } },
    event: eventOf('call.failed', line.account, { call, account: inboxAccount(line.account) }),
  };
}
