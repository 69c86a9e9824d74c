import { describe, expect, test } from 'vitest';
import { dayText, whenText } from '../../src/output/when.ts';

const scene = { now: Date.parse('2026-12-01T08:00:00Z'), zone: 'Europe/Berlin' };

describe('times', () => {
  test.each([
    ['2026-12-01T08:00:30Z', 'now'],
    ['2026-12-01T08:40:00Z', 'in 40 min'],
    ['2026-12-01T20:00:00Z', 'in 12 h'],
    ['2026-12-03T08:00:00Z', 'Thu Dec 3, 09:00'],
    ['2026-12-01T07:59:50Z', 'now'],
    ['2026-12-01T05:00:00Z', '3 h ago'],
    ['2026-11-20T08:00:00Z', 'Fri Nov 20, 09:00'],
    [null, ''],
  ])('%s is %s', (instant, words) => {
    expect(whenText(instant, scene)).toBe(words);
  });

  test('a day is one of the zone', () => {
    expect(dayText(Date.parse('2026-12-01T23:30:00Z'), 'Asia/Tokyo')).toBe('Wed Dec 2, 08:30');
  });
});
