/** A template that the platform puts into another category: announced a day before it is applied. */
import { instantOf } from '../../../kernel/instant.ts';
import { DAY_MS } from '../../../kernel/time.ts';
import { commit, type Changes } from '../../change.ts';
import type { DueWork } from '../../desk.ts';
import { ACCOUNT_KIND, type AccountRecord } from '../../records/account.ts';
import { withFields } from '../../store/record.ts';
import { categoryEvent } from './events.ts';
import { TEMPLATE_KIND, type TemplateRecord } from './record.ts';

/** Kind of the work that changes the category; `ref` is the template. */
const RECATEGORIZE = 'template_category';

export type Category = NonNullable<TemplateRecord['doc']['category']>;

/** How long before a category changes the change is announced, in ms. Source: EVT-105 */
const NOTICE_MS = DAY_MS;

/** @param now ms. Source: EVT-104, EVT-105 */
export function announceCategory(
  account: AccountRecord,
  record: TemplateRecord,
  { scheduledCategory, now }: { readonly scheduledCategory: Category; readonly now: number },
): Pick<Changes, 'events' | 'due'> {
  const dueAt = now + NOTICE_MS;
  const { category } = record.doc;
  const when = { changeType: 'scheduled', category, scheduledCategory, effectiveAt: instantOf(dueAt) };
  return {
    events: [categoryEvent(account, record, when)],
    due: [{ dueAt, kind: RECATEGORIZE, ref: record.id, payload: { category: scheduledCategory } }],
  };
}

export const applyCategory = (
  account: AccountRecord,
  record: TemplateRecord,
  category: Category,
): Pick<Changes, 'records' | 'events'> => ({
  records: [withFields(record, { category })],
  events: [categoryEvent(account, record, { changeType: 'applied', category, previousCategory: record.doc.category })],
});

/** The day after the notice; nothing where the change has been applied before. */
const recategorize: DueWork = ({ ref, payload }, desk) =>
  commit(desk, [`${TEMPLATE_KIND}/${ref}`], async (view) => {
    const record = await view.get(TEMPLATE_KIND, ref);
    const account = record && (await view.get(ACCOUNT_KIND, record.doc.accountId));
    const category = payload['category'] as Category;
    return record === undefined || account === undefined || record.doc.category === category
      ? {}
      : applyCategory(account, record, category);
  });

export const work: Readonly<Record<string, DueWork>> = { [RECATEGORIZE]: recategorize };
