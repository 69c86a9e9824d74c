/** Switching off endpoints that fail for days: judged when a delivery dies and every hour while one fails; the owner is written to. */
import { instantOf } from '../../kernel/instant.ts';
import { HOUR_MS } from '../../kernel/time.ts';
import { USER_KIND } from '../records/user.ts';
import { healthOf, WEBHOOK_KIND, type WebhookRecord } from './webhook.ts';
import type { DueRow, NewDue, Tx } from '../store/store.ts';
import { isBeyondHope } from './health.ts';
import type { DeliveryParts } from './desk.ts';
import { ownKind } from '../store/record.ts';

/** Kind of the hourly judgement; `ref` is the endpoint. */
export const JUDGE = 'webhook_check';

/** @param from ms: when it began to fail, or was judged last */
export const judgedIn = (webhookId: string, from: number): NewDue => ({
  dueAt: from + HOUR_MS,
  kind: JUDGE,
  ref: webhookId,
});

/** Goes on by the hour as long as the endpoint fails. */
export const judgeHourly = ({ ref, dueAt }: DueRow, desk: DeliveryParts): Promise<void> =>
  desk.store.transact(async (tx) => {
    const webhook = await tx.get(WEBHOOK_KIND, ref);
    const health = await healthOf(tx, ref);
    if (webhook === undefined || !webhook.doc.isActive || health.failingSince === null) return;
    const now = desk.clock.now();
    if (isBeyondHope(health, now)) await switchOff(tx, desk, webhook);
    else await tx.schedule(judgedIn(ref, Math.max(dueAt, now - HOUR_MS)));
  });

/** What still waits goes where only a caller can send it again. Source: WHK-90, WHK-93, ASM-47 */
export async function switchOff(
  tx: Tx,
  { clock, ids }: Pick<DeliveryParts, 'clock' | 'ids'>,
  webhook: WebhookRecord,
): Promise<void> {
  const now = clock.now();
  await tx.put({ ...webhook, doc: { ...webhook.doc, isActive: false } });
  await tx.moveDeliveries({ webhookId: webhook.id }, { from: 'pending', to: 'dead', dueAt: now });
  await writeToOwner(tx, webhook, { id: ids.record(), now });
}

export const MAIL_KIND = ownKind<MailDoc>('$mail');

/** A mail that the service would have sent. */
export interface MailDoc extends Record<string, unknown> {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

async function writeToOwner(
  tx: Tx,
  { id: webhookId, teamId, doc }: WebhookRecord,
  { id, now }: { id: string; now: number },
) {
  const owner = await tx.get(USER_KIND, doc.userId);
  const mail: MailDoc = {
    id,
    at: instantOf(now),
    to: owner?.doc.email ?? '',
    subject: `The webhook endpoint ${doc.name} was switched off`,
    text:
      `${doc.url} has not accepted an event for three days, so events are no longer sent to it. ` +
      'Once it responds again, re-enable it. Events of the last 30 days can then be redelivered.',
    webhookId,
  };
  await tx.put({ kind: MAIL_KIND, id, teamId, profileId: null, parentId: webhookId, createdAt: now, doc: mail });
}
