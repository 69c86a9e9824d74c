/** Conversions that were reported and that an ad led to: counted by what they were and by the time since the click. Pure; figures.ts adds them up. */
import { DAY_MS } from '../../../../kernel/time.ts';
import { sharedOut } from '../../../networks/shares.ts';

/** A conversion of an ad; times in milliseconds. */
export interface Reported {
  /** Type of the action, as insights name it. */
  readonly action: string;
  readonly at: number;
  readonly clickedAt: number;
  /** In whole units of the currency of the ad account; 0 where the event names none, or another currency. */
  readonly value: number;
}

export interface Outcome {
  readonly count: number;
  readonly value: number;
}

/** Outcomes by the shortest window that they fall into and their action: `7d offsite_conversion.purchase`. */
export type Offsite = Readonly<Record<string, Outcome>>;

/** Times from a click up to which a conversion counts for the ad, in milliseconds. */
const LENGTHS = { '1d': DAY_MS, '7d': 7 * DAY_MS, '28d': 28 * DAY_MS } as const;

export type Window = keyof typeof LENGTHS;

/** The shortest first. */
const WINDOWS: readonly Window[] = ['1d', '7d', '28d'];

/** The window of figures for which no other is asked. */
const USUAL: Window = '7d';

const windowOf = ({ at, clickedAt }: Reported): Window | undefined =>
  at < clickedAt ? undefined : WINDOWS.find((name) => at - clickedAt <= LENGTHS[name]);

/** Amounts have four places at most, whatever the currency. */
const amount = (value: number): number => Math.round(value * 1e4) / 1e4;

export function addedOffsite(one: Offsite, other: Offsite, sign: 1 | -1): Offsite {
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const sums = keys.map((key): [string, Outcome] => [
    key,
    {
      count: (one[key]?.count ?? 0) + sign * (other[key]?.count ?? 0),
      value: amount((one[key]?.value ?? 0) + sign * (other[key]?.value ?? 0)),
    },
  ]);
  return Object.fromEntries(sums.filter(([, { count }]) => count !== 0));
}

/** What was reported of an ad from an instant on and before another one. */
export function offsiteBetween(all: readonly Reported[], from: number, to: number): Offsite {
  let sum: Offsite = {};
  for (const one of all) {
    const window = windowOf(one);
    if (window !== undefined && from <= one.at && one.at < to)
      sum = addedOffsite(sum, { [`${window} ${one.action}`]: { count: 1, value: one.value } }, 1);
  }
  return sum;
}

/** Parts of what was reported, by weight, with the values where the conversions are; they sum to it. @param unit smallest units in one whole unit of the currency */
export function offsiteShares(offsite: Offsite, weights: readonly number[], unit: number): readonly Offsite[] {
  const entries = Object.entries(offsite).map(([key, { count, value }]) => {
    const counts = sharedOut(count, weights);
    const values = sharedOut(Math.round(value * unit), counts);
    const outcomes = counts.map((own, at): Outcome => ({ count: own, value: Number(values[at]) / unit }));
    return { key, outcomes };
  });
  return weights.map((_, at) =>
    Object.fromEntries(
      entries.flatMap(({ key, outcomes }): [string, Outcome][] => {
        const own = outcomes[at];
        return own === undefined || own.count === 0 ? [] : [[key, own]];
      }),
    ),
  );
}

/** What each action came to within a window from the click. */
export function outcomesWithin(offsite: Offsite, window: Window = USUAL): ReadonlyMap<string, Outcome> {
  const sums = new Map<string, Outcome>();
  for (const [key, { count, value }] of Object.entries(offsite)) {
    const [own, action] = key.split(' ') as [Window, string];
    const isWithin = LENGTHS[own] <= LENGTHS[window];
    const before = sums.get(action) ?? { count: 0, value: 0 };
    sums.set(action, isWithin ? { count: before.count + count, value: amount(before.value + value) } : before);
  }
  return sums;
}

/** The action of a purchase that was reported. */
export const PURCHASE = 'offsite_conversion.purchase';

/** What the purchases within the usual window came to; 0 where none has a value in the currency of the ad account. */
export const purchasesIn = (offsite: Offsite): number => outcomesWithin(offsite).get(PURCHASE)?.value ?? 0;

/** What all conversions within the usual window came to. */
export const valueIn = (offsite: Offsite): number =>
  amount([...outcomesWithin(offsite).values()].reduce((sum, { value }) => sum + value, 0));

/** Conversions within the usual window. */
export const attributedIn = (offsite: Offsite): number =>
  [...outcomesWithin(offsite).values()].reduce((sum, { count }) => sum + count, 0);
