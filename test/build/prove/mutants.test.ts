import { expect, test } from 'vitest';
import { mutantsOf } from '../../../src/build/prove/mutants.ts';

const changesOf = (text: string) => mutantsOf('a.ts', text).map(({ line, change }) => [line, change]);

test('operators, numbers and constants are changed one at a time', () => {
  expect(changesOf('const is = a === 1 &&\n  b < limit;')).toEqual([
    [1, '=== becomes !=='],
    [1, '1 becomes 2'],
    [1, '&& becomes ||'],
    [2, '< becomes <='],
  ]);
  expect(mutantsOf('a.ts', 'return true;').map(({ text }) => text)).toEqual(['return false;']);
});

test('types and imports stay as they are', () => {
  expect(changesOf("import type { A } from './a1.ts';\nlet a: A | true | 2;")).toEqual([]);
});
