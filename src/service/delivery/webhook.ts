/** Webhook endpoints as records, and who sees them. What they get is delivery/'s matter. */
import type { Catalog } from '../../catalog/catalog.ts';
import { instantOf } from '../../kernel/instant.ts';
import type { Fields } from '../../kernel/json.ts';
import type { Caller } from '../call.ts';
import { HEALTH_KIND, UNUSED, type Health } from './health.ts';
import { shownFields } from '../records/shown.ts';
import type { DocOf, Reader, RecordOf, StoredRecord } from '../store/store.ts';

export const WEBHOOK_KIND = 'webhook';

/** Its `secret` is what the caller sent. */
export type WebhookDoc = DocOf<'webhook'>;

export type WebhookRecord = RecordOf<'webhook'>;

/** The endpoint as the API shows it, with how it has been doing. */
export const webhookView = (
  webhook: WebhookRecord,
  catalog: Pick<Catalog, 'kinds'>,
  { failureCount, lastFiredAt }: Health = UNUSED,
): Fields => ({
  ...shownFields(webhook, catalog),
  failureCount,
  ...(lastFiredAt === null ? {} : { lastFiredAt: instantOf(lastFiredAt) }),
});

export const healthOf = async (reader: Reader, webhookId: string): Promise<Health> =>
  (await reader.get(HEALTH_KIND, webhookId))?.doc ?? UNUSED;

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
  const webhooks = await reader.list(WEBHOOK_KIND, { teamId: caller.teamId });
  const reached = caller.profileIds;
  if (reached === null) return webhooks;
  return webhooks.filter(({ doc }) => doc.profileIds.length > 0 && doc.profileIds.every((id) => reached.includes(id)));
}
