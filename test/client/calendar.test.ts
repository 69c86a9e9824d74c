/** Days of the calendar command, also in weeks in which clocks change. */
import { expect, test } from 'vitest';
import { entriesOf, freeEntries, spanAround } from '../../src/client/calendar.ts';

const HOUR_MS = 3_600_000;

const hoursOf = ({ start, end }: { start: string; end: string }): number =>
  (Date.parse(end) + 1 - Date.parse(start)) / HOUR_MS;

test.each([
  ['Europe/Berlin', '2026-03-29', '2026-03-23', 167],
  ['Europe/Berlin', '2026-10-25', '2026-10-19', 169],
  ['America/New_York', '2026-03-08', '2026-03-02', 167],
  ['America/New_York', '2026-11-01', '2026-10-26', 169],
])('in %s the week of %s has seven days from %s, and %i hours', (zone, day, monday, hours) => {
  const span = spanAround({ day, unit: 'week', zone, nowMs: Date.parse(`${day}T12:00:00Z`) });
  expect(span.days).toHaveLength(7);
  expect(span.days[0]).toBe(monday);
  expect(new Set(span.days).size).toBe(7);
  expect(span.today).toBe(day);
  expect(hoursOf(span)).toBe(hours);
});

test.each([
  ['Europe/Berlin', '2026-03', 31 * 24 - 1],
  ['Europe/Berlin', '2026-10', 31 * 24 + 1],
  ['America/New_York', '2026-03', 31 * 24 - 1],
  ['America/New_York', '2026-11', 30 * 24 + 1],
])('in %s the month %s has all of its days, and %i hours', (zone, day, hours) => {
  const span = spanAround({ day, unit: 'month', zone, nowMs: 0 });
  expect(span.days).toHaveLength(Math.round(hours / 24));
  expect(hoursOf(span)).toBe(hours);
});

test('posts around a change stand at the time of the clock of their day, in the order in which they go out', () => {
  const post = (_id: string, scheduledFor: string) => ({ _id, scheduledFor, status: 'scheduled', platforms: [] });
  const timesIn = (zone: string, day: string, instants: readonly string[]) =>
    entriesOf(
      instants.map((instant) => post(instant, instant)),
      spanAround({ day, unit: 'week', zone, nowMs: 0 }),
    ).map(({ date, time }) => `${date} ${time}`);
  expect(
    timesIn('Europe/Berlin', '2026-03-29', [
      '2026-03-29T01:00:00Z',
      '2026-03-29T00:59:00Z',
      '2026-03-28T23:30:00Z',
      '2026-03-29T21:59:00Z',
      '2026-03-29T22:00:00Z',
    ]),
  ).toEqual(['2026-03-29 00:30', '2026-03-29 01:59', '2026-03-29 03:00', '2026-03-29 23:59']);
  expect(timesIn('Europe/Berlin', '2026-10-25', ['2026-10-25T01:30:00Z', '2026-10-25T00:30:00Z'])).toEqual([
    '2026-10-25 02:30',
    '2026-10-25 02:30',
  ]);
  expect(timesIn('America/New_York', '2026-11-01', ['2026-11-02T04:59:00Z', '2026-11-02T05:00:00Z'])).toEqual([
    '2026-11-01 23:59',
  ]);
});

test('free times of a queue are on the day that they have in the zone', () => {
  const span = spanAround({ day: '2026-03-08', unit: 'week', zone: 'America/New_York', nowMs: 0 });
  expect(freeEntries(['2026-03-08T07:00:00Z', '2026-03-09T03:30:00Z', '2026-03-09T04:00:00Z'], span)).toMatchObject([
    { date: '2026-03-08', time: '03:00' },
    { date: '2026-03-08', time: '23:30' },
  ]);
});
