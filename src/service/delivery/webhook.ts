/** Webhook endpoints as records, and who sees them. What they get is delivery/'s matter. */
import { instantOf } from '../../kernel/instant.ts';
import type { Caller } from '../call.ts';
import { HEALTH_KIND, UNUSED, type Health } from './health.ts';
import type { Reader, StoredRecord } from '../store/store.ts';

export const WEBHOOK_KIND = 'webhook';

export interface WebhookDoc extends Record<string, unknown> {
  readonly _id: string;
  readonly name: string;
  readonly url: string;
  /** Only what the caller sent; never made up here. */
  readonly secret?: string;
  readonly events: readonly string[];
  readonly isActive: boolean;
  readonly customHeaders: Readonly<Record<string, string>>;
  readonly disabledResourceGroups: readonly string[];
  readonly profileIds: readonly string[];
  readonly accountIds: readonly string[];
  readonly $userId: string;
  /** When each group of the denylist came onto it, in ms. */
  readonly $deniedAt?: Readonly<Record<string, number>>;
}

export type WebhookRecord = StoredRecord<WebhookDoc>;

/** The endpoint as the API shows it, with how it has been doing. */
export const webhookView = (
  doc: WebhookDoc,
  { failureCount, lastFiredAt }: Health = UNUSED,
): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(doc).filter(([key]) => !key.startsWith('$'))),
  failureCount,
  ...(lastFiredAt === null ? {} : { lastFiredAt: instantOf(lastFiredAt) }),
});

export const healthOf = async (reader: Reader, webhookId: string): Promise<Health> =>
  (await reader.get<Health>(HEALTH_KIND, webhookId))?.doc ?? UNUSED;

export const healthRecord = ({ id, teamId, createdAt }: WebhookRecord, doc: Health): StoredRecord<Health> => ({
  kind: HEALTH_KIND,
  id,
  teamId,
  profileId: null,
  parentId: id,
  createdAt,
  doc,
});

/** Endpoints the caller reaches: a key limited to profiles reaches those scoped to its profiles. */
export async function webhooksFor(reader: Reader, caller: Caller): Promise<WebhookRecord[]> {
  const webhooks = await reader.list<WebhookDoc>(WEBHOOK_KIND, { teamId: caller.teamId });
  const reached = caller.profileIds;
  if (reached === null) return webhooks;
  return webhooks.filter(({ doc }) => doc.profileIds.length > 0 && doc.profileIds.every((id) => reached.includes(id)));
}
