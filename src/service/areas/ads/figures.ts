/** Figures of ads day by day: chance that repeats itself, while an ad ran, and nothing while it did not. Read by analytics.ts. */
import { DAY_MS } from '../../../kernel/time.ts';
import { fractionOf, wholeOf } from '../../networks/chance.ts';
import type { DocOf } from '../../store/store.ts';
import type { AdRecord } from './record.ts';

/** What is counted; everything else is worked out of it. */
export interface Counts {
  readonly impressions: number;
  readonly reach: number;
  readonly clicks: number;
  readonly engagement: number;
  readonly conversions: number;
  /** In the account's currency, two places. */
  readonly spend: number;
}

const NONE: Counts = { impressions: 0, reach: 0, clicks: 0, engagement: 0, conversions: 0, spend: 0 };

/** Spans in milliseconds during which an ad ran; an open one has no end. */
export type Runs = NonNullable<DocOf<'ad'>['runs']>;

/** An active ad of which nothing else is known has run since it was made. */
const runsOf = ({ doc, createdAt }: AdRecord): Runs => doc.runs ?? (doc.status === 'active' ? [[createdAt, null]] : []);

/** The record with the span that its state begins or ends. */
export function withRuns(before: AdRecord | undefined, after: AdRecord, now: number): AdRecord {
  const runs = runsOf(before ?? after);
  const last = runs.at(-1);
  const isOpen = last !== undefined && last[1] === null;
  const isActive = after.doc.status === 'active';
  if (isActive === isOpen) return { ...after, doc: { ...after.doc, runs } };
  const next: Runs = isActive ? [...runs, [now, null]] : [...runs.slice(0, -1), [last?.[0] ?? now, now]];
  return { ...after, doc: { ...after.doc, runs: next } };
}

/** The share of a day, up to now, that an ad ran. */
export function shareOf(runs: Runs, day: string, now: number): number {
  const begin = Date.parse(`${day}T00:00:00.000Z`);
  return ranIn(runs, [begin, begin + DAY_MS], now) / DAY_MS;
}

type Bounds = readonly [begin: number, end: number];

function ranIn(runs: Runs, [begin, end]: Bounds, now: number): number {
  const within = (at: number): number => Math.min(Math.max(at, begin), end);
  return runs.reduce((sum, [from, to]) => sum + Math.max(0, within(Math.min(to ?? now, now)) - within(from)), 0);
}

/** Milliseconds for which an ad ran between two instants. */
export const ranWithin = (ad: AdRecord, bounds: Bounds, now: number): number => ranIn(runsOf(ad), bounds, now);

/** One day of one ad; it grows until the day is over, and stays what it was then. */
export function countsOn(ad: AdRecord, day: string, now: number): Counts {
  const share = shareOf(runsOf(ad), day, now);
  if (share === 0) return NONE;
  const seed = `${ad.id} ${day}`;
  const impressions = Math.floor(wholeOf(`${seed} impressions`, 400, 6_000) * share);
  const part = (name: string, from: number, to: number): number =>
    Math.floor(impressions * (from + (to - from) * fractionOf(`${seed} ${name}`)));
  const clicks = part('clicks', 0.01, 0.04);
  return {
    impressions,
    reach: part('reach', 0.7, 0.9),
    clicks,
    engagement: clicks + part('engagement', 0.005, 0.02),
    conversions: Math.floor(clicks * 0.05),
    spend: Math.round(impressions * (0.4 + 0.4 * fractionOf(`${seed} price`))) / 100,
  };
}

export const added = (one: Counts, other: Counts): Counts => ({
  impressions: one.impressions + other.impressions,
  reach: one.reach + other.reach,
  clicks: one.clicks + other.clicks,
  engagement: one.engagement + other.engagement,
  conversions: one.conversions + other.conversions,
  spend: Math.round((one.spend + other.spend) * 100) / 100,
});

/** What several ads did on a day, `YYYY-MM-DD`. */
export const sumOn = (ads: readonly AdRecord[], day: string, now: number): Counts =>
  ads.reduce((sum, ad) => added(sum, countsOn(ad, day, now)), NONE);

export const totalOf = (ads: readonly AdRecord[], days: readonly string[], now: number): Counts =>
  days.reduce((sum, day) => added(sum, sumOn(ads, day, now)), NONE);

const per = (amount: number, count: number): number => (count === 0 ? 0 : Math.round((amount / count) * 1e4) / 1e4);

/** Whether something that came to so much is asked for: shown at least once, spent enough. */
export const isWanted = (
  { hasDelivery, minSpend }: Asked,
  { impressions, spend }: Pick<Counts, 'impressions' | 'spend'>,
): boolean => (hasDelivery !== true || impressions > 0) && (typeof minSpend !== 'number' || spend >= minSpend);

type Asked = Readonly<Record<string, unknown>>;

/** Counts with the rates that follow from them. */
export const metricsOf = (counts: Counts) => ({
  ...counts,
  ctr: per(counts.clicks * 100, counts.impressions),
  cpc: per(counts.spend, counts.clicks),
  cpm: per(counts.spend * 1_000, counts.impressions),
  allConversions: counts.conversions,
  costPerConversion: per(counts.spend, counts.conversions),
  inlineLinkClicks: counts.clicks,
  actions: counts.clicks === 0 ? {} : { link_click: counts.clicks },
});
