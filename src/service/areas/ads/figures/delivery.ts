/** What ads spend, instant by instant: budgets of campaigns and ad sets flow into the ads that are shown. Pure; figures.ts counts it. The model is described in docs/ads-figures.md. */
import { DAY_MS } from '../../../../kernel/time.ts';
import { fractionOf } from '../../../networks/chance.ts';
import { sizeAt, type Size } from '../audiences/audience-record.ts';
import type { AdObjectRecord, AdRecord, AdSetRecord, CampaignRecord } from '../record.ts';
import { pastOf, type Moment } from '../tree/past.ts';
import type { Reported } from './reported.ts';
import { endsOfUnevenDays, lengthOfDay } from './zones.ts';

/** A span in which an ad spends evenly. */
export interface Stretch {
  /** Milliseconds; the end does not belong to it. */
  readonly from: number;
  readonly to: number;
  /** Smallest units of the currency in a millisecond. */
  readonly rate: number;
}

/** What an ad account counts in. */
export interface Terms {
  /** ISO 4217; null where the network has no such account. */
  readonly currency: string | null;
  /** Smallest units in one whole unit of the currency. */
  readonly unit: number;
  /** IANA zone in which days begin and end. */
  readonly zone: string;
}

/** What an ad account pays for: an ad, an ad set or a campaign. */
export type Billed = Pick<AdObjectRecord, 'doc'>;

/** What all ads of a team spend up to an instant. */
export interface Delivery {
  /** Milliseconds. */
  readonly now: number;
  readonly stretches: ReadonlyMap<string, readonly Stretch[]>;
  /** Conversions that were reported, by the id of the ad that led to them. */
  readonly reported: ReadonlyMap<string, readonly Reported[]>;
  readonly termsOf: (one: Billed) => Terms;
  /** Sizes of the audience that an ad is aimed at, by the id of the ad; nothing for an ad without one. */
  readonly sizes: ReadonlyMap<string, readonly Size[]>;
}

export interface AdSetBranch {
  readonly set: AdSetRecord | undefined;
  readonly ads: readonly AdRecord[];
}

/** A campaign with all that is below it. */
export interface Branch {
  readonly campaign: CampaignRecord | undefined;
  readonly sets: readonly AdSetBranch[];
  readonly terms: Pick<Terms, 'unit' | 'zone'>;
  /** Those of its ads; no ad is aimed at an audience without it. */
  readonly sizes?: Delivery['sizes'];
}

/** Whole units a day of an ad set for which no budget is named. */
const USUAL_BUDGET = 10;

/** Length of a run with a lifetime budget and no end. */
const USUAL_RUN_MS = 30 * DAY_MS;

/** An ad set or a campaign that is not there limits nothing. */
const OPEN: Moment = { at: 0, status: 'active', amount: null, isLifetime: false, from: null, to: null, cap: null };

/** A past that is read forward in time. */
interface Reading {
  readonly id: string;
  readonly past: readonly Moment[];
  /** Smallest units of the currency that went through it so far. */
  spent: number;
  at: number;
}

interface SetReading extends Reading {
  readonly ads: readonly (Reading & { readonly weight: number; readonly sizes: readonly Size[] | undefined })[];
}

const readingOf = (record: AdObjectRecord | undefined): Reading => ({
  id: record?.id ?? '',
  past: record === undefined ? [OPEN] : pastOf(record),
  spent: 0,
  at: -1,
});

/** The state at an instant that is no earlier than the last one asked for. */
function momentAt(reading: Reading, now: number): Moment | undefined {
  while ((reading.past[reading.at + 1]?.at ?? Infinity) <= now) reading.at += 1;
  return reading.past[reading.at];
}

const isOn = (moment: Moment | undefined, now: number): moment is Moment =>
  moment?.status === 'active' && (moment.from ?? 0) <= now && now < (moment.to ?? Infinity);

/** An empty audience stops an ad; an ad without an audience of its own can always be shown. */
const isSomebodyThere = (sizes: readonly Size[] | undefined, at: number): boolean =>
  sizes === undefined || sizeAt(sizes, at) > 0;

/** Everything at which the state of an object can change, up to an instant. */
function turnsOf(
  pasts: readonly (readonly Moment[])[],
  { now, others }: { readonly now: number; readonly others: readonly number[] },
): readonly number[] {
  const all = pasts.flatMap((past) => past.flatMap(({ at, from, to }) => [at, from ?? at, to ?? at]));
  return [...new Set([...all, ...others, now])].filter((at) => at <= now).sort((one, other) => one - other);
}

