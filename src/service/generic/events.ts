/** What a change of a generic record is told as, in the transaction that makes it. Called by create.ts and change.ts; next stop: the store's outbox. */
import type { EventName } from '#contract';
import type { AccountRecord } from '../records/account.ts';
import { withRuns } from '../areas/ads/figures.ts';
import { eventOf, plainAccount, textOf } from '../causes/cause.ts';
import type { NewEvent, StoredRecord, Tx } from '../store/store.ts';
import { plainId } from './around.ts';
import { digitsOf } from '../networks/chance.ts';
import { isList } from '../engine/form.ts';
import type { Staged } from './scene.ts';
import { iso } from './senses.ts';
import { accountOf, type Change, type Teller, type Telling } from './telling.ts';

/** Writes a record, and tells what that changed. */
export async function putTold(tx: Tx, staged: Staged, after: StoredRecord): Promise<void> {
  const before = staged.call.card.emits.length === 0 ? undefined : await tx.get(after.kind, after.id);
  await tx.put(after.kind === 'ad' ? withRuns(before, after, staged.made.now) : after);
  await emitted(tx, staged, [{ before, after }]);
}

/** Emits the events of the changes that the card of the operation says it may cause. */
export async function emitted(tx: Tx, staged: Staged, changes: readonly Change[]): Promise<void> {
  const { card, requestId } = staged.call;
  if (card.emits.length === 0) return;
  for (const change of changes) {
    const record = change.after ?? change.before;
    const tell = record && TELLERS[record.kind];
    if (record === undefined || tell === undefined) continue;
    const events = await tell({ ...change, tx, staged, record });
    for (const event of events) if (card.emits.includes(event.type)) await tx.emit({ ...event, requestId });
  }
}

/** An event of the record's account; none where it has no account. */
async function ofAccount(
  telling: Telling,
  type: EventName,
  payload: (account: AccountRecord) => Readonly<Record<string, unknown>>,
): Promise<readonly NewEvent[]> {
  const account = await accountOf(telling);
  return account === undefined ? [] : [eventOf(type, account, { account: plainAccount(account), ...payload(account) })];
}

/** Source: EVT-102 */
const ad =
  (level: 'CAMPAIGN' | 'AD_SET' | 'AD', name: string): Teller =>
  async (telling) => {
    const { before, after, record } = telling;
    const raw = after?.doc['status'];
    if (raw === undefined || raw === before?.doc['status']) return [];
    const { doc } = record;
    return ofAccount(telling, 'ad.status_changed', (account) => ({
      adObject: {
        level,
        platformId: String(doc[name] ?? plainId(record)),
        platformAdAccountId: String(doc['platformAdAccountId'] ?? doc['adAccountId'] ?? digitsOf(account.id, 15)),
      },
      status: { raw: String(raw).toUpperCase() },
    }));
  };

/** Source: EVT-106 */
const displayName: Teller = async (telling) =>
  ofAccount(telling, 'whatsapp.account.name_status_updated', (account) => ({
    name: {
      status: 'PENDING_REVIEW',
      requestedName: textOf(telling.staged.call.body['displayName']) ?? null,
      rejectionReason: null,
      displayPhoneNumber: account.doc.username,
    },
  }));

/** Source: EVT-101 */
const lead: Teller = async (telling) => {
  const { before, record, staged } = telling;
  const account = await accountOf(telling);
  if (before !== undefined || account === undefined) return [];
  const block = {
    id: plainId(record),
    leadgenId: digitsOf(record.id, 15),
    formId: staged.place.owners.at(-1)?.id ?? '',
    formName: null,
    adId: null,
    adsetId: null,
    campaignId: null,
    fields: answersIn(staged.call.body),
    isOrganic: true,
    createdAt: iso(staged.made.now),
  };
  const from = { id: account.id, accountId: account.id, platform: 'facebook' };
  return [eventOf('lead.received', account, { lead: block, account: from })];
};

/** `[{name, values}]` as question to answer. */
function answersIn(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const list = Object.values(body).find(isList) ?? [];
  const entries = list.map((one) => Object.values(Object(one) as object) as unknown[]);
  return Object.fromEntries(entries.map(([name, value]) => [String(name), [value].flat().map(String).join(', ')]));
}

/** Kinds whose changes are told, with who tells them. */
const TELLERS: Readonly<Record<string, Teller>> = {
  ad_campaign: ad('CAMPAIGN', 'platformCampaignId'),
  ad_set: ad('AD_SET', 'platformAdSetId'),
  ad: ad('AD', 'platformAdId'),
  whatsapp_display_name: displayName,
  ad_test_lead: lead,
};
