/** What ads spend, as properties of any past: budgets, caps and schedules hold, and what does not run gains nothing. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../../../src/kernel/time.ts';
import { stretchesOf, type Branch, type Delivery } from '../../../../../src/service/areas/ads/figures/delivery.ts';
import {
  countsOn,
  countsOver,
  hoursOn,
  totalOf,
  type Counts,
} from '../../../../../src/service/areas/ads/figures/figures.ts';
import type { Moment } from '../../../../../src/service/areas/ads/tree/past.ts';
import type { AdRecord, AdSetRecord, CampaignRecord } from '../../../../../src/service/areas/ads/record.ts';
import { partsOf } from '../../../../../src/service/areas/ads/figures/split.ts';

const START = Date.parse('2026-01-05T00:00:00.000Z');
const NOW = START + 8 * DAY_MS;
const UNIT = 100;
const DAYS = Array.from({ length: 9 }, (_, at) => new Date(START + at * DAY_MS).toISOString().slice(0, 10));

const moment = (at: number, more: Partial<Moment> = {}): Moment => ({
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

const adOf = (id: string, past: readonly Moment[]): AdRecord => recordOf('ad', id, past) as AdRecord;
const setOf = (id: string, past: readonly Moment[]): AdSetRecord => recordOf('ad_set', id, past) as AdSetRecord;
const campaignOf = (past: readonly Moment[]): CampaignRecord => recordOf('ad_campaign', 'c', past) as CampaignRecord;

const deliveryOf = (branch: Branch, now = NOW): Delivery => ({
  now,
  stretches: stretchesOf(branch, now),
  termsOf: () => ({ currency: 'EUR', ...branch.terms }),
});

const adsIn = ({ sets }: Branch): readonly AdRecord[] => sets.flatMap(({ ads }) => ads);

const units = ({ spend }: Counts): number => Math.round(spend * UNIT);

/** A campaign with one ad set and one ad in it, all active from the start on. */
const one = (set: Partial<Moment>, { ad = {}, top = {} } = {}): Branch => ({
  campaign: campaignOf([moment(START, top)]),
  sets: [{ set: setOf('s', [moment(START, set)]), ads: [adOf('a', [moment(START, ad)])] }],
  terms: { unit: UNIT, zone: 'UTC' },
});

const totalIn = (branch: Branch, now?: number): number => units(totalOf(adsIn(branch), DAYS, deliveryOf(branch, now)));

const steps = fc.array(fc.integer({ min: 0, max: NOW - START - 1 }), { minLength: 1, maxLength: 5 });
const pastWith = (more: fc.Arbitrary<Partial<Moment>>): fc.Arbitrary<readonly Moment[]> =>
  fc
    .tuple(steps, fc.array(more, { minLength: 5, maxLength: 5 }))
    .map(([ats, states]) =>
      [...new Set(ats)].sort((a, b) => a - b).map((at, index) => moment(START + at, states[index])),
    );

const status = fc.constantFrom('active', 'active', 'paused', 'pending_review');
const statusOnly = pastWith(fc.record({ status }));
const daily = pastWith(fc.record({ status, amount: fc.integer({ min: 1, max: 90 }) }));
const cap = fc.option(fc.integer({ min: 1, max: 50 }));

const branches = (sets: fc.Arbitrary<readonly Moment[]>, top: fc.Arbitrary<readonly Moment[]>): fc.Arbitrary<Branch> =>
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

