/** Reported conversions: windows from the click, sums, parts and what purchases came to. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../../../../src/kernel/time.ts';
import {
  addedOffsite,
  attributedIn,
  offsiteBetween,
  offsiteShares,
  outcomesWithin,
  purchasesIn,
  valueIn,
  type Offsite,
  type Reported,
} from '../../../../../src/service/areas/ads/figures/reported.ts';

const CLICK = 1_000;
const PURCHASE = 'offsite_conversion.purchase';

const after = (ms: number, more: Partial<Reported> = {}): Reported => ({
  ...{ action: PURCHASE, at: CLICK + ms, clickedAt: CLICK, value: 10 },
  ...more,
});

const all = (...reported: readonly Reported[]): Offsite => offsiteBetween(reported, 0, Infinity);

test.each([
  [-1, undefined],
  [0, '1d'],
  [DAY_MS, '1d'],
  [DAY_MS + 1, '7d'],
  [7 * DAY_MS, '7d'],
  [7 * DAY_MS + 1, '28d'],
  [28 * DAY_MS, '28d'],
  [28 * DAY_MS + 1, undefined],
])('readings, "Conversions": %d ms after the click, a conversion falls into the window %s', (ms, window) => {
  const wanted = window === undefined ? {} : { [`${window} ${PURCHASE}`]: { count: 1, value: 10 } };
  expect(all(after(ms))).toEqual(wanted);
});

test('a span has what was reported from its first instant on and before its end', () => {
  const [from, to] = [CLICK + 10, CLICK + 20];
  const countIn = (ms: number): number => attributedIn(offsiteBetween([after(ms)], from, to));
  expect([9, 10, 19, 20].map(countIn)).toEqual([0, 1, 1, 0]);
});

test('conversions of one action and window are counted together, and amounts keep four places', () => {
  const sum = all(after(1, { value: 0.1 }), after(2, { value: 0.2 }), after(3, { value: 1 / 3, action: 'a' }));
  expect(sum).toEqual({ [`1d ${PURCHASE}`]: { count: 2, value: 0.3 }, '1d a': { count: 1, value: 0.3333 } });
});

test('what one span has more than another is left, and nothing of what both have', () => {
  const one: Offsite = { '1d a': { count: 3, value: 9 }, '7d b': { count: 1, value: 2 } };
  const other: Offsite = { '1d a': { count: 1, value: 4 }, '7d b': { count: 1, value: 2 } };
  expect(addedOffsite(one, other, -1)).toEqual({ '1d a': { count: 2, value: 5 } });
  expect(addedOffsite({ '1d a': { count: 1, value: 1 } }, { '7d b': { count: 2, value: 3 } }, 1)).toEqual({
    '1d a': { count: 1, value: 1 },
    '7d b': { count: 2, value: 3 },
  });
  expect(addedOffsite({}, { '7d b': { count: 2, value: 3 } }, -1)).toEqual({ '7d b': { count: -2, value: -3 } });
});

test('each window has what fell into it and into the shorter ones; seven days where none is asked for', () => {
  const offsite = all(after(0, { value: 0.1 }), after(2 * DAY_MS, { value: 0.2 }), after(8 * DAY_MS, { value: 40 }));
  const within = (window?: '1d' | '7d' | '28d') => outcomesWithin(offsite, window).get(PURCHASE);
  expect(within('1d')).toEqual({ count: 1, value: 0.1 });
  expect(within('7d')).toEqual({ count: 2, value: 0.3 });
  expect(within('28d')).toEqual({ count: 3, value: 40.3 });
  expect(within()).toEqual(within('7d'));
  expect(attributedIn(offsite)).toBe(2);
  expect(outcomesWithin(all(after(8 * DAY_MS))).get(PURCHASE)).toEqual({ count: 0, value: 0 });
});

test('purchases are worth their own values, and all conversions the values of all within seven days', () => {
  const offsite = all(
    after(0, { value: 49.9 }),
    after(DAY_MS + 1, { value: 0.05 }),
    after(8 * DAY_MS, { value: 100 }),
    after(0, { value: 7, action: 'offsite_conversion.lead' }),
  );
  expect(purchasesIn(offsite)).toBe(49.95);
  expect(valueIn(offsite)).toBe(56.95);
  expect([purchasesIn({}), valueIn({})]).toEqual([0, 0]);
});

const weights = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
const outcome = fc.record({ count: fc.integer({ min: 1, max: 20 }), cents: fc.integer({ min: 0, max: 99_999 }) });

test('parts sum to the whole, in counts and to the smallest unit in value, and none has a value without a conversion', () => {
  fc.assert(
    fc.property(weights, outcome, (shares, { count, cents }) => {
      const whole: Offsite = { '1d a': { count, value: cents / 100 }, '7d b': { count: 1, value: 0 } };
      const parts = offsiteShares(whole, shares, 100);
      expect(parts).toHaveLength(shares.length);
      expect(parts.flatMap((part) => Object.values(part)).every((one) => one.count > 0)).toBe(true);
      expect(parts.reduce((sum, part) => addedOffsite(sum, part, 1), {})).toEqual(whole);
    }),
  );
});

test('a part has its share by weight, with the value where the conversions are', () => {
  const parts = offsiteShares({ '1d a': { count: 4, value: 10 } }, [3, 1], 100);
  expect(parts).toEqual([{ '1d a': { count: 3, value: 7.5 } }, { '1d a': { count: 1, value: 2.5 } }]);
  expect(offsiteShares({ '1d a': { count: 1, value: 700 } }, [1, 5], 1)).toEqual([
    {},
    { '1d a': { count: 1, value: 700 } },
  ]);
});
