/** Bars of a terminal: lengths by value, labels that fit, nothing but ASCII where that is all there is. */
import { expect, test } from 'vitest';
import { barChart } from '../../src/output/bar-chart.ts';

const BARS = [
  { label: 'One', value: 1_000 },
  { label: 'Half', value: 500 },
  { label: 'None', value: 0 },
];

test('the largest value fills the line, and others have their part of it', async () => {
  const [one, half, none] = (await barChart(BARS, { width: 33, isUnicode: true })).split('\n');
  expect(one).toBe(`One   1,000  ${'█'.repeat(20)}`);
  expect(half).toBe(`Half    500  ${'█'.repeat(10)}`);
  expect(none).toBe('None      0');
});

test('a bar ends in eighths, and in whole signs in ASCII', async () => {
  const bars = [
    { label: 'a', value: 16 },
    { label: 'b', value: 9 },
  ];
  expect((await barChart(bars, { width: 17, isUnicode: true })).split('\n')[1]).toBe(`b   9  ${'█'.repeat(5)}▋`);
  expect((await barChart(bars, { width: 17, isUnicode: false })).split('\n')[1]).toBe(`b   9  ${'#'.repeat(6)}`);
});

test('a long label is cut so that a bar remains, and writes no escapes', async () => {
  const bars = [{ label: `\u001b[2J${'long '.repeat(20)}`, value: 3 }];
  for (const isUnicode of [true, false]) {
    const line = await barChart(bars, { width: 40, isUnicode });
    expect(line).toHaveLength(40);
    expect(line).toMatch(isUnicode ? /… {2}3 {2}█{15}$/ : /\.\.\. {2}3 {2}#{15}$/);
    expect(line).not.toContain('\u001b');
  }
});

test('nothing is drawn of zeros', async () => {
  expect(await barChart([{ label: 'a', value: 0 }], { width: 20, isUnicode: true })).toBe('a  0');
  expect(await barChart([], { width: 20, isUnicode: true })).toBe('');
});