describe('a budget', () => {
  test('for each day is spent on a day on which everything runs, and never exceeded', () => {
    expect(totalIn(one({ amount: 20 }), START + DAY_MS)).toBe(2_000);
    fc.assert(
      fc.property(branches(daily, statusOnly), (branch) => {
        const delivery = deliveryOf(branch);
        for (const { set, ads } of branch.sets)
          for (const day of DAYS) {
            const most = Math.max(...(set?.doc.past ?? []).map(({ amount }) => amount ?? 0));
            expect(units(totalOf(ads, [day], delivery))).toBeLessThanOrEqual(most * UNIT);
          }
      }),
    );
  });

  test('for the whole run is spent by its end and not exceeded, whatever pauses it', () => {
    const run = { amount: 70, isLifetime: true, to: START + 7 * DAY_MS };
    expect(totalIn(one(run))).toBe(7_000);
    fc.assert(
      fc.property(pastWith(fc.record({ status })), (past) => {
        const branch = one(run, {});
        const paused = { ...branch, campaign: campaignOf(past) };
        expect(totalIn(paused)).toBeLessThanOrEqual(7_000);
      }),
    );
  });

  test('counts from the instant of its change', () => {
    const branch = one({});
    const set = setOf('s', [moment(START, { amount: 24 }), moment(START + 6 * HOUR_MS, { amount: 48 })]);
    const changed = { ...branch, sets: branch.sets.map((each) => ({ ...each, set })) };
    expect(totalIn(changed, START + 6 * HOUR_MS)).toBe(600);
    expect(totalIn(changed, START + 12 * HOUR_MS)).toBe(1_800);
  });

  test('of a campaign is split over the ad sets that run', () => {
    const branch: Branch = {
      campaign: campaignOf([moment(START, { amount: 30 })]),
      sets: ['one', 'two', 'three'].map((id) => ({
        set: setOf(id, [moment(START, { status: id === 'three' ? 'paused' : 'active' })]),
        ads: [adOf(`${id} ad`, [moment(START)])],
      })),
      terms: { unit: UNIT, zone: 'UTC' },
    };
    const delivery = deliveryOf(branch);
    expect(adsIn(branch).map((ad) => units(countsOn(ad, DAYS[0] ?? '', delivery)))).toEqual([1_500, 1_500, 0]);
  });

  test('no cap of a campaign is exceeded', () => {
    fc.assert(
      fc.property(
        branches(daily, pastWith(fc.record({ status, cap }))),
        fc.integer({ min: 1, max: 50 }),
        (branch, most) => {
          const past = (branch.campaign?.doc.past ?? []).map((each) => ({ ...each, cap: most }));
          expect(totalIn({ ...branch, campaign: campaignOf(past) })).toBeLessThanOrEqual(most * UNIT);
        },
      ),
    );
    expect(totalIn(one({ amount: 20 }, { top: { cap: 50 } }))).toBe(5_000);
  });
});

test('nothing is spent before the start of a schedule or from its end on', () => {
  const span = { from: START + 2 * DAY_MS, to: START + 4 * DAY_MS };
  for (const branch of [
    one({ amount: 20, ...span }),
    one({ amount: 20 }, { ad: span }),
    one({ amount: 20 }, { top: span }),
  ])
    expect(DAYS.map((day) => units(totalOf(adsIn(branch), [day], deliveryOf(branch))))).toEqual([
      0, 0, 2_000, 2_000, 0, 0, 0, 0, 0,
    ]);
});

test('what does not run gains nothing, at whatever level it was stopped', () => {
  fc.assert(
    fc.property(branches(daily, statusOnly), fc.constantFrom('campaign', 'set', 'ad'), (branch, level) => {
      const stop = (past: readonly Moment[]): readonly Moment[] => [
        ...past.filter(({ at }) => at < START + 3 * DAY_MS),
        moment(START + 3 * DAY_MS, { status: 'paused', amount: 10 }),
      ];
      const pastOfRecord = (record: { readonly doc: { readonly past?: readonly Moment[] } } | undefined) =>
        record?.doc.past ?? [];
      const still: Branch = {
        ...branch,
        campaign: level === 'campaign' ? campaignOf(stop(pastOfRecord(branch.campaign))) : branch.campaign,
        sets: branch.sets.map(({ set, ads }) => ({
          set: level === 'set' ? setOf(set?.id ?? '', stop(pastOfRecord(set))) : set,
          ads: level === 'ad' ? ads.map((ad) => adOf(ad.id, stop(pastOfRecord(ad)))) : ads,
        })),
      };
      const at = deliveryOf(still, START + 3 * DAY_MS);
      expect(totalOf(adsIn(still), DAYS, deliveryOf(still))).toEqual(totalOf(adsIn(still), DAYS, at));
    }),
  );
});

