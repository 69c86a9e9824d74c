/** A month as a grid. */
import { expect, test } from 'vitest';
import { monthGrid, type GridDay } from '../../src/output/month-grid.ts';

const days = (entries: (day: number) => GridDay['entries'], today = 0): readonly GridDay[] =>
  Array.from({ length: 28 }, (_, at) => ({
    date: `2027-02-${String(at + 1).padStart(2, '0')}`,
    isToday: at + 1 === today,
    entries: entries(at + 1),
  }));

test('February 2027 begins on a Monday and has four weeks', async () => {
  const text = await monthGrid(
    days(() => [], 3),
    0,
    { width: 80, color: false, isUnicode: true },
  );
  const lines = text.split('\n');
  expect(lines).toHaveLength(3 + 4 * 2);
  expect(lines[3]).toMatch(/^│1 +│2 +│\[3\] +│4 +│5 +│6 +│7 +│$/);
});

test('a month that begins on Sunday leaves the days before it empty', async () => {
  const text = await monthGrid(
    days(() => []),
    6,
    { width: 80, color: false, isUnicode: true },
  );
  expect(text.split('\n')[3]).toMatch(/^(?:│ {10}){6}│1 {9}│$/);
});

test('the fifth post of a day and those after it are counted', async () => {
  const entries = Array.from({ length: 6 }, (_, at) => ({ time: `0${at}:00`, text: 'Post', tone: 'done' as const }));
  const text = await monthGrid(
    days((day) => (day === 2 ? entries : [])),
    0,
    { width: 80, color: false, isUnicode: true },
  );
  expect(text.match(/✓ 0\d:00/g)).toHaveLength(4);
  expect(text).toContain('+2 more');
});

test('each status has its sign and its colour, and the legend has those that occur', async () => {
  const entry = { time: '09:00', text: '', tone: 'wrong' as const };
  const text = await monthGrid(
    days((day) => (day === 2 ? [entry] : [])),
    0,
    { width: 80, color: true, isUnicode: true },
  );
  expect(text).toContain('\u001b[31m✗ 09:00\u001b[39m');
  expect(text.split('\n').at(-1)).toBe('\u001b[31m✗\u001b[39m failed or partial');
});
