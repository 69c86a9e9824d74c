/** A call as the carrier sees it: whose line it is that it acts on, and one that it does not place, which is kept as failed. Asked by corridor/upstream.ts. */
import type { Fields } from '../../../kernel/json.ts';
import type { Call, Reply } from '../../call.ts';
import type { Desk } from '../../desk.ts';
import { commit } from '../../change.ts';
import type { AccountRecord } from '../../records/account.ts';
import { NUMBER_KIND } from '../../records/phone.ts';
import { numberAccount, phoneOf } from '../phone-numbers/offers.ts';
import { failedEvent } from './events.ts';
import { CALL_KIND, failedCall, lineOf, newCall } from './record.ts';

/** The number that a call is placed from, or that a known call goes over, as an account; undefined where the team does not have it. */
export async function carrierLine({ path, body, caller }: Pick<Call, 'path' | 'body' | 'caller'>, desk: Desk) {
  const { read } = desk.store;
  const { teamId } = caller;
  const record = await read.get(CALL_KIND, path['id'] ?? '');
  if (record?.teamId === teamId) return (await lineOf(read, record)).account;
  const { fromNumber } = body;
  if (typeof fromNumber !== 'string') return undefined;
  const number = (await read.list(NUMBER_KIND, { teamId })).find((one) => phoneOf(one) === fromNumber);
  return number && numberAccount(number, 'phone');
}

/** Source: VOI-42 */
export async function keepFailed(call: Call, desk: Desk, account: AccountRecord, refusal: Reply): Promise<void> {
  const { type, error } = (refusal.body ?? {}) as Fields;
  if (type !== 'platform_error') return;
  const now = desk.clock.now();
  const person = String(call.body['to']);
  const number = await desk.store.read.get(NUMBER_KIND, account.id);
  const line = { account, number };
  const ringing = newCall(line, { id: desk.ids.record(), direction: 'outbound', person, now });
  const record = failedCall(ringing, { message: String(error), now });
  const event = { ...failedEvent(record, line), requestId: call.requestId };
  await commit(desk, [], () => Promise.resolve({ records: [record], events: [event] }));
}
