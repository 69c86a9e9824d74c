/** What delivery offers to the rest of the service, on the desk as `delivery`. Next stop: engine.ts. */
import type { Arrival } from '../../kernel/delivery.ts';
import type { Ids } from '../../kernel/ids.ts';
import type { ServiceClock } from '../clock.ts';
import type { Store, StoredEvent } from '../store/store.ts';
import type { DeliveryQueue } from './queue.ts';
import type { WebhookRecord } from './webhook.ts';

/** What brings events to their endpoints. */
export interface DeliveryDesk {
  /** The door that events pass when they are emitted. */
  readonly queue: DeliveryQueue;
  /** Sends an endpoint everything that is due; ends when nothing is. */
  run(webhookId: string): Promise<void>;
  /** Tells endpoints that are being served that more has been committed for them. */
  wake(webhookIds: ReadonlySet<string>): void;
  /** One attempt, logged and never repeated by itself. The event and its delivery to the endpoint are stored already. */
  send(webhook: WebhookRecord, event: StoredEvent): Promise<Arrival>;
}

/** What delivery needs of the desk. */
export interface DeliveryParts {
  readonly store: Store;
  readonly clock: ServiceClock;
  readonly ids: Ids;
  readonly delivery: DeliveryDesk;
}
