/** A call that the carrier does not place is kept as one that failed, with its event. Asked by corridor/upstream.ts. */
import type { Fields } from '../../../kernel/json.ts';
import type { Call, Reply } from '../../call.ts';
import type { Desk } from '../../desk.ts';
import { commit } from '../../change.ts';
import type { AccountRecord } from '../../records/account.ts';
import { failedEvent } from './events.ts';
import { failedCall, newCall } from './record.ts';

/** Source: specification, "Endpoint-specific errors": 502, call marked failed */
export async function keepFailed(call: Call, desk: Desk, account: AccountRecord, refusal: Reply): Promise<void> {
  const { type, error } = (refusal.body ?? {}) as Fields;
  if (type !== 'platform_error') return;
  const now = desk.clock.now();
  const person = String(call.body['to']);
  const ringing = newCall({ account }, { id: desk.ids.record(), direction: 'outbound', person, now });
  const record = failedCall(ringing, { message: String(error), now });
  const event = { ...failedEvent(record, { account }), requestId: call.requestId };
  await commit(desk, [], () => Promise.resolve({ records: [record], events: [event] }));
}
