/** Times as requests write them. */
import { describe, expect, test } from 'vitest';
import { isZone } from '../../../../../src/schema/formats.ts';
import { after, timeOf } from '../../../../../src/service/areas/posts/decide/when.ts';

const iso = (value: number | string): string => (typeof value === 'number' ? new Date(value).toISOString() : value);

describe('instants', () => {
  test.each([
    ['2026-07-01T09:00:00Z', 'Europe/Madrid', '2026-07-01T09:00:00.000Z'],
    ['2026-07-01T09:00:00+05:30', 'Europe/Madrid', '2026-07-01T03:30:00.000Z'],
    ['2026-07-01T09:00', 'Europe/Madrid', '2026-07-01T07:00:00.000Z'],
    ['2026-07-01 09:00', 'UTC', '2026-07-01T09:00:00.000Z'],
    ['2026-07-01T09:00:00.123', 'UTC', '2026-07-01T09:00:00.123Z'],
    ['2026-10-25T02:30:00', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ])('ASM-25 %s in %s is %s', (text, zone, expected) => {
    expect(iso(timeOf(text, zone))).toBe(expected);
  });

  test.each(['tomorrow', '2026-07-01', '09:00', '2026-13-01T09:00:00Z', '2026-02-30T09:00:00Z', ''])(
    'POST-05 %s is no time',
    (text) => {
      expect(timeOf(text, 'UTC')).toBe('not a time');
    },
  );

  test('ASM-25 a local time in a spring gap does not exist; with an offset it does', () => {
    expect(timeOf('2026-03-29T02:30:00', 'Europe/Berlin')).toBe('skipped by the clock change of its zone');
    expect(iso(timeOf('2026-03-29T02:30:00+02:00', 'Europe/Berlin'))).toBe('2026-03-29T00:30:00.000Z');
  });
});

test('POST-07 zones are IANA names', () => {
  expect(['UTC', 'Europe/Madrid', 'America/Argentina/Buenos_Aires'].every(isZone)).toBe(true);
  expect(['Mars/Base', '+02:00', '', 'CET+1'].some(isZone)).toBe(false);
});

test('ASM-42 weeks and months are counted on the local clock', () => {
  const from = Date.parse('2026-01-31T09:00:00Z');
  expect(iso(after(from, { count: 1, unit: 'month', zone: 'UTC' }))).toBe('2026-02-28T09:00:00.000Z');
  expect(iso(after(from, { count: 9, unit: 'week', zone: 'Europe/Berlin' }))).toBe('2026-04-04T08:00:00.000Z');
});
