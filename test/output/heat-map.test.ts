import { expect, test } from 'vitest';
import { heatMap } from '../../src/output/heat-map.ts';

const values = [
  { day: 0, hour: 0, value: 100 },
  { day: 2, hour: 9, value: 25 },
  { day: 2, hour: 10, value: 26 },
  { day: 6, hour: 23, value: 51 },
  { day: 6, hour: 23, value: 25 },
];

test('a week in eighty columns: days with names, each hour at its column, shades in four steps', () => {
  expect(heatMap(values, 'messages', { width: 80, isUnicode: true })).toMatchInlineSnapshot(`
    "     00    03    06    09    12    15    18    21
    Mon  ██··············································
    Tue  ················································
    Wed  ··················░░▒▒··························
    Thu  ················································
    Fri  ················································
    Sat  ················································
    Sun  ··············································██

    · none  ░▒▓█ up to 100 messages"
  `);
});

test('in forty columns an hour has one', () => {
  const text = heatMap(values, 'messages', { width: 40, isUnicode: true });
  expect(text).toMatchInlineSnapshot(`
    "     00    06    12    18
    Mon  █·······················
    Tue  ························
    Wed  ·········░▒·············
    Thu  ························
    Fri  ························
    Sat  ························
    Sun  ·······················█

    · none  ░▒▓█ up to 100 messages"
  `);
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(40);
});

test('where the terminal has ASCII alone, so has the picture', () => {
  expect(heatMap(values, 'messages', { width: 80, isUnicode: false })).toMatch(/^[\u0020-\u007E\n]*$/);
});