test('parts by any dimensions and the hours of days sum to the total', () => {
  const dimensions = fc.subarray([
    'age',
    'gender',
    'country',
    'device',
    'hourly_stats_aggregated_by_advertiser_time_zone',
  ]);
  fc.assert(
    fc.property(branches(daily, statusOnly), dimensions, (branch, by) => {
      const delivery = deliveryOf(branch);
      const ads = adsIn(branch);
      const total = totalOf(ads, DAYS, delivery);
      const parts = partsOf(ads, DAYS, { dimensions: by, delivery });
      const hours = ads.flatMap((ad) => DAYS.flatMap((day) => hoursOn(ad, day, delivery).map(({ counts }) => counts)));
      for (const { counts } of parts) expect(counts.reach).toBeLessThanOrEqual(counts.impressions);
      expect(parts.reduce((sum, { counts }) => sum + counts.reach, 0)).toBe(total.reach);
      for (const name of ['impressions', 'clicks', 'engagement', 'conversions'] as const) {
        expect(parts.reduce((sum, { counts }) => sum + counts[name], 0)).toBe(total[name]);
        expect(hours.reduce((sum, counts) => sum + counts[name], 0)).toBe(total[name]);
      }
      expect(parts.reduce((sum, { counts }) => sum + units(counts), 0)).toBe(units(total));
      expect(hours.reduce((sum, counts) => sum + units(counts), 0)).toBe(units(total));
    }),
    { numRuns: 40 },
  );
});

test('the reach of some days is at least that of each and at most their sum', () => {
  fc.assert(
    fc.property(branches(daily, statusOnly), fc.subarray(DAYS, { minLength: 1 }), (branch, days) => {
      const delivery = deliveryOf(branch);
      for (const ad of adsIn(branch)) {
        const { reach, impressions } = countsOver(ad, days, delivery);
        const each = days.map((day) => countsOn(ad, day, delivery).reach);
        expect(reach).toBeGreaterThanOrEqual(Math.max(...each));
        expect(reach).toBeLessThanOrEqual(each.reduce((sum, one) => sum + one, 0));
        expect(reach).toBeLessThanOrEqual(impressions);
      }
    }),
  );
  const ads = adsIn(one({ amount: 90 }));
  const delivery = deliveryOf(one({ amount: 90 }));
  const sum = DAYS.reduce((total, day) => total + totalOf(ads, [day], delivery).reach, 0);
  expect(totalOf(ads, DAYS, delivery).reach).toBeLessThan(sum);
});

test('a daily budget is one day of the zone, however many hours the day has', () => {
  const zone = 'Europe/Berlin';
  for (const day of ['2026-03-28', '2026-03-29', '2026-10-25', '2026-10-26']) {
    const start = Date.parse('2026-03-01T00:00:00.000Z');
    const branch: Branch = {
      campaign: campaignOf([moment(start)]),
      sets: [{ set: setOf('s', [moment(start, { amount: 20 })]), ads: [adOf('a', [moment(start)])] }],
      terms: { unit: UNIT, zone },
    };
    const delivery = deliveryOf(branch, Date.parse('2026-11-01T00:00:00.000Z'));
    expect(units(totalOf(adsIn(branch), [day], delivery))).toBe(2_000);
    const hours = adsIn(branch).flatMap((ad) => hoursOn(ad, day, delivery));
    expect(hours).toHaveLength(day === '2026-03-29' ? 23 : day === '2026-10-25' ? 25 : 24);
    expect(hours.filter(({ hour }) => hour === 2)).toHaveLength(hours.length - 23);
    expect(hours.reduce((sum, { counts }) => sum + units(counts), 0)).toBe(2_000);
  }
});

test('figures only grow with the clock, and a past day stays as it was', () => {
  fc.assert(
    fc.property(branches(daily, statusOnly), fc.integer({ min: 1, max: 8 }), (branch, days) => {
      const ads = adsIn(branch);
      const earlier = deliveryOf(branch, START + days * DAY_MS);
      const later = deliveryOf(branch);
      for (const ad of ads) {
        const [past = '', open = ''] = [DAYS[days - 1], DAYS[days]];
        expect(countsOn(ad, past, later)).toEqual(countsOn(ad, past, earlier));
        expect(countsOn(ad, open, later).impressions).toBeGreaterThanOrEqual(countsOn(ad, open, earlier).impressions);
      }
    }),
  );
});
