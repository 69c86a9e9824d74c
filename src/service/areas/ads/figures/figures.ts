/** Figures of ads: what an ad spent, from delivery.ts, and what was seen and done for the money. One model for every reading, described in docs/ads-figures.md. */
import { HOUR_MS } from '../../../../kernel/time.ts';
import { fractionOf } from '../../../networks/chance.ts';
import { sizeAt } from '../audiences/audience-record.ts';
import { audienceOf } from '../reach/audience.ts';
import type { Billed, Delivery } from './delivery.ts';
import type { AdRecord } from '../record.ts';
import { addedOffsite, attributedIn, offsiteBetween, outcomesWithin, purchasesIn, type Offsite } from './reported.ts';
import { endsOfDay, wallClock } from './zones.ts';

/** What is counted; everything else is worked out of it. */
export interface Counts {
  readonly impressions: number;
  readonly reach: number;
  readonly clicks: number;
  readonly engagement: number;
  /** Those of the model and those that were reported. */
  readonly conversions: number;
  /** What was reported, by action. */
  readonly offsite: Offsite;
  /** In whole units of the account's currency, with its decimal places. */
  readonly spend: number;
}

const NONE: Counts = { impressions: 0, reach: 0, clicks: 0, engagement: 0, conversions: 0, offsite: {}, spend: 0 };

/** What sums of floating point may be short of the whole number that they are. */
const ROUNDING = 1e-6;

/** Smallest units of the currency that an ad spent between two instants; not rounded. */
function spendBetween({ id }: AdRecord, from: number, to: number, { stretches, now }: Delivery): number {
  const end = Math.min(to, now);
  let sum = 0;
  for (const stretch of stretches.get(id) ?? [])
    if (stretch.from < end && stretch.to > from)
      sum += (Math.min(stretch.to, end) - Math.max(stretch.from, from)) * stretch.rate;
  return sum;
}

/** What an ad is like for those who see it; the same for its whole life. */
interface Character {
  /** Smallest units for a thousand impressions; below 1,000, so that an impression costs less than one unit. */
  readonly price: number;
  /** People who can be reached. */
  readonly audience: number;
  /** Shares of the impressions; that of the reach while the audience is fresh. */
  readonly reach: number;
  readonly clicks: number;
  readonly engagement: number;
  /** Share of the clicks. */
  readonly conversions: number;
}

const between = (text: string, from: number, to: number): number => from + (to - from) * fractionOf(text);

const characterFrom = ({ id, doc }: AdRecord): Character => ({
  audience: audienceOf({ ...doc, ...doc.targeting }),
  price: between(`${id} price`, 400, 900),
  reach: between(`${id} reach`, 0.7, 0.9),
  clicks: between(`${id} clicks`, 0.01, 0.04),
  engagement: between(`${id} engagement`, 0.005, 0.02),
  conversions: between(`${id} conversions`, 0.03, 0.08),
});

/** Worked out once for a record as it was read, not for each of its days. */
const characters = new WeakMap<AdRecord, Character>();

function characterOf(ad: AdRecord): Character {
  const character = characters.get(ad) ?? characterFrom(ad);
  characters.set(ad, character);
  return character;
}

/** People who saw an ad after a number of impressions, up to an instant: each further one finds fewer who are new. */
function reachOf(ad: AdRecord, impressions: number, { sizes }: Delivery, at: number): number {
  const { audience: all, reach } = characterOf(ad);
  const own = sizes.get(ad.id);
  const audience = own === undefined ? all : Math.min(all, sizeAt(own, at));
  return audience === 0 ? 0 : Math.ceil(audience * -Math.expm1((-reach * impressions) / audience));
}

/** What an ad came to between the start of a day and an instant of it; never less at a later instant. */
function countsUntil(ad: AdRecord, [begin, end]: readonly [number, number], delivery: Delivery): Counts {
  const spent = spendBetween(ad, begin, end, delivery) + ROUNDING;
  const offsite = offsiteBetween(delivery.reported.get(ad.id) ?? [], begin, end);
  const reported = { offsite, conversions: attributedIn(offsite) };
  if (spent <= ROUNDING) return { ...NONE, ...reported };
  const character = characterOf(ad);
  const impressions = Math.floor((spent * 1_000) / character.price);
  const clicks = Math.floor(impressions * character.clicks);
  return {
    impressions,
    reach: reachOf(ad, impressions, delivery, Math.min(end, delivery.now)),
    clicks,
    engagement: clicks + Math.floor(impressions * character.engagement),
    ...reported,
    conversions: Math.floor(clicks * character.conversions) + reported.conversions,
    spend: Math.floor(spent) / delivery.termsOf(ad).unit,
  };
}

/** One day of one ad; it grows until the day is over, and stays what it was then. @param day `YYYY-MM-DD` in the zone of the ad account */
export const countsOn = (ad: AdRecord, day: string, delivery: Delivery): Counts =>
  countsUntil(ad, endsOfDay(day, delivery.termsOf(ad).zone), delivery);

/** An hour of a day, and what it added. */
export interface Hour {
  /** 0 to 23 on the wall of the zone of the ad account. */
  readonly hour: number;
  readonly counts: Counts;
}

