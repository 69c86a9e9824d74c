/** What a change of a generic record is told as, in the transaction that makes it. Called by create.ts and change.ts; next stop: the store's outbox. */
import type { EventName } from '#contract';
import type { AccountRecord } from '../records/account.ts';
import { withRuns } from '../areas/ads/figures.ts';
import { write } from '../change.ts';
import { followUp, wakened } from '../areas/sequences/steps.ts';
import { eventOf, plainAccount, profileEvent, textOf } from '../causes/cause.ts';
import type { NewEvent, StoredRecord, Tx } from '../store/store.ts';
import { plainId } from './around.ts';
import { digitsOf } from './chance.ts';
import { isList } from '../engine/form.ts';
import type { Staged } from './scene.ts';
import { iso } from './senses.ts';
import { inbox } from './tell-inbox.ts';
import { phone } from './tell-phone.ts';
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

const contactBlock = ({ id, profileId, doc }: StoredRecord) => ({
  id: textOf(doc['id']) ?? id,
  ...(textOf(doc['name']) !== undefined && { name: doc['name'] }),
  ...(profileId !== null && { profileId }),
});

const tagsOf = (record: StoredRecord | undefined): readonly unknown[] => {
  const tags = record?.doc['tags'];
  return isList(tags) ? tags : [];
};

/** One event a tag. Source: EVT-124 */
const contact: Teller = async ({ before, after, record }) => {
  if (after === undefined) return [];
  const [had, has] = [tagsOf(before), tagsOf(after)];
  const told = (type: EventName, tag: unknown): NewEvent =>
    profileEvent(type, record, { contact: contactBlock(record), tag });
  return [
    ...has.filter((tag) => !had.includes(tag)).map((tag) => told('contact.tag_added', tag)),
    ...had.filter((tag) => !has.includes(tag)).map((tag) => told('contact.tag_removed', tag)),
  ];
};

/** Source: EVT-124 */
const contactField: Teller = async ({ tx, staged, before, after, record }) => {
  const owner = await tx.get('contact', staged.place.owners.at(-1)?.id ?? '');
  if (owner === undefined) return [];
  const field = {
    slug: staged.place.id ?? plainId(record),
    value: after?.doc['value'] ?? null,
    previousValue: before?.doc['value'] ?? null,
  };
  return [profileEvent('contact.field_changed', owner, { contact: contactBlock(owner), field })];
};

/** Enrolled when it begins, exited when it is taken away. Source: EVT-124 */
const enrollment: Teller = async ({ tx, staged, before, after, record }) => {
  if (before !== undefined && after !== undefined) return [];
  const sequence = await tx.get('sequence', record.parentId ?? '');
  if (after !== undefined && sequence !== undefined) await write(tx, followUp(after, sequence, staged.made.now));
  const payload = {
    sequence: { id: record.parentId ?? '', ...(sequence !== undefined && { name: sequence.doc['name'] }) },
    contact: { id: record.doc['contactId'] },
    status: after === undefined ? 'exited' : 'active',
    reason: after === undefined ? 'unenrolled' : null,
  };
  const sender = textOf(sequence?.doc['accountId']);
  const type = after === undefined ? 'sequence.exited' : 'sequence.enrolled';
  const owner = { teamId: record.teamId, profileId: sequence?.profileId ?? record.profileId };
  return [{ ...profileEvent(type, owner, payload), accountIds: sender === undefined ? [] : [sender] }];
};

/** Whoever waits in a sequence goes on when it runs, and leaves it when it is removed. */
const sequence: Teller = async (telling) => {
  const { tx, record, staged, after } = telling;
  if (after !== undefined) await write(tx, await wakened(tx, after, staged.made.now));
  if (after !== undefined) return [];
  const waiting = await tx.list('sequence_enrollment', { teamId: record.teamId, parentId: record.id });
  const told = await Promise.all(waiting.map((one) => enrollment({ ...telling, before: one, record: one })));
  return told.flat();
};

/** Told when it starts, and when it comes to its end. Source: EVT-124, AUT-06 */
const run: Teller = async ({ tx, before, after, record }) => {
  if (after === undefined) return [];
  const workflow = await tx.get('workflow', record.parentId ?? '');
  const sender = textOf(workflow?.doc['accountId']);
  const owner = { teamId: record.teamId, profileId: workflow?.profileId ?? record.profileId };
  const told = (status: 'started' | (typeof RUN_ENDS)[number]): NewEvent => ({
    ...profileEvent(`workflow.run.${status}`, owner, {
      workflow: { id: record.parentId ?? '', ...(workflow !== undefined && { name: workflow.doc['name'] }) },
      execution: { id: plainId(record) },
      status,
    }),
    accountIds: sender === undefined ? [] : [sender],
  });
  const end = RUN_ENDS.find((status) => status === after.doc['status'] && status !== before?.doc['status']);
  return [...(before === undefined ? [told('started')] : []), ...(end === undefined ? [] : [told(end)])];
};

const RUN_ENDS = ['completed', 'failed'] as const;

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

/** A template is looked at again whenever it changes. Source: EVT-103 */
const template: Teller = async (telling) => {
  const { after, record } = telling;
  const { doc } = record;
  return ofAccount(telling, 'whatsapp.template.status_updated', () => ({
    template: {
      templateId: plainId(record),
      name: String(doc['name'] ?? ''),
      language: String(doc['language'] ?? 'en_US'),
      status: after === undefined ? 'PENDING_DELETION' : String(after.doc['status'] ?? 'PENDING').toUpperCase(),
      reason: 'NONE',
    },
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
  contact,
  contact_field_value: contactField,
  sequence,
  sequence_enrollment: enrollment,
  workflow_run: run,
  ad_campaign: ad('CAMPAIGN', 'platformCampaignId'),
  ad_set: ad('AD_SET', 'platformAdSetId'),
  ad: ad('AD', 'platformAdId'),
  whatsapp_template: template,
  whatsapp_display_name: displayName,
  ad_test_lead: lead,
  ...inbox,
  ...phone,
};
