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
