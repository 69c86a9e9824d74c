/** One budget for an ad set and its ads: a change at either is one at both. Called by status.ts. */
import { type Fields, isFields } from '../../../../kernel/json.ts';
import type { Written } from '../../../engine/follow.ts';
import type { Reader } from '../../../store/store.ts';
import { withPast } from './past.ts';
import { isAd, type AdKind, type AdObjectRecord } from '../record.ts';

interface Change {
  readonly body: Fields;
  readonly view: Reader;
  /** Milliseconds. */
  readonly now: number;
  /** What the call writes so far; what it writes of an ad set or an ad is kept. */
  readonly records: readonly AdObjectRecord[];
}

/** Further records that a new budget is written to. Source: readings, "Ads" */
export async function budgetWrites(
  writes: readonly Written<AdKind>[],
  { body, view, now, records }: Change,
): Promise<readonly AdObjectRecord[]> {
  const { budget } = body;
  if (!isFields(budget)) return [];
  const others = await Promise.all(writes.map(async ({ after }) => (after === undefined ? [] : sharing(after, view))));
  return others.flat().map((stored) => {
    const record = records.find(({ kind, id }) => kind === stored.kind && id === stored.id) ?? stored;
    const after = { ...record, doc: { ...record.doc, budget } } as AdObjectRecord;
    return withPast(stored, after, now);
  });
}

/** The ad set and the ads that share the budget of a record, without itself. */
async function sharing(record: AdObjectRecord, view: Reader): Promise<readonly AdObjectRecord[]> {
  if (record.kind === 'ad_set') return view.list('ad', { teamId: record.teamId, parentId: record.id });
  const set = isAd(record) ? await view.get('ad_set', record.parentId ?? '') : undefined;
  if (set === undefined) return [];
  const ads = await view.list('ad', { teamId: set.teamId, parentId: set.id });
  return [set, ...ads.filter(({ id }) => id !== record.id)];
}
