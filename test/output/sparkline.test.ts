/** A series in one cell. */
import { expect, test } from 'vitest';
import { sparkline } from '../../src/output/sparkline.ts';

test('each figure is as high as it is between the least and the most', () => {
  expect(sparkline([10, 20, 30, 80], true)).toBe('▁▂▃█');
  expect(sparkline([10, 20, 30, 80], false)).toBe('_.-#');
  expect(sparkline([-5, 0, 5], true)).toBe('▁▅█');
});

test('a series that does not move is a flat line, and one figure is no course', () => {
  expect(sparkline([7, 7, 7], true)).toBe('▁▁▁');
  expect(sparkline([7], true)).toBe('');
  expect(sparkline([], true)).toBe('');
});

test('a long series is drawn by the means of its stretches', () => {
  const year = Array.from({ length: 365 }, (_, at) => at);
  expect(sparkline(year, true)).toBe('▁▂▂▃▄▄▅▅▆▇▇█');
  expect([...sparkline([...year].reverse(), false)]).toHaveLength(12);
});
