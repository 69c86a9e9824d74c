import { expect, test } from 'vitest';
import { daysBetween } from '../../src/kernel/days.ts';

const NOW = Date.parse('2026-01-05T09:00:00Z');

test('without a span a series covers the last seven days', () => {
  expect(daysBetween({}, NOW)).toEqual([
    '2025-12-30',
    '2025-12-31',
    '2026-01-01',
    '2026-01-02',
    '2026-01-03',
    '2026-01-04',
    '2026-01-05',
  ]);
});

test('a span covers whole days, and ends with the present one', () => {
  expect(daysBetween({ from: '2026-01-03', to: '2026-01-04' }, NOW)).toEqual(['2026-01-03', '2026-01-04']);
  expect(daysBetween({ from: '2026-01-04', to: '2027-01-01' }, NOW)).toEqual(['2026-01-04', '2026-01-05']);
  expect(daysBetween({ from: '2026-02-01', to: '2026-02-02' }, NOW)).toEqual([]);
});

test('a series has a year of days at most', () => {
  expect(daysBetween({ from: '2000-01-01' }, NOW)).toHaveLength(366);
});

test('bounds are days, instants or seconds, and what is not a time is an open end', () => {
  expect(daysBetween({ from: '2026-01-04T10:00:00Z' }, NOW)).toEqual(['2026-01-04', '2026-01-05']);
  expect(daysBetween({ from: Date.parse('2026-01-05T00:00:00Z') / 1_000 }, NOW)).toEqual(['2026-01-05']);
  expect(daysBetween({ from: 'soon' }, NOW)).toHaveLength(7);
});
