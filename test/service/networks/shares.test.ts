/** Whole numbers shared out among parts. */
import { expect, test } from 'vitest';
import { sharedOut } from '../../../src/service/networks/shares.ts';

test('shares sum to the number, and none becomes less when it grows', () => {
  const weights = [0.31, 1.17, 0.2, 0.77];
  let before = weights.map(() => 0);
  for (let count = 0; count < 500; count += 1) {
    const shares = sharedOut(count, weights);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(count);
    shares.forEach((share, at) => {
      expect(share).toBeGreaterThanOrEqual(before[at] ?? 0);
    });
    before = [...shares];
  }
});

test('what weighs nothing gets nothing, unless nothing weighs anything', () => {
  expect(sharedOut(7, [0, 1, 0])).toEqual([0, 7, 0]);
  expect(sharedOut(7, [0, 0])).toEqual([7, 0]);
  expect(sharedOut(7, [])).toEqual([]);
});