/** @returns stretches by the id of the ad, in the order of time */
export function stretchesOf(
  { campaign, sets, terms, sizes }: Branch,
  now: number,
): ReadonlyMap<string, readonly Stretch[]> {
  const top = readingOf(campaign);
  const below: readonly SetReading[] = sets.map(({ set, ads }) => ({
    ...readingOf(set),
    ads: ads.map((ad) => ({ ...readingOf(ad), weight: 1 + fractionOf(`${ad.id} weight`), sizes: sizes?.get(ad.id) })),
  }));
  const stretches = new Map<string, Stretch[]>(below.flatMap(({ ads }) => ads.map(({ id }) => [id, []])));
  const pasts = below.flatMap(({ ads }) => ads.map(({ past }) => past));
  const first = Math.min(now, ...pasts.flatMap(([moment]) => moment?.at ?? []));
  const uneven = endsOfUnevenDays({ from: first, to: now, zone: terms.zone });
  const filled = [...(sizes?.values() ?? [])].flat().map(({ at }) => at);
  const turns = turnsOf([top.past, ...below.map(({ past }) => past), ...pasts], {
    now,
    others: [...uneven, ...filled],
  });
  for (const [at, from] of turns.entries()) {
    const day = { from, unit: terms.unit, dayMs: lengthOfDay(from, terms.zone) };
    const flow = flowAt(top, below, day);
    spend(top, flow, { ...day, to: turns[at + 1] ?? from }, stretches);
  }
  return stretches;
}

/** What flows into one ad set from an instant on. */
interface Flow {
  readonly set: SetReading;
  readonly ads: SetReading['ads'];
  /** Smallest units in a millisecond. */
  readonly rate: number;
}

interface At {
  readonly from: number;
  readonly unit: number;
  /** Length of the day, in milliseconds. */
  readonly dayMs: number;
}

function flowAt(top: Reading, below: readonly SetReading[], at: At): readonly Flow[] {
  const campaign = momentAt(top, at.from);
  const open = below.map((set) => ({
    set,
    moment: momentAt(set, at.from),
    ads: set.ads.filter((ad) => isOn(momentAt(ad, at.from), at.from) && isSomebodyThere(ad.sizes, at.from)),
  }));
  if (!isOn(campaign, at.from)) return [];
  const active = open.filter(({ moment, ads }) => isOn(moment, at.from) && ads.length > 0);
  const whole = rateOf(top, campaign, endOf(top, below), at);
  return active.map(({ set, moment = OPEN, ads }) => {
    const share = whole === undefined ? undefined : whole / active.length;
    const own = rateOf(set, moment, endOf(set, set.ads), at);
    const rate = own === undefined ? share : Math.min(own, share ?? own);
    return { set, ads, rate: rate ?? ownRateOf(ads, at) ?? (USUAL_BUDGET * at.unit) / at.dayMs };
  });
}

/** Ads that name a budget, in an ad set that names none, share it. */
function ownRateOf(ads: readonly Reading[], at: At): number | undefined {
  const rates = ads.flatMap((ad) => rateOf(ad, ad.past[ad.at] ?? OPEN, endOf(ad, []), at) ?? []);
  return rates.length === 0 ? undefined : Math.max(...rates);
}

/** The last end that is known of an object or of what is below it. */
function endOf(own: Reading, below: readonly Reading[]): number {
  const ends = [own, ...below].flatMap((one) => one.past[Math.max(0, one.at)]?.to ?? []);
  const [{ at: start } = OPEN] = own.past;
  return ends.length > 0 ? Math.max(...ends) : start + USUAL_RUN_MS;
}

/** A budget for each day flows evenly; what is left of one for the whole run flows evenly until its end. */
function rateOf({ spent }: Reading, moment: Moment, end: number, { from, unit, dayMs }: At): number | undefined {
  const { amount, isLifetime } = moment;
  if (amount === null) return undefined;
  if (!isLifetime) return (amount * unit) / dayMs;
  return end <= from ? 0 : Math.max(0, amount * unit - spent) / (end - from);
}

function spend(
  top: Reading,
  flow: readonly Flow[],
  { from, to, unit }: At & { readonly to: number },
  stretches: ReadonlyMap<string, Stretch[]>,
): void {
  const total = flow.reduce((sum, { rate }) => sum + rate, 0);
  if (total <= 0) return;
  const cap = top.past[top.at]?.cap ?? Infinity;
  const end = Math.min(to, from + Math.max(0, cap * unit - top.spent) / total);
  if (end <= from) return;
  top.spent += total * (end - from);
  for (const { set, ads, rate } of flow) {
    set.spent += rate * (end - from);
    const weight = ads.reduce((sum, ad) => sum + ad.weight, 0);
    for (const ad of ads) stretches.get(ad.id)?.push({ from, to: end, rate: (rate * ad.weight) / weight });
  }
}
