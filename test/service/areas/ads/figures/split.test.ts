/** Figures by dimension, as properties of any past: the parts of every breakdown sum to what there is, at every level. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../../../../src/kernel/time.ts';
import { DIMENSION_NAMES, isHourly } from '../../../../../src/service/areas/ads/figures/dimensions.ts';
import type { Branch, Delivery } from '../../../../../src/service/areas/ads/figures/delivery.ts';
import { countsOn, hoursOn, totalOf, type Counts } from '../../../../../src/service/areas/ads/figures/figures.ts';
import type { Reported } from '../../../../../src/service/areas/ads/figures/reported.ts';
import { actionsOf, partsOf, type Part } from '../../../../../src/service/areas/ads/figures/split.ts';
import { ACTION_BREAKDOWNS } from '../../../../../src/service/areas/ads/reports/reading.ts';
import { adsIn, branches, daily, DAYS, deliveryOf, NOW, one, START, statusOnly, UNIT, units } from './branches.ts';

/** Dimensions that split actions alone. */
const OF_ACTIONS = ACTION_BREAKDOWNS.filter((name) => name !== 'action_type');

const reported: fc.Arbitrary<readonly Reported[]> = fc.array(
  fc.record({
    action: fc.constantFrom('offsite_conversion.purchase', 'offsite_conversion.lead'),
    at: fc.integer({ min: START, max: NOW - 1 }),
    clickedAt: fc.integer({ min: START - 40 * DAY_MS, max: NOW }),
    value: fc.integer({ min: 0, max: 9_999 }).map((cents) => cents / UNIT),
  }),
  { maxLength: 20 },
);

/** A campaign that ran for some days, and what was reported of each of its ads. */
const runs = fc.tuple(branches(daily, statusOnly), reported).map(([branch, all]) => {
  const ads = adsIn(branch);
  const delivery: Delivery = {
    ...deliveryOf(branch),
    reported: new Map(ads.map(({ id }, at) => [id, all.filter((_, index) => index % ads.length === at)])),
  };
  return { branch, ads, delivery };
});

/** Everything that is summed, in whole numbers: counts, cents, and what was reported by window and action. */
function plain(counts: Counts): Readonly<Record<string, number>> {
  const { impressions, reach, clicks, engagement, conversions, offsite } = counts;
  const entries = Object.entries(offsite).flatMap(([key, { count, value }]): [string, number][] => [
    [key, count],
    [`${key} cents`, Math.round(value * UNIT)],
  ]);
  return { impressions, reach, clicks, engagement, conversions, cents: units(counts), ...Object.fromEntries(entries) };
}

function sumOf(all: readonly Counts[]): Readonly<Record<string, number>> {
  const sums: Record<string, number> = plain(totalOf([], [], NOTHING));
  for (const one of all) for (const [name, value] of Object.entries(plain(one))) sums[name] = (sums[name] ?? 0) + value;
  return sums;
}

const NOTHING: Delivery = deliveryOf({ campaign: undefined, sets: [], terms: { unit: UNIT, zone: 'UTC' } });

const countsIn = (parts: readonly Part[]): readonly Counts[] => parts.map(({ counts }) => counts);

/** People are counted once over days and hours, and summed over everything else. */
const withoutReach = ({ reach: _, ...rest }: Readonly<Record<string, number>>) => rest;

test.each(DIMENSION_NAMES)('parts by %s sum to the total in every figure', (dimension) => {
  fc.assert(
    fc.property(runs, ({ ads, delivery }) => {
      const parts = partsOf(ads, DAYS, { dimensions: [dimension], delivery });
      expect(sumOf(countsIn(parts))).toEqual(plain(totalOf(ads, DAYS, delivery)));
      for (const { counts } of parts) expect(counts.reach).toBeLessThanOrEqual(counts.impressions);
    }),
    { numRuns: 15 },
  );
});

/** Hours are counted first, and each of them is shared out by itself: those of a value need not sum to the value alone. */
const ruling = (by: readonly string[]): string => by.find(isHourly) ?? by[0] ?? '';

