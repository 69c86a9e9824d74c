import { expect, test } from 'vitest';
import { daysAsked, metricsAsked, spanOf } from '../../../src/service/generic/range.ts';

const NOW = Date.parse('2026-01-05T09:00:00Z');

test('without a span a series covers the last seven days', () => {
  expect(daysAsked({}, NOW)).toEqual([
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
  expect(daysAsked({ since: '2026-01-03', until: '2026-01-04' }, NOW)).toEqual(['2026-01-03', '2026-01-04']);
  expect(daysAsked({ fromDate: '2026-01-04', toDate: '2027-01-01' }, NOW)).toEqual(['2026-01-04', '2026-01-05']);
  expect(daysAsked({ from: '2026-02-01', to: '2026-02-02' }, NOW)).toEqual([]);
});

test('a series has a year of days at most', () => {
  expect(daysAsked({ from: '2000-01-01' }, NOW)).toHaveLength(366);
});

test('bounds are days, instants or seconds', () => {
  expect(spanOf({ from: '2026-01-04', to: '2026-01-04' })).toEqual({
    from: Date.parse('2026-01-04T00:00:00Z'),
    to: Date.parse('2026-01-04T23:59:59.999Z'),
  });
  expect(spanOf({ since: '2026-01-04T10:00:00Z' }).from).toBe(Date.parse('2026-01-04T10:00:00Z'));
  expect(spanOf({ since: 1_700_000_000 }).from).toBe(1_700_000_000_000);
  expect(spanOf({ from: 'soon' }).from).toBeUndefined();
});

test('metrics are named in a list or with commas', () => {
  expect(metricsAsked({ metrics: 'views, likes' })).toEqual(['views', 'likes']);
  expect(metricsAsked({ metrics: ['reach', 'reach'] })).toEqual(['reach']);
  expect(metricsAsked({})).toEqual(['views', 'reach']);
});
