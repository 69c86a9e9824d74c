/** What ads spend, as properties of any past: budgets, caps and schedules hold, and what does not run gains nothing. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../../../src/kernel/time.ts';
import { stretchesOf, type Branch } from '../../../../../src/service/areas/ads/figures/delivery.ts';
import { countsOn, countsOver, hoursOn, totalOf } from '../../../../../src/service/areas/ads/figures/figures.ts';
import type { Moment } from '../../../../../src/service/areas/ads/tree/past.ts';
import {
  adOf,
  adsIn,
  branches,
  campaignOf,
  cap,
  daily,
  DAYS,
  deliveryOf,
  moment,
  one,
  pastWith,
  setOf,
  START,
  status,
  statusOnly,
  totalIn,
  UNIT,
  units,
} from './branches.ts';

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

describe('stretches', () => {
  const rates = (branch: Branch, now = START + DAY_MS) =>
    [...stretchesOf(branch, now)].map(([id, all]) => [
      id,
      all.map(({ from, to, rate }) => [(from - START) / HOUR_MS, (to - START) / HOUR_MS, Math.round(rate * HOUR_MS)]),
    ]);
  const ads = (...ids: readonly string[]) => ids.map((id) => adOf(id, [moment(START)]));
  const branchOf = (sets: Branch['sets'], top: Partial<Moment> = {}): Branch => ({
    campaign: campaignOf([moment(START, top)]),
    sets,
    terms: { unit: UNIT, zone: 'UTC' },
  });
  const setWith = (id: string, more: Partial<Moment>, ...of: readonly string[]) => ({
    set: setOf(id, [moment(START, more)]),
    ads: ads(...of),
  });

  test('without a budget have 10.00 a day, and without an ad set or a campaign nothing limits an ad', () => {
    expect(rates(one({}))).toEqual([['a', [[0, 24, 42]]]]);
    const lone: Branch = { campaign: undefined, sets: [{ set: undefined, ads: ads('a') }], terms: one({}).terms };
    expect(rates(lone)).toEqual([['a', [[0, 24, 42]]]]);
  });

  test('of a set without a budget have the largest of its ads', () => {
    const priced = [24, 48].map((amount) => adOf(`p${String(amount)}`, [moment(START, { amount })]));
    const [first, second] = rates(branchOf([{ set: setOf('s', [moment(START)]), ads: priced }]));
    const sum = [first, second].reduce((all, row) => all + Number((row?.[1] as number[][] | undefined)?.[0]?.[2]), 0);
    expect(sum).toBe(200);
  });

  test('of a set spend the least of its own budget and its share of that of the campaign', () => {
    const sets = [setWith('s', { amount: 6 }, 'a'), setWith('t', {}, 'b'), setWith('u', { amount: 60 }, 'c')];
    expect(rates(branchOf(sets, { amount: 72 }))).toEqual([
      ['a', [[0, 24, 25]]],
      ['b', [[0, 24, 100]]],
      ['c', [[0, 24, 100]]],
    ]);
  });

  test('of a campaign go to the sets in which an ad is shown', () => {
    const paused = adOf('b', [moment(START, { status: 'paused' })]);
    const sets = [setWith('s', {}, 'a'), { set: setOf('t', [moment(START)]), ads: [paused] }];
    expect(rates(branchOf(sets, { amount: 24 }))).toEqual([
      ['a', [[0, 24, 100]]],
      ['b', []],
    ]);
  });

  test('share a set by fixed weights', () => {
    const [[, [first = []]], [, [second = []]]] = rates(
      branchOf([setWith('s', { amount: 24 }, 'a', 'b')]),
    ) as never as [[string, number[][]], [string, number[][]]];
    expect([first[2], second[2]]).toEqual([44, 56]);
  });

  test('of a lifetime budget end with the run, or after thirty days without an end', () => {
    const run = { amount: 48, isLifetime: true, to: START + 2 * DAY_MS };
    expect(rates(one(run), START + 3 * DAY_MS)).toEqual([['a', [[0, 48, 100]]]]);
    const open = rates(one({ amount: 720, isLifetime: true }), START + DAY_MS);
    expect(open).toEqual([['a', [[0, 24, 100]]]]);
    const late = [moment(START), moment(START + DAY_MS, { status: 'paused' }), moment(START + 36 * HOUR_MS)];
    const held: Branch = { ...one(run), campaign: campaignOf(late) };
    expect(rates(held, START + 3 * DAY_MS)).toEqual([
      [
        'a',
        [
          [0, 24, 100],
          [36, 48, 200],
        ],
      ],
    ]);
  });

  test('end at the instant at which the cap of the campaign is reached', () => {
    expect(rates(one({ amount: 24 }, { top: { cap: 6 } }))).toEqual([['a', [[0, 6, 100]]]]);
    expect(rates(one({ amount: 24 }, { top: { cap: 24 } }))).toEqual([['a', [[0, 24, 100]]]]);
  });

  test('begin and end with the schedule, to the millisecond', () => {
    const span = { from: START + 1, to: START + HOUR_MS };
    const [own] = stretchesOf(one({ amount: 24, ...span }), START + DAY_MS).get('a') ?? [];
    expect([own?.from, own?.to]).toEqual([START + 1, START + HOUR_MS]);
    expect(rates(one({ amount: 24 }), START)).toEqual([['a', []]]);
  });
});

test('no ad reaches more people than its audience has, nor spends while that has nobody', () => {
  const sizes = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 8 * DAY_MS }), fc.constantFrom(0, 100, 340, 1_000, 20_000)), {
      maxLength: 4,
    })
    .map((all) => {
      const grown = all.map(([, size]) => size).sort((a, b) => a - b);
      const ats = [...new Set(all.map(([at]) => at))].sort((a, b) => a - b);
      return ats.map((at, index) => ({ at: START + at, size: grown[index] ?? 0 }));
    });
  fc.assert(
    fc.property(branches(daily, statusOnly), sizes, fc.subarray(DAYS, { minLength: 1 }), (branch, own, days) => {
      const ads = adsIn(branch);
      const aimed = { ...branch, sizes: new Map(ads.map(({ id }) => [id, own])) };
      const delivery = deliveryOf(aimed);
      const filledAt = own.find(({ size }) => size > 0)?.at ?? Infinity;
      for (const ad of ads) {
        for (const { from } of delivery.stretches.get(ad.id) ?? []) expect(from).toBeGreaterThanOrEqual(filledAt);
        const { reach, impressions } = countsOver(ad, days, delivery);
        const each = days.map((day) => countsOn(ad, day, delivery).reach);
        expect(reach).toBeLessThanOrEqual(own.at(-1)?.size ?? 0);
        expect(reach).toBeLessThanOrEqual(impressions);
        expect(reach).toBeGreaterThanOrEqual(Math.max(...each));
        expect(reach).toBeLessThanOrEqual(each.reduce((sum, one_) => sum + one_, 0));
        for (const day of days) {
          const hours = hoursOn(ad, day, delivery).map(({ counts }) => counts.reach);
          expect(Math.min(...hours)).toBeGreaterThanOrEqual(0);
        }
      }
    }),
  );
});
