/** What delivery goes by, as it was from each instant on: kept with a campaign, an ad set or an ad by whatever changes one. Read by delivery.ts. */
import { type Fields, isFields, textOf } from '../../../../kernel/json.ts';
import type { DocOf } from '../../../store/store.ts';
import type { AdObjectRecord } from '../record.ts';

/** The state of an object from `at` on; times in milliseconds, amounts in whole units of the currency. */
export type Moment = NonNullable<DocOf<'ad'>['past']>[number];

const amountOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

function instantIn(value: unknown): number | null {
  const at = Date.parse(textOf(value) ?? '');
  return Number.isNaN(at) ? null : at;
}

const fieldsIn = (value: unknown): Fields => (isFields(value) ? value : {});

function momentOf({ doc }: AdObjectRecord, at: number): Moment {
  const fields: Fields = doc;
  const budget = fieldsIn(fields['budget']);
  const schedule = { ...fieldsIn(fields['schedule']), ...fieldsIn(fields['platformSpecificData']) };
  return {
    at,
    status: String(doc.status),
    amount: amountOf(budget['amount']),
    isLifetime: budget['type'] === 'lifetime',
    from: instantIn(schedule['startDate']),
    to: instantIn(schedule['endDate']),
    cap: amountOf(schedule['spendCap']),
  };
}

/** The oldest first. An object that nobody has changed is as it was made. */
export const pastOf = (record: AdObjectRecord): readonly Moment[] =>
  record.doc.past ?? [momentOf(record, record.createdAt)];

const isSame = (one: Moment, other: Moment): boolean =>
  JSON.stringify({ ...one, at: 0 }) === JSON.stringify({ ...other, at: 0 });

/**
 * The record with its past up to now. Every door that changes a campaign, an ad set or an ad goes through here.
 * @param before undefined for a new one
 * @param now ms
 */
export function withPast<R extends AdObjectRecord>(before: AdObjectRecord | undefined, after: R, now: number): R {
  const past = before === undefined ? [] : pastOf(before);
  const last = past.at(-1);
  const moment = momentOf(after, now);
  const next = last !== undefined && isSame(last, moment) ? past : [...past, moment];
  return { ...after, doc: { ...after.doc, past: next } };
}
