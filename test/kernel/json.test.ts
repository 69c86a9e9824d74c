import { expect, test } from 'vitest';
import { isFields, ownValue, textOf, textsIn, without } from '../../src/kernel/json.ts';

test('an object of JSON is neither a list nor nothing', () => {
  expect([{}, [], null, 'a', undefined].map(isFields)).toEqual([true, false, false, false, false]);
});

test('only a text is a text, and a list reads as texts', () => {
  expect([textOf('a'), textOf(1), textsIn(['a', 1]), textsIn('a')]).toEqual(['a', undefined, ['a', '1'], []]);
});

test('a copy leaves fields out, and the value stays as it is', () => {
  const value = { a: 1, b: 2 };
  expect([without(value, ['a']), value]).toEqual([{ b: 2 }, { a: 1, b: 2 }]);
});

test('a table has only its own words, whatever its prototype knows', () => {
  const table = { a: 1 };
  expect(['a', 'constructor', '__proto__', 'toString'].map((name) => ownValue(table, name))).toEqual([1, ...Array(3)]);
});
