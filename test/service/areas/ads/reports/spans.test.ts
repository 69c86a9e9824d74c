/** The days that insights cover: every named span on a Wednesday in the middle of a quarter, and how days become rows. */
import { expect, test } from 'vitest';
import { daysOf, isIncrement, isPreset, rowsOfDays } from '../../../../../src/service/areas/ads/reports/spans.ts';

/** A Wednesday. */
const NOW = Date.parse('2026-05-13T10:30:00.000Z');

const endsOf = (asked: object, now = NOW): readonly unknown[] => {
  const days = daysOf({ ...asked }, now);
  return [days[0], days.at(-1), days.length];
};

test.each([
  ['today', '2026-05-13', '2026-05-13', 1],
  ['yesterday', '2026-05-12', '2026-05-12', 1],
  ['this_month', '2026-05-01', '2026-05-13', 13],
  ['last_month', '2026-04-01', '2026-04-30', 30],
  ['this_quarter', '2026-04-01', '2026-05-13', 43],
  ['last_quarter', '2026-01-01', '2026-03-31', 90],
  ['this_year', '2026-01-01', '2026-05-13', 133],
  ['last_year', '2025-01-01', '2025-12-31', 365],
  ['this_week_mon_today', '2026-05-11', '2026-05-13', 3],
  ['this_week_sun_today', '2026-05-10', '2026-05-13', 4],
  ['last_week_mon_sun', '2026-05-04', '2026-05-10', 7],
  ['last_week_sun_sat', '2026-05-03', '2026-05-09', 7],
  ['maximum', '2025-05-13', '2026-05-13', 366],
  ['data_maximum', '2025-05-13', '2026-05-13', 366],
  ['lifetime', '2025-05-13', '2026-05-13', 366],
  ['last_1d', '2026-05-12', '2026-05-12', 1],
  ['last_7d', '2026-05-06', '2026-05-12', 7],
  ['last_90d', '2026-02-12', '2026-05-12', 90],
])('%s is from %s to %s', (datePreset, from, to, count) => {
  expect(isPreset(datePreset)).toBe(true);
  expect(endsOf({ datePreset })).toEqual([from, to, count]);
});

test('a week that begins today has one day, and quarters begin in January, April, July and October', () => {
  const monday = Date.parse('2026-05-11T00:00:00.000Z');
  const sunday = Date.parse('2026-05-10T23:59:59.999Z');
  expect(endsOf({ datePreset: 'this_week_mon_today' }, monday)).toEqual(['2026-05-11', '2026-05-11', 1]);
  expect(endsOf({ datePreset: 'this_week_sun_today' }, sunday)).toEqual(['2026-05-10', '2026-05-10', 1]);
  expect(endsOf({ datePreset: 'this_week_mon_today' }, sunday)).toEqual(['2026-05-04', '2026-05-10', 7]);
  for (const [month, first] of [
    ['03', '01'],
    ['04', '04'],
    ['09', '07'],
    ['12', '10'],
  ])
    expect(endsOf({ datePreset: 'this_quarter' }, Date.parse(`2026-${String(month)}-01T12:00:00Z`))[0]).toBe(
      `2026-${String(first)}-01`,
    );
});

test('dates go before a named span, and the last week is meant where neither is given', () => {
  const dates = { fromDate: '2026-04-01', toDate: '2026-04-03' };
  expect(endsOf({ ...dates, datePreset: 'today' })).toEqual(['2026-04-01', '2026-04-03', 3]);
  expect(endsOf({ fromDate: '2026-05-12', datePreset: 'last_month' })).toEqual(['2026-05-12', '2026-05-13', 2]);
  expect(endsOf({ toDate: '2026-05-02', datePreset: 'today' })).toEqual(['2026-04-26', '2026-05-02', 7]);
  expect(endsOf({})).toEqual(['2026-05-07', '2026-05-13', 7]);
  expect(endsOf({ datePreset: 'soon' })).toEqual(['2026-05-07', '2026-05-13', 7]);
});

test.each(['last_d', 'last_1000d', 'xlast_3d', 'last_3days', 'soon', ''])('%s is not a span', (name) => {
  expect(isPreset(name)).toBe(false);
});

test('a row has 1 to 90 days, a month, or everything', () => {
  for (const value of [1, '1', 90, '90', 'monthly', 'all_days', 'undefined', undefined])
    expect(isIncrement(value), String(value)).toBe(true);
  for (const value of [0, -1, 91, 1.5, 'weekly', 'x', '1.5']) expect(isIncrement(value), String(value)).toBe(false);
});

test('days are put into rows one by one, in groups, by months, or all together', () => {
  const days = daysOf({ fromDate: '2026-04-29', toDate: '2026-05-03' }, NOW);
  expect(rowsOfDays(days, 1)).toEqual(days.map((day) => [day]));
  expect(rowsOfDays(days, '2').map((row) => row.length)).toEqual([2, 2, 1]);
  expect(rowsOfDays(days, 2).flat()).toEqual(days);
  expect(rowsOfDays(days, 5)).toEqual([days]);
  expect(rowsOfDays(days, 'monthly')).toEqual([days.slice(0, 2), days.slice(2)]);
  for (const all of ['all_days', undefined]) expect(rowsOfDays(days, all)).toEqual([days]);
  for (const increment of [1, 'monthly', 'all_days']) expect(rowsOfDays([], increment)).toEqual([]);
});