/** The hours of a day in the order of time: one fewer where the clock goes forward, one twice where it goes back. */
export function hoursOn(ad: AdRecord, day: string, delivery: Delivery): readonly Hour[] {
  const { zone } = delivery.termsOf(ad);
  const [begin, end] = endsOfDay(day, zone);
  const hours: Hour[] = [];
  let before = NONE;
  for (let from = begin; from < end; from += HOUR_MS) {
    const until = countsUntil(ad, [begin, Math.min(end, from + HOUR_MS)], delivery);
    hours.push({ hour: new Date(wallClock(from, zone)).getUTCHours(), counts: difference(until, before) });
    before = until;
  }
  return hours;
}

/** Amounts have four places at most, whatever the currency. */
const amount = (value: number): number => Math.round(value * 1e4) / 1e4;

const combine = (one: Counts, other: Counts, sign: 1 | -1): Counts => ({
  impressions: one.impressions + sign * other.impressions,
  reach: one.reach + sign * other.reach,
  clicks: one.clicks + sign * other.clicks,
  engagement: one.engagement + sign * other.engagement,
  conversions: one.conversions + sign * other.conversions,
  offsite: addedOffsite(one.offsite, other.offsite, sign),
  spend: amount(one.spend + sign * other.spend),
});

const difference = (one: Counts, other: Counts): Counts => combine(one, other, -1);

export const added = (one: Counts, other: Counts): Counts => combine(one, other, 1);

/** Whether there is anything in it. */
export const isAny = ({ impressions, spend, offsite }: Counts): boolean =>
  impressions > 0 || spend > 0 || Object.keys(offsite).length > 0;

/** The clock on the wall of the ad accounts of some objects, that of the one furthest ahead. @returns milliseconds as if in UTC */
export function localNow(of: readonly Billed[], { now, termsOf }: Delivery): number {
  const zones = new Set(of.map((one) => termsOf(one).zone));
  return zones.size === 0 ? now : Math.max(...[...zones].map((zone) => wallClock(now, zone)));
}

/** What one ad came to on some days. People who saw it on several of them are counted once. */
export function countsOver(ad: AdRecord, days: readonly string[], delivery: Delivery): Counts {
  const sum = days.reduce((total, day) => added(total, countsOn(ad, day, delivery)), NONE);
  const [, end = delivery.now] = days.length === 0 ? [] : endsOfDay(days.at(-1) ?? '', delivery.termsOf(ad).zone);
  const reach = reachOf(ad, sum.impressions, delivery, Math.min(end, delivery.now));
  // An audience that grew has more people now than those who were there to see it.
  return { ...sum, reach: Math.min(reach, sum.reach) };
}

/** What several ads did on a day, `YYYY-MM-DD`. */
export const sumOn = (ads: readonly AdRecord[], day: string, delivery: Delivery): Counts =>
  totalOf(ads, [day], delivery);

/** What several ads came to on some days; each has people of its own. */
export const totalOf = (ads: readonly AdRecord[], days: readonly string[], delivery: Delivery): Counts =>
  ads.reduce((sum, ad) => added(sum, countsOver(ad, days, delivery)), NONE);

const per = (value: number, count: number): number => (count === 0 ? 0 : amount(value / count));

/** Whether something that came to so much is asked for: shown at least once, spent enough. */
export const isWanted = (
  { hasDelivery, minSpend }: Asked,
  { impressions, spend }: Pick<Counts, 'impressions' | 'spend'>,
): boolean => (hasDelivery !== true || impressions > 0) && (typeof minSpend !== 'number' || spend >= minSpend);

type Asked = Readonly<Record<string, unknown>>;

/** Counts with the rates that follow from them; those that need a reported value are left out without one. */
export function metricsOf({ offsite, ...counts }: Counts) {
  const reported = [...outcomesWithin(offsite)].filter(([, { count }]) => count > 0);
  const clicks = counts.clicks === 0 ? {} : { link_click: counts.clicks };
  const values = reported.filter(([, { value }]) => value > 0).map(([action, { value }]) => [action, value] as const);
  const actions = { ...clicks, ...Object.fromEntries(reported.map(([action, { count }]) => [action, count])) };
  const purchaseValue = purchasesIn(offsite);
  const ctr = per(counts.clicks * 100, counts.impressions);
  return {
    ...counts,
    ctr,
    cpc: per(counts.spend, counts.clicks),
    cpm: per(counts.spend * 1_000, counts.impressions),
    allConversions: counts.conversions,
    costPerConversion: per(counts.spend, counts.conversions),
    inlineLinkClicks: counts.clicks,
    inlineLinkClickCtr: ctr,
    actions,
    costPerAction: Object.fromEntries(Object.entries(actions).map(([name, count]) => [name, per(counts.spend, count)])),
    ...(values.length > 0 && { actionValues: Object.fromEntries(values) }),
    ...(purchaseValue > 0 && { purchaseValue }),
    ...(purchaseValue > 0 && counts.spend > 0 && { roas: per(purchaseValue, counts.spend) }),
  };
}
