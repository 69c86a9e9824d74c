/** Days in the zones of ad accounts. */
import { expect, test } from 'vitest';
import { HOUR_MS } from '../../../../../src/kernel/time.ts';
import {
  dayAt,
  endsOfDay,
  endsOfUnevenDays,
  lengthOfDay,
  wallClock,
} from '../../../../../src/service/areas/ads/figures/zones.ts';

const at = (text: string): number => Date.parse(text);

test('a day lasts from midnight to midnight in its zone', () => {
  expect(endsOfDay('2026-01-05', 'Europe/Berlin')).toEqual([
    at('2026-01-04T23:00:00.000Z'),
    at('2026-01-05T23:00:00.000Z'),
  ]);
  expect(endsOfDay('2026-01-05', 'Asia/Kolkata')[0]).toBe(at('2026-01-04T18:30:00.000Z'));
});

test('an instant belongs to the day on the wall of the zone', () => {
  const late = at('2026-01-05T23:30:00.000Z');
  expect(dayAt(late, 'Europe/Berlin')).toBe('2026-01-06');
  expect(dayAt(late, 'America/New_York')).toBe('2026-01-05');
  expect(wallClock(late, 'America/New_York')).toBe(at('2026-01-05T18:30:00.000Z'));
});

test('days on which the clock changes have 23 and 25 hours, and are found', () => {
  const zone = 'Europe/Berlin';
  expect(lengthOfDay(at('2026-03-29T12:00:00.000Z'), zone)).toBe(23 * HOUR_MS);
  expect(lengthOfDay(at('2026-10-25T12:00:00.000Z'), zone)).toBe(25 * HOUR_MS);
  expect(lengthOfDay(at('2026-10-26T12:00:00.000Z'), zone)).toBe(24 * HOUR_MS);
  const year = { from: at('2026-01-01T00:00:00.000Z'), to: at('2027-01-01T00:00:00.000Z') };
  expect(endsOfUnevenDays({ ...year, zone })).toEqual([
    ...endsOfDay('2026-03-29', zone),
    ...endsOfDay('2026-10-25', zone),
  ]);
  expect(endsOfUnevenDays({ ...year, zone: 'UTC' })).toEqual([]);
});
