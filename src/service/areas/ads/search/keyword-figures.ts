/** What keywords and searches came to: each day of each ad of a group is shared out whole among the keywords that were active on it. Used by keywords.ts. */
import { fractionOf } from '../../../networks/chance.ts';
import { sharedOut } from '../../../networks/shares.ts';
import type { RecordOf } from '../../../store/store.ts';
import type { Delivery } from '../figures/delivery.ts';
import { countsOn, isAny, type Counts } from '../figures/figures.ts';
import { valueIn } from '../figures/reported.ts';
import { endsOfDay } from '../figures/zones.ts';
import type { AdRecord } from '../record.ts';
import { keepsAway, matchingIn, termsOf, type Matching } from './terms.ts';

export type KeywordRecord = RecordOf<'ad_keyword'>;

const COUNTED = ['impressions', 'clicks', 'conversions'] as const;

/** What a keyword or a search came to; spend, and what was reported as the value of conversions, in whole units of the currency. */
export type Shared = Pick<Counts, (typeof COUNTED)[number] | 'spend'> & { readonly value: number };

const NONE: Shared = { impressions: 0, clicks: 0, conversions: 0, spend: 0, value: 0 };

/** Amounts have four places at most, whatever the currency. */
const amount = (value: number): number => Math.round(value * 1e4) / 1e4;

const added = (one: Shared, other: Shared): Shared => ({
  impressions: one.impressions + other.impressions,
  clicks: one.clicks + other.clicks,
  conversions: one.conversions + other.conversions,
  spend: amount(one.spend + other.spend),
  value: amount(one.value + other.value),
});

export interface SharedTerm {
  readonly keyword: KeywordRecord;
  readonly term: string;
  readonly counts: Shared;
}

/** An ad group: its ads, its keywords, and the negative ones of it and of its campaign. */
export interface Group {
  readonly ads: readonly AdRecord[];
  readonly keywords: readonly KeywordRecord[];
  readonly negatives: readonly Matching[];
}

/** The searches of a group in the order of its keywords, each with its share; together they are what the group came to. */
export function sharedTerms(group: Group, days: readonly string[], delivery: Delivery): readonly SharedTerm[] {
  const searches = group.keywords
    .filter(({ doc }) => doc.negative !== true)
    .flatMap((keyword) =>
      termsOf(matchingIn(keyword.doc, 'keyword'))
        .filter((term) => !group.negatives.some((one) => keepsAway(one, term)))
        .map((term, at) => ({ keyword, term, weight: (1 + fractionOf(`${keyword.id} ${term}`)) / (1 + at) })),
    );
  const sums = searches.map(() => NONE);
  for (const ad of group.ads)
    for (const day of days) {
      const { unit, zone } = delivery.termsOf(ad);
      const ends = endsOfDay(day, zone);
      const weights = searches.map(({ keyword, weight }) => weight * activeShare(keyword, ends));
      const counts = countsOn(ad, day, delivery);
      if (!isAny(counts) || weights.every((one) => one === 0)) continue;
      for (const [at, share] of sharesOf(counts, weights, unit).entries()) sums[at] = added(sums[at] ?? NONE, share);
    }
  return searches.flatMap(({ keyword, term }, at) => {
    const counts = sums[at];
    return counts === undefined ? [] : [{ keyword, term, counts }];
  });
}

/** How much of a day a keyword was active. */
function activeShare({ doc }: KeywordRecord, [from, to]: readonly [number, number]): number {
  const past = doc.past ?? [];
  const active = past.reduce((sum, { at, status }, index) => {
    const end = Math.min(to, past[index + 1]?.at ?? to);
    return status === 'active' ? sum + Math.max(0, end - Math.max(from, at)) : sum;
  }, 0);
  return active / (to - from);
}

/** Parts of what an ad came to, by weight, with the value where the conversions are; they sum to it. */
function sharesOf(counts: Counts, weights: readonly number[], unit: number): readonly Shared[] {
  const [impressions = [], clicks = [], conversions = []] = COUNTED.map((name) => sharedOut(counts[name], weights));
  const spend = sharedOut(Math.round(counts.spend * unit), weights);
  const value = sharedOut(Math.round(valueIn(counts.offsite) * unit), conversions);
  return weights.map((_, at) => ({
    impressions: Number(impressions[at]),
    clicks: Number(clicks[at]),
    conversions: Number(conversions[at]),
    spend: Number(spend[at]) / unit,
    value: Number(value[at]) / unit,
  }));
}

export const summed = (all: readonly Shared[]): Shared => all.reduce(added, NONE);
