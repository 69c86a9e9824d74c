import { expect, test } from 'vitest';
import { barLine, durationText } from '../../src/output/bar.ts';

// prettier-ignore
test.each([
  [{ done: 0,      total: 10_000, elapsedMs: 0 },       '░░░░░░░░░░░░░░░░░░░░    0 %  0 of 10,000'],
  [{ done: 4_100,  total: 10_000, elapsedMs: 10_000 },  '████████░░░░░░░░░░░░   41 %  4,100 of 10,000  410/s  15 s left'],
  [{ done: 10,     total: 1_000,  elapsedMs: 60_000 },  '░░░░░░░░░░░░░░░░░░░░    1 %  10 of 1,000  10/min  1 h 39 min left'],
  [{ done: 10,     total: 10,     elapsedMs: 5_000 },   '████████████████████  100 %  10 of 10  2/s'],
  [{ done: 3,      total: 4,      elapsedMs: 500 },     '███████████████░░░░░   75 %  3 of 4'],
  [{ done: 0,      total: 0,      elapsedMs: 0 },       '████████████████████  100 %  0 of 0'],
])('%j reads %s', (standing, line) => {
  expect(barLine(standing)).toBe(line);
});

test('further words stand at the end', () => {
  expect(barLine({ done: 1, total: 2, elapsedMs: 0, more: ['1 failed'] })).toMatch(/1 of 2 {2}1 failed$/);
});

// prettier-ignore
test.each([[0, '0 s'], [0.2, '1 s'], [59, '59 s'], [60, '1 min'], [61, '1 min 1 s'], [3600, '1 h'], [5400, '1 h 30 min']])(
  '%d seconds read %s',
  (seconds, text) => {
    expect(durationText(seconds)).toBe(text);
  },
);
