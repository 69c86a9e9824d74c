/** Webhook endpoints as records, who sees them, and what is kept of their deliveries. */
import type { Caller } from '../../call.ts';
import type { Reader, StoredRecord } from '../../store/store.ts';

export const WEBHOOK_KIND = 'webhook';

export interface WebhookDoc extends Record<string, unknown> {
  readonly _id: string;
  readonly name: string;
  readonly url: string;
  /** Only what the caller sent; never made up here. */
  readonly secret?: string;
  readonly events: readonly string[];
  readonly isActive: boolean;
  readonly failureCount: number;
  readonly customHeaders: Readonly<Record<string, string>>;
  readonly disabledResourceGroups: readonly string[];
  readonly profileIds: readonly string[];
  readonly accountIds: readonly string[];
  readonly $userId: string;
  /** When each group of the denylist came onto it, in ms. */
  readonly $deniedAt?: Readonly<Record<string, number>>;
}

export type WebhookRecord = StoredRecord<WebhookDoc>;

export const webhookView = (doc: WebhookDoc): Record<string, unknown> =>
  Object.fromEntries(Object.entries(doc).filter(([key]) => !key.startsWith('$')));

/** Endpoints the caller reaches: a key limited to profiles reaches those scoped to its profiles. */
export async function webhooksFor(reader: Reader, caller: Caller): Promise<WebhookRecord[]> {
  const webhooks = await reader.list<WebhookDoc>(WEBHOOK_KIND, { teamId: caller.teamId });
  const reached = caller.profileIds;
  if (reached === null) return webhooks;
  return webhooks.filter(({ doc }) => doc.profileIds.length > 0 && doc.profileIds.every((id) => reached.includes(id)));
}

/** Attempts of deliveries; `parentId` is the endpoint. Written by delivery/. */
export const DELIVERY_KIND = 'webhook_log';

export interface DeliveryDoc extends Record<string, unknown> {
  readonly webhookId: string;
  readonly eventId: string;
  readonly event: string;
  readonly status: 'success' | 'failed';
  readonly attemptNumber: number;
  /** ISO 8601. */
  readonly createdAt: string;
}
