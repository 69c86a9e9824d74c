/** Totals that agree with the rows beside them: the sum of the days is the total. Used by invent.ts. */
import { isFields, isList, type Fields } from '../engine/form.ts';

const SUMMARIES = ['summary', 'total', 'totals', 'metrics'];

/** Counts may be summed up; shares, averages and places may not. */
const SUMMED = /^(?!.*(rate|ratio|avg|average|pct|percent|position|score|frequency|cpc|cpm|ctr|roas|dow|hour|index))/i;

/** The object with its totals made the sums of its rows by day; the very same when it has no such rows. */
export function withSums(object: Record<string, unknown>): Record<string, unknown> {
  const rows = Object.values(object).find(isSeries);
  if (rows === undefined) return object;
  const sums = sumsOf(rows);
  const next: Record<string, unknown> = { ...object };
  for (const [name, value] of Object.entries(object)) {
    const sum = sumFor(name, sums);
    if (typeof value === 'number' && sum !== undefined) next[name] = sum;
    else if (SUMMARIES.includes(name) && isFields(value)) next[name] = replaced(value, sums);
  }
  return next;
}

const isSeries = (value: unknown): value is readonly Fields[] =>
  isList(value) && value.length > 0 && value.every((row) => isFields(row) && ('date' in row || 'day' in row));

/** `views` and `totalViews` are sums of `views`; `total` is that of `value`. */
function sumFor(name: string, sums: ReadonlyMap<string, number>): number | undefined {
  if (name === 'total') return sums.get('value');
  const bare = name.replace(/^total/, '');
  return sums.get(name) ?? sums.get(bare.charAt(0).toLowerCase() + bare.slice(1));
}

function sumsOf(rows: readonly Fields[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const row of rows) {
    const cells = [row, ...Object.values(row).filter(isFields)].flatMap((part) => Object.entries(part));
    for (const [name, value] of cells) {
      if (typeof value === 'number' && SUMMED.test(name)) sums.set(name, (sums.get(name) ?? 0) + value);
    }
  }
  return sums;
}

const replaced = (object: Fields, sums: ReadonlyMap<string, number>): Fields =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      typeof value === 'number' ? (sums.get(name) ?? value) : value,
    ]),
  );
