/** Which endpoints an event goes to, decided when it is emitted. Pure; outlet.ts asks with every event. */
import type { WebhookDoc } from './webhook.ts';
import type { EmittedEvent } from '../store/store.ts';

/** An endpoint, as far as the choice needs it. */
export interface Subscription {
  readonly webhookId: string;
  readonly events: ReadonlySet<string>;
  /** Groups that are held back. */
  readonly withheld: ReadonlySet<string>;
  readonly profileIds: readonly string[];
  readonly accountIds: readonly string[];
}

export const subscriptionOf = (doc: WebhookDoc): Subscription => ({
  webhookId: doc._id,
  events: new Set(doc.events),
  withheld: new Set(doc.disabledResourceGroups),
  profileIds: doc.profileIds,
  accountIds: doc.accountIds,
});

type Belonging = Pick<EmittedEvent, 'type' | 'group' | 'profileIds' | 'accountIds'>;

/** Source: specification, "Delivery rules" 10 (WHK-11, WHK-80 to WHK-86) */
export const takes = (subscription: Subscription, event: Belonging): boolean =>
  subscription.events.has(event.type) &&
  !subscription.withheld.has(event.group) &&
  isInScope(subscription.profileIds, event.profileIds) &&
  isInScope(subscription.accountIds, event.accountIds);

/** An empty scope takes everything; any other takes what belongs to something in it, and nothing that belongs nowhere. */
const isInScope = (scope: readonly string[], ids: readonly string[]): boolean =>
  scope.length === 0 || ids.some((id) => scope.includes(id));
