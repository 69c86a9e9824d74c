/** Any past of a campaign with its ad sets and ads, as delivery reads it: for the tests of what is spent and what it brings. */
import fc from 'fast-check';
import { DAY_MS } from '../../../../../src/kernel/time.ts';
import { stretchesOf, type Branch, type Delivery } from '../../../../../src/service/areas/ads/figures/delivery.ts';
import { totalOf, type Counts } from '../../../../../src/service/areas/ads/figures/figures.ts';
import type { AdRecord, AdSetRecord, CampaignRecord } from '../../../../../src/service/areas/ads/record.ts';
import type { Moment } from '../../../../../src/service/areas/ads/tree/past.ts';

export const START = Date.parse('2026-01-05T00:00:00.000Z');
export const NOW = START + 8 * DAY_MS;
export const UNIT = 100;
export const DAYS = Array.from({ length: 9 }, (_, at) => new Date(START + at * DAY_MS).toISOString().slice(0, 10));

export const moment = (at: number, more: Partial<Moment> = {}): Moment => ({
  at,
  status: 'active',
  amount: null,
  isLifetime: false,
  from: null,
  to: null,
  cap: null,
  ...more,
});

const recordOf = (kind: string, id: string, past: readonly Moment[]): unknown => ({
  kind,
  id,
  createdAt: past[0]?.at ?? START,
  doc: { status: past.at(-1)?.status, past },
});

export const adOf = (id: string, past: readonly Moment[]): AdRecord => recordOf('ad', id, past) as AdRecord;
export const setOf = (id: string, past: readonly Moment[]): AdSetRecord => recordOf('ad_set', id, past) as AdSetRecord;
export const campaignOf = (past: readonly Moment[]): CampaignRecord =>
  recordOf('ad_campaign', 'c', past) as CampaignRecord;

export const deliveryOf = (branch: Branch, now = NOW): Delivery => ({
  now,
  stretches: stretchesOf(branch, now),
  reported: new Map(),
  sizes: branch.sizes ?? new Map(),
  termsOf: () => ({ currency: 'EUR', ...branch.terms }),
});

export const adsIn = ({ sets }: Branch): readonly AdRecord[] => sets.flatMap(({ ads }) => ads);

export const units = ({ spend }: Counts): number => Math.round(spend * UNIT);

/** A campaign with one ad set and one ad in it, all active from the start on. */
export const one = (set: Partial<Moment>, { ad = {}, top = {} } = {}): Branch => ({
  campaign: campaignOf([moment(START, top)]),
  sets: [{ set: setOf('s', [moment(START, set)]), ads: [adOf('a', [moment(START, ad)])] }],
  terms: { unit: UNIT, zone: 'UTC' },
});

export const totalIn = (branch: Branch, now?: number): number =>
  units(totalOf(adsIn(branch), DAYS, deliveryOf(branch, now)));

const steps = fc.array(fc.integer({ min: 0, max: NOW - START - 1 }), { minLength: 1, maxLength: 5 });
export const pastWith = (more: fc.Arbitrary<Partial<Moment>>): fc.Arbitrary<readonly Moment[]> =>
  fc
    .tuple(steps, fc.array(more, { minLength: 5, maxLength: 5 }))
    .map(([ats, states]) =>
      [...new Set(ats)].sort((a, b) => a - b).map((at, index) => moment(START + at, states[index])),
    );

export const status = fc.constantFrom('active', 'active', 'paused', 'pending_review');
export const statusOnly = pastWith(fc.record({ status }));
export const daily = pastWith(fc.record({ status, amount: fc.integer({ min: 1, max: 90 }) }));
export const cap = fc.option(fc.integer({ min: 1, max: 50 }));

export const branches = (
  sets: fc.Arbitrary<readonly Moment[]>,
  top: fc.Arbitrary<readonly Moment[]>,
): fc.Arbitrary<Branch> =>
  fc
    .record({
      top,
      sets: fc.array(fc.tuple(sets, fc.array(statusOnly, { minLength: 1, maxLength: 3 })), {
        minLength: 1,
        maxLength: 3,
      }),
    })
    .map(({ top: past, sets: all }) => ({
      campaign: campaignOf(past),
      sets: all.map(([own, ads], at) => ({
        set: setOf(`s${String(at)}`, own),
        ads: ads.map((one_, i) => adOf(`a${String(at)}${String(i)}`, one_)),
      })),
      terms: { unit: UNIT, zone: 'UTC' },
    }));
