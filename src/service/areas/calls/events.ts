/** What endpoints learn of calls, and of the permission to call. Used by place.ts, arrives.ts and refused.ts. */
import type { Fields } from '../../../kernel/json.ts';
import { platformCallId } from '../../../platforms/calls.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import { eventOf, inboxAccount } from '../../causes/cause.ts';
import type { AccountRecord } from '../../records/account.ts';
import type { NewEvent } from '../../store/store.ts';
import type { CallRecord, Line } from './record.ts';

/** Source: EVT-04 */
const callBlock = ({ id, doc }: CallRecord, { account }: Line): Fields => ({
  id,
  metaCallId: platformCallId(account.doc.platform, id),
  accountId: account.id,
  ...(traitsOf(account.doc.platform).line === 'calls' && { phoneNumberId: account.id }),
  direction: doc.direction,
  from: doc.from,
  to: doc.to,
});

const callEvent = (
  type: 'call.received' | 'call.ended' | 'call.failed',
  record: CallRecord,
  { line, more }: { readonly line: Line; readonly more: Fields },
): NewEvent =>
  eventOf(type, line.account, {
    call: { ...callBlock(record, line), ...more },
    account: inboxAccount(line.account),
  });

export const receivedEvent = (record: CallRecord, line: Line): NewEvent =>
  callEvent('call.received', record, { line, more: { ...forwardingOf(record), startedAt: record.doc.startedAt } });

const forwardingOf = ({ doc: { forwardTo } }: CallRecord): Fields =>
  typeof forwardTo === 'string' ? { forwardTo } : {};

/** Source: EVT-110, EVT-111 */
export function endedEvent(record: CallRecord, line: Line): NewEvent {
  const { startedAt, endedAt, durationSeconds, endReason, recordingUrl, recordingExpiresAt, billing } = record.doc;
  const more = {
    startedAt,
    endedAt,
    durationSeconds,
    endReason,
    hangupCause: null,
    isVoicemail: record.doc.isVoicemail,
    ...(recordingUrl !== undefined && { recordingUrl, recordingExpiresAt }),
    billing,
  };
  return callEvent('call.ended', record, { line, more });
}

/** Source: EVT-112 */
export function failedEvent(record: CallRecord, line: Line): NewEvent {
  const { endedAt, callErrors } = record.doc;
  return callEvent('call.failed', record, { line, more: { failedAt: endedAt, error: callErrors[0] } });
}

interface Answered {
  readonly from: unknown;
  readonly isRejected: boolean;
  readonly isPermanent: boolean;
  /** ISO 8601; absent for an answer that holds for ever, or is no. */
  readonly expiresAt: string | undefined;
}

/** A person answers whether they may be called. */
export function permissionEvent(account: AccountRecord, answered: Answered): NewEvent {
  const { from, isRejected, isPermanent, expiresAt } = answered;
  const permission = {
    from,
    response: isRejected ? 'reject' : 'accept',
    isPermanent,
    ...(expiresAt === undefined ? {} : { expirationTimestamp: expiresAt }),
    responseSource: 'user_action',
  };
  const call = { accountId: account.id };
  return eventOf('call.permission_request', account, { call, permission, account: inboxAccount(account) });
}
