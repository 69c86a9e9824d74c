/** What happens to an event in the moment it is emitted: who gets it is decided and written beside it. Next stop: lane.ts. */
import type { Clock } from '../../kernel/clock.ts';
import { needsInbox } from '../../webhooks/catalogue.ts';
import { WEBHOOK_KIND } from './webhook.ts';
import { remembered } from '../store/remembered.ts';
import type { Records } from '../store/service-store.ts';
import type { Reader } from '../store/store.ts';
import type { Outlet } from '../store/tx.ts';
import { deliverAt } from './due.ts';
import { parkedIn } from './parking.ts';
import type { DeliveryQueue } from './queue.ts';
import { subscriptionOf, takes, type Subscription } from './routing.ts';

interface OutletParts {
  readonly clock: Clock;
  readonly queue: DeliveryQueue;
  /** What of the team's plan decides about deliveries. */
  readonly planFor: (teamId: string) => Promise<{ readonly inbox: boolean }>;
}

/** @param records the store's, so that the team's endpoints need not be read for every event */
export function openOutlet({ clock, queue, planFor }: OutletParts, records: Records): Outlet {
  const kept = remembered(records, WEBHOOK_KIND, (teamId) => subscriptionsOf(records.read, teamId));
  return async (tx, event) => {
    // History that a seed lays down was delivered long ago.
    if (event.at !== undefined) return;
    const { teamId } = event;
    const all = records.isChanging(WEBHOOK_KIND) ? await subscriptionsOf(tx, teamId) : await kept(teamId);
    const takers = all.filter((one) => takes(one, event)).map(({ webhookId }) => webhookId);
    if (takers.length === 0) return;
    // Source: INB-37
    if (needsInbox(event.type) && !(await planFor(teamId)).inbox) return;
    const now = clock.now();
    const state = queue.isRefusing() ? 'parked' : 'pending';
    for (const webhookId of takers) await tx.addDelivery({ eventId: event.id, webhookId, state, dueAt: now });
    if (state === 'parked') await tx.schedule(parkedIn(event.id, now));
    else for (const webhookId of takers) await tx.pull(deliverAt(webhookId, now));
  };
}

async function subscriptionsOf(reader: Reader, teamId: string): Promise<Subscription[]> {
  const webhooks = await reader.list(WEBHOOK_KIND, { teamId });
  return webhooks.filter(({ doc }) => doc.isActive).map(({ doc }) => subscriptionOf(doc));
}
