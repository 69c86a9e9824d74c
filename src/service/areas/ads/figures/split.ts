/** Figures of ads by dimension: each day of each ad is shared out whole, and the people of all days after it, so that the parts sum to what there is. Values come from dimensions.ts. */
import { sharedOut } from '../../../networks/shares.ts';
import type { Delivery } from './delivery.ts';
import { isHourly, weightsOf } from './dimensions.ts';
import { attributedIn, offsiteShares } from './reported.ts';
import { added, countsOn, countsOver, hoursOn, isAny, type Counts } from './figures.ts';
import type { AdRecord } from '../record.ts';
import { groupBy } from '../tree/structure.ts';

/** One combination of values, such as `{ age: '18-24', gender: 'female' }`, and what it came to. */
export interface Part {
  readonly values: Readonly<Record<string, string>>;
  readonly counts: Counts;
}

const COUNTED = ['impressions', 'clicks', 'engagement'] as const;

type Shared = (typeof COUNTED)[number];

interface Splitting {
  readonly ad: AdRecord;
  /** Smallest units in one whole unit of the currency. */
  readonly unit: number;
}

function splitBy(dimension: string, parts: readonly Part[], { ad, unit }: Splitting): readonly Part[] {
  const weights = weightsOf(dimension, ad);
  const plain = weights.map(([, weight]) => weight);
  return parts.flatMap(({ values, counts }) => {
    const shares = COUNTED.map((name) => [name, sharedOut(counts[name], plain)] as const);
    const money = sharedOut(Math.round(counts.spend * unit), plain);
    const offsite = offsiteShares(counts.offsite, plain, unit);
    const modeled = sharedOut(counts.conversions - attributedIn(counts.offsite), plain);
    return weights.map(([value], at) => {
      const reported = offsite[at] ?? {};
      return {
        values: { ...values, [dimension]: value },
        counts: {
          ...(Object.fromEntries(shares.map(([name, all]) => [name, all[at] ?? 0])) as Pick<Counts, Shared>),
          reach: 0,
          conversions: (modeled[at] ?? 0) + attributedIn(reported),
          offsite: reported,
          spend: (money[at] ?? 0) / unit,
        },
      };
    });
  });
}

/** By what figures are split, and up to when. */
export interface Split {
  readonly dimensions: readonly string[];
  readonly delivery: Delivery;
}

/** What ads came to on some days by each combination of values; combinations that were never shown are left out. */
export function partsOf(ads: readonly AdRecord[], days: readonly string[], split: Split): readonly Part[] {
  const all = ads.flatMap((ad) => {
    const parts = merge(days.flatMap((day) => partsOn(ad, day, split)));
    return shareReach(parts, countsOver(ad, days, split.delivery).reach, split.dimensions);
  });
  return merge(all);
}

const keyOf = ({ values }: Part): string => JSON.stringify(values);

/** Shares people out by impressions, one dimension after the other: none has more people than impressions. */
function shareReach(parts: readonly Part[], reach: number, [name, ...others]: readonly string[]): readonly Part[] {
  if (name === undefined) return parts.map(({ values, counts }) => ({ values, counts: { ...counts, reach } }));
  const groups = [...groupBy(parts, ({ values }) => values[name] ?? '').values()];
  const shares = sharedOut(
    reach,
    groups.map((group) => group.reduce((sum, { counts }) => sum + counts.impressions, 0)),
  );
  return groups.flatMap((group, at) => shareReach(group, shares[at] ?? 0, others));
}

export interface ByActions {
  /** Dimensions of actions besides their type. */
  readonly ofActions: readonly string[];
}

/** A combination of values with its actions by further dimensions, which sum to its own. */
export interface PartOfActions extends Part {
  readonly actions: readonly Part[];
}

/** What ads came to by each combination of values of the dimensions, and its actions split by their own. */
export function actionsOf(
  ads: readonly AdRecord[],
  days: readonly string[],
  { dimensions, delivery, ofActions }: Split & ByActions,
): readonly PartOfActions[] {
  const all = partsOf(ads, days, { dimensions: [...dimensions, ...ofActions], delivery });
  const pick = ({ values }: Part, names: readonly string[]): Part['values'] =>
    Object.fromEntries(names.map((name) => [name, values[name] ?? '']));
  const whole = merge(all.map((part) => ({ ...part, values: pick(part, dimensions) })));
  return whole.map((part) => ({
    ...part,
    actions: all
      .filter((one) => JSON.stringify(pick(one, dimensions)) === JSON.stringify(part.values))
      .map((one) => ({ ...one, values: pick(one, ofActions) })),
  }));
}

/** Parts with the same values as one, in the order of the values. */
function merge(all: readonly Part[]): readonly Part[] {
  const parts = new Map<string, Part>();
  for (const part of all) {
    const before = parts.get(keyOf(part));
    parts.set(keyOf(part), before === undefined ? part : { ...before, counts: added(before.counts, part.counts) });
  }
  return [...parts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, part]) => part);
}

/** Hours come first: they are counted, and everything else is a share. */
function partsOn(ad: AdRecord, day: string, { dimensions, delivery }: Split): readonly Part[] {
  const hourly = dimensions.filter(isHourly);
  const whole: readonly Part[] =
    hourly.length === 0 ? [{ values: {}, counts: countsOn(ad, day, delivery) }] : hoursIn(ad, day, delivery, hourly);
  const { unit } = delivery.termsOf(ad);
  let parts: readonly Part[] = whole.filter(({ counts }) => isAny(counts));
  for (const dimension of dimensions) if (!isHourly(dimension)) parts = splitBy(dimension, parts, { ad, unit });
  return parts.filter(({ counts }) => isAny(counts));
}

function hoursIn(ad: AdRecord, day: string, delivery: Delivery, names: readonly string[]): readonly Part[] {
  return hoursOn(ad, day, delivery).map(({ hour, counts }) => {
    const digits = String(hour).padStart(2, '0');
    const span = `${digits}:00:00 - ${digits}:59:59`;
    return { values: Object.fromEntries(names.map((name) => [name, span])), counts };
  });
}
