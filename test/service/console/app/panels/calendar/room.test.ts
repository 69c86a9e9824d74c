import { expect, test } from 'vitest';
import { roomIn, weeksOf } from '../../../../../../src/service/console/app/panels/calendar/room.ts';

test('a month fills the window, and a day has as many entries as its row has room for', () => {
  expect(roomIn({ below: 560, weeks: 6, fullest: 3 })).toEqual({ height: 560, entries: 3, lines: 1 });
  expect(roomIn({ below: 860, weeks: 6, fullest: 2 })).toEqual({ height: 860, entries: 3, lines: 2 });
  expect(roomIn({ below: 860, weeks: 6, fullest: 9 })).toEqual({ height: 860, entries: 5, lines: 1 });
  expect(roomIn({ below: 4_000, weeks: 5, fullest: 90 })).toEqual({ height: 4_000, entries: 6, lines: 1 });
});

test('in a low window each week still has room for a post and for a word about the others', () => {
  expect(roomIn({ below: 200, weeks: 6, fullest: 3 })).toEqual({ height: 444, entries: 2, lines: 1 });
  expect(roomIn({ below: -50, weeks: 4, fullest: 3 })).toEqual({ height: 308, entries: 2, lines: 1 });
});

test('a week of hours fills the window too, and is never too low to read', () => {
  expect(roomIn({ below: 700, weeks: 0, fullest: 3 })).toMatchObject({ height: 700, lines: 2 });
  expect(roomIn({ below: 100, weeks: 0, fullest: 3 })).toMatchObject({ height: 384 });
});

test.each([
  ['2026-02', 5],
  ['2026-03', 6],
  ['2021-02', 4],
  ['2026-06', 5],
])('%s has days in %i weeks', (month, weeks) => {
  expect(weeksOf(Date.parse(`${month}-15T12:00:00Z`))).toBe(weeks);
});
