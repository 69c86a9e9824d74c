import { expect, test } from 'vitest';
import { openKeptFigures } from '../../../src/service/networks/kept-figures.ts';

test('an account has one shelf until all are forgotten', () => {
  const figures = openKeptFigures();
  figures.of('a').posts.set('1', { readAt: 0, readings: [] });
  expect([figures.of('a').posts.size, figures.of('b').posts.size]).toEqual([1, 0]);
  figures.clear();
  expect(figures.of('a').posts.size).toBe(0);
});
