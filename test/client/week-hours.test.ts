import { expect, test } from 'vitest';
import { hourIn, hourWords } from '../../src/client/week-hours.ts';

const WINTER = Date.parse('2026-01-07T12:00:00Z');
const SUMMER = Date.parse('2026-07-08T12:00:00Z');

test.each([
  ['UTC', 2, 18, WINTER, 'Wednesday 18:00'],
  ['Europe/Berlin', 2, 18, WINTER, 'Wednesday 19:00'],
  ['Europe/Berlin', 2, 18, SUMMER, 'Wednesday 20:00'],
  ['Asia/Tokyo', 6, 20, WINTER, 'Monday 05:00'],
  ['America/Los_Angeles', 0, 3, WINTER, 'Sunday 19:00'],
  ['Asia/Kolkata', 4, 23, WINTER, 'Saturday 04:30'],
])('in %s day %d at %d o’clock UTC', (...row) => {
  const [zone, day, hour, now, words] = row;
  expect(hourWords(hourIn(zone, { day, hour }, now))).toBe(words);
});

const CHANGES = [
  ['Europe/Berlin', '2026-03-29T01:00:00Z', 60],
  ['Europe/Berlin', '2026-10-25T01:00:00Z', -60],
  ['America/New_York', '2026-03-08T07:00:00Z', 60],
  ['America/New_York', '2026-11-01T06:00:00Z', -60],
] as const;

const WEEK = Array.from({ length: 7 * 24 }, (_, at) => ({ day: Math.floor(at / 24), hour: at % 24 }));

const MINUTE_MS = 60_000;

test.each(CHANGES)('in %s no two hours become one in the week of the change at %s', (zone, change) => {
  for (const days of [-6, -1, 0, 1]) {
    const now = Date.parse(change) + days * 24 * 60 * MINUTE_MS;
    const words = WEEK.map((one) => hourWords(hourIn(zone, one, now)));
    expect(new Set(words).size).toBe(WEEK.length);
  }
});

test.each(CHANGES)('in %s the hours move at the instant of the change, %s, and not before', (zone, change, minutes) => {
  const at = Date.parse(change);
  const minuteOf = (now: number): number => {
    const { day, hour, minute } = hourIn(zone, { day: 2, hour: 17 }, now);
    return (day * 24 + hour) * 60 + minute;
  };
  expect(minuteOf(at) - minuteOf(at - MINUTE_MS)).toBe(minutes);
});
