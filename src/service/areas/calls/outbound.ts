/** Calls that a team makes: which line they are on, and what their ends are told as. Used by tell-phone.ts, by corridor/upstream.ts and by inbound causes. */
import { platformCallId } from '../../../platforms/calls.ts';
import { callBilling } from '../usage/prices.ts';
import { eventOf, inboxAccount, iso, textOf, type Fields } from '../../causes/cause.ts';
import { numberAccount } from '../phone-numbers/number.ts';
import { plainId } from '../../generic/around.ts';
import type { NewEvent, Reader, StoredRecord } from '../../store/store.ts';
import { ACCOUNT_KIND, type AccountRecord } from '../../records/account.ts';
import { NUMBER_KIND } from '../../records/phone.ts';

export const CALL_KIND = 'call';

export interface Line {
  readonly account: AccountRecord;
  readonly isNumber: boolean;
}

/** The account that calls, or the number. */
export async function lineOf(read: Reader, record: StoredRecord): Promise<Line> {
  const account = await read.get(ACCOUNT_KIND, textOf(record.doc['accountId']) ?? '');
  if (account !== undefined) return { account: account as AccountRecord, isNumber: false };
  const from = textOf(record.doc['from']);
  const numbers = await read.list(NUMBER_KIND, { teamId: record.teamId });
  const number = numbers.find(({ doc }) => doc['phoneNumber'] === from);
  return { account: numberAccount(number ?? { ...record, doc: { phoneNumber: from } }, 'phone'), isNumber: true };
}

/** Source: EVT-04 */
function blockOf(record: StoredRecord, { account, isNumber }: Line): Fields {
  const { doc } = record;
  const id = plainId(record);
  return {
    id,
    metaCallId: platformCallId(String(doc['channel']), id),
    accountId: account.id,
    ...(isNumber && { phoneNumberId: account.id }),
    direction: 'outbound',
    from: doc['from'],
    to: doc['to'],
  };
}

/** A call that has ended, with how long it was and what it cost. Source: EVT-110, EVT-111 */
export function endedEvent(record: StoredRecord, line: Line): NewEvent {
  const { doc } = record;
  const seconds = Number(doc['durationSeconds'] ?? 0);
  const call = {
    ...blockOf(record, line),
    startedAt: doc['startedAt'],
    endedAt: doc['endedAt'],
    durationSeconds: seconds,
    endReason: doc['endReason'],
    hangupCause: null,
    isVoicemail: false,
    billing: callBilling(seconds),
  };
  return eventOf('call.ended', line.account, { call, account: inboxAccount(line.account) });
}

/** What the carrier says of a call that it does not place. */
const NOT_PLACED = 138006;

/** The call as one that failed, and what it is told as. Source: EVT-112 */
export function failed(
  record: StoredRecord,
  line: Line,
  { message, now }: { readonly message: string; readonly now: number },
) {
  const at = iso(now);
  const error = { code: NOT_PLACED, message };
  const changes = { status: 'failed', endedAt: at, updatedAt: at, endReason: 'error', callErrors: [error] };
  const call = { ...blockOf(record, line), failedAt: at, error };
  return {
    record: { ...record, doc: { ...record.doc, ...changes } },
    event: eventOf('call.failed', line.account, { call, account: inboxAccount(line.account) }),
  };
}