test('parts by any combination of dimensions sum to the total, and to the parts by the first of them, or by hours', () => {
  fc.assert(
    fc.property(runs, fc.subarray([...DIMENSION_NAMES], { minLength: 2, maxLength: 3 }), ({ ads, delivery }, by) => {
      const parts = partsOf(ads, DAYS, { dimensions: by, delivery });
      expect(sumOf(countsIn(parts))).toEqual(plain(totalOf(ads, DAYS, delivery)));
      for (const { values } of parts) expect(Object.keys(values).sort()).toEqual([...by].sort());
      const first = ruling(by);
      for (const { values, counts } of partsOf(ads, DAYS, { dimensions: [first], delivery })) {
        const own = parts.filter((one) => one.values[first] === values[first]);
        expect(withoutReach(sumOf(countsIn(own)))).toEqual(withoutReach(sumOf([counts])));
        expect(units(counts)).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: 30 },
  );
});

test('actions by any of their dimensions sum to those of their row, and the rows to the total', () => {
  fc.assert(
    fc.property(
      runs,
      fc.subarray([...DIMENSION_NAMES], { maxLength: 1 }),
      fc.subarray(OF_ACTIONS, { minLength: 1, maxLength: 2 }),
      ({ ads, delivery }, dimensions, ofActions) => {
        const rows = actionsOf(ads, DAYS, { dimensions, delivery, ofActions });
        expect(sumOf(countsIn(rows))).toEqual(plain(totalOf(ads, DAYS, delivery)));
        for (const row of rows) {
          expect(sumOf(countsIn(row.actions))).toEqual(sumOf([row.counts]));
          for (const { values } of row.actions) expect(Object.keys(values)).toEqual(ofActions);
        }
      },
    ),
    { numRuns: 40 },
  );
});

test('ads sum to their ad sets and to their campaign, days to their span, hours to their day', () => {
  fc.assert(
    fc.property(runs, ({ branch, ads, delivery }: { branch: Branch } & Parameters<typeof sumsOver>[0]) => {
      const total = plain(totalOf(ads, DAYS, delivery));
      expect(sumOf(ads.map((ad) => totalOf([ad], DAYS, delivery)))).toEqual(total);
      expect(sumOf(branch.sets.map((set) => totalOf(set.ads, DAYS, delivery)))).toEqual(total);
      sumsOver({ ads, delivery }, withoutReach(total));
    }),
    { numRuns: 40 },
  );
});

function sumsOver(
  { ads, delivery }: { readonly ads: ReturnType<typeof adsIn>; readonly delivery: Delivery },
  total: Readonly<Record<string, number>>,
): void {
  const days = DAYS.map((day) => totalOf(ads, [day], delivery));
  const hours = ads.flatMap((ad) => DAYS.flatMap((day) => hoursOn(ad, day, delivery).map(({ counts }) => counts)));
  expect(withoutReach(sumOf(days))).toEqual(total);
  expect(withoutReach(sumOf(hours))).toEqual(total);
  for (const ad of ads)
    for (const day of DAYS) {
      const [own, inHours] = [countsOn(ad, day, delivery), hoursOn(ad, day, delivery)];
      expect(inHours.reduce((sum, { counts }) => sum + counts.reach, 0)).toBe(own.reach);
    }
}

test('an hour is named by its first and its last second', () => {
  const branch: Branch = one({ amount: 24 });
  const dimensions = ['hourly_stats_aggregated_by_advertiser_time_zone'];
  const parts = partsOf(adsIn(branch), DAYS.slice(0, 1), { dimensions, delivery: deliveryOf(branch) });
  const names = parts.map(({ values }) => Object.values(values).join());
  expect(names).toHaveLength(24);
  expect([names[0], names[9], names[23]]).toEqual([
    '00:00:00 - 00:59:59',
    '09:00:00 - 09:59:59',
    '23:00:00 - 23:59:59',
  ]);
});
