import { expect, test } from 'vitest';
import { joined } from '../../../../../src/service/console/app/data/joined.ts';

const same = (line: string): string => line;

test('fresh lines go before the older ones, each once', () => {
  expect(joined(['e', 'd', 'c'], ['d', 'c', 'b', 'a'], same, 10)).toEqual(['e', 'd', 'c', 'b', 'a']);
  expect(joined(['e', 'd', 'c'], ['d', 'c', 'b', 'a'], same, 4)).toEqual(['e', 'd', 'c', 'b']);
});

test('where lines between are missing, or all are gone, the fresh ones stand alone', () => {
  expect(joined(['f', 'e'], ['c', 'b'], same, 10)).toEqual(['f', 'e']);
  expect(joined([], ['c', 'b'], same, 10)).toEqual([]);
});
