/** Figures of ads by dimension: each day of each ad is shared out whole, so that the parts sum to what there is. Values come from dimensions.ts. */
import { sharedOut } from '../../networks/shares.ts';
import { weightsOf, type AdDay } from './dimensions.ts';
import { added, countsOn, type Counts } from './figures.ts';
import type { AdRecord } from './record.ts';

/** One combination of values, such as `{ age: '18-24', gender: 'female' }`, and what it came to. */
interface Part {
  readonly values: Readonly<Record<string, string>>;
  readonly counts: Counts;
}

const COUNTED = ['impressions', 'reach', 'clicks', 'engagement', 'conversions'] as const;

function splitBy(dimension: string, parts: readonly Part[], of: AdDay): readonly Part[] {
  const weights = weightsOf(dimension, of);
  const plain = weights.map(([, weight]) => weight);
  return parts.flatMap(({ values, counts }) => {
    const shares = COUNTED.map((name) => [name, sharedOut(counts[name], plain)] as const);
    const cents = sharedOut(Math.round(counts.spend * 100), plain);
    return weights.map(([value], at) => ({
      values: { ...values, [dimension]: value },
      counts: {
        ...(Object.fromEntries(shares.map(([name, all]) => [name, all[at] ?? 0])) as Omit<Counts, 'spend'>),
        spend: (cents[at] ?? 0) / 100,
      },
    }));
  });
}

/** What ads came to on some days by each combination of values; combinations that were never shown are left out. */
export function partsOf(
  ads: readonly AdRecord[],
  days: readonly string[],
  { dimensions, now }: { readonly dimensions: readonly string[]; readonly now: number },
): readonly Part[] {
  const parts = new Map<string, Part>();
  for (const ad of ads)
    for (const day of days)
      for (const part of partsOn({ ad, day, now }, dimensions)) {
        const key = JSON.stringify(part.values);
        const before = parts.get(key);
        parts.set(key, before === undefined ? part : { ...part, counts: added(before.counts, part.counts) });
      }
  return [...parts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, part]) => part);
}

function partsOn(of: AdDay, dimensions: readonly string[]): readonly Part[] {
  const counts = countsOn(of.ad, of.day, of.now);
  const whole: readonly Part[] = counts.impressions === 0 ? [] : [{ values: {}, counts }];
  return dimensions
    .reduce((parts, dimension) => splitBy(dimension, parts, of), whole)
    .filter((part) => part.counts.impressions > 0);
}
