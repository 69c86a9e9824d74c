/** Events that the delivery queue turned away: offered again every minute, for a day. A worker of the timeline. */
import { DAY_MS, MINUTE_MS } from '../../kernel/time.ts';
import type { DueRow, NewDue } from '../store/store.ts';
import { deliverAt } from './due.ts';
import type { DeliveryParts } from './desk.ts';

/** Kind of the work; `ref` is the event. */
export const REQUEUE = 'requeue';

const EVERY_MS = MINUTE_MS;

/** Source: WHK-67, WHK-68 */
const FOR_MS = DAY_MS;

/** @param now ms: when the event was turned away */
export const parkedIn = (eventId: string, now: number): NewDue => again(eventId, now + EVERY_MS, now + FOR_MS);

const again = (eventId: string, dueAt: number, until: number): NewDue => ({
  dueAt,
  kind: REQUEUE,
  ref: eventId,
  payload: { until },
});

export async function requeue({ ref: eventId, dueAt, payload }: DueRow, desk: DeliveryParts): Promise<void> {
  const until = Number(payload['until']);
  await desk.store.transact(async (tx) => {
    const now = desk.clock.now();
    if (!desk.delivery.queue.isRefusing()) {
      await tx.moveDeliveries({ eventId }, { from: 'parked', to: 'pending', dueAt: now });
      for (const { webhookId } of await tx.deliveries([eventId])) await tx.pull(deliverAt(webhookId, now));
    } else if (now >= until) {
      await tx.moveDeliveries({ eventId }, { from: 'parked', to: 'dropped', dueAt: now });
    } else {
      await tx.schedule(again(eventId, Math.max(dueAt, now - EVERY_MS) + EVERY_MS, until));
    }
  });
}
