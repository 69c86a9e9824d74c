/** Business hours: windows of days in the zone of the number. */
import { expect, test } from 'vitest';
import { isOpen } from '../../../../../src/service/areas/calls/inbound/hours.ts';

/** 5 January 2026 is a Monday. */
const at = (instant: string): number => Date.parse(instant);

const MONDAY = {
  businessHoursEnabled: true,
  businessHours: [{ day: 1, open: '09:00', close: '17:00' }],
};

test('a number is open from the first minute of a window to the last before its end, on its day alone', () => {
  const opens = ['05T08:59', '05T09:00', '05T16:59', '05T17:00', '04T12:00', '06T12:00', '12T12:00'].map((time) =>
    isOpen(MONDAY, at(`2026-01-${time}:00Z`)),
  );
  expect(opens).toEqual([false, true, true, false, false, false, true]);
});

test('Sunday is day 0, and the days and hours are those of the zone', () => {
  const sunday = { ...MONDAY, businessHours: [{ day: 0, open: '09:00', close: '17:00' }] };
  expect([isOpen(sunday, at('2026-01-04T12:00:00Z')), isOpen(sunday, at('2026-01-05T12:00:00Z'))]).toEqual([
    true,
    false,
  ]);
  const inNewYork = { ...MONDAY, businessHoursTimezone: 'America/New_York' };
  const opens = ['05T13:59', '05T14:00', '05T21:59', '05T22:00'].map((time) =>
    isOpen(inNewYork, at(`2026-01-${time}:00Z`)),
  );
  expect(opens).toEqual([false, true, true, false]);
});

test('a number without hours, or whose hours are off, is always open', () => {
  const night = at('2026-01-05T03:00:00Z');
  expect(isOpen(MONDAY, night)).toBe(false);
  expect(isOpen({ ...MONDAY, businessHoursEnabled: false }, night)).toBe(true);
  expect(isOpen({ ...MONDAY, businessHours: [] }, night)).toBe(true);
  expect(isOpen({}, night)).toBe(true);
  expect(isOpen({ ...MONDAY, businessHours: [{ day: 1 }] }, night)).toBe(false);
});
