import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { excessIn, leftText, phraseOf } from '../../../src/build/language/excess.ts';

const PHRASES = [phraseOf('is none', '"there is no …"')];
const file = (text: string) => [{ path: 'docs/a.md', text }];

test('a phrase in a file that has none on the list is refused with its lines and what to write', () => {
  expect(excessIn(file('one\nThis is none.\nIs  None'), PHRASES, {}).excess).toEqual([
    'docs/a.md:2,3 says "is none"; write "there is no …"',
  ]);
});

test('as many as the list has are let through, and one more is not', () => {
  const left = { 'docs/a.md': { 'is none': 1 } };
  expect(excessIn(file('is none'), PHRASES, left).excess).toEqual([]);
  expect(excessIn(file('is none, is none'), PHRASES, left).excess).toHaveLength(1);
});

test('a list that is longer than the text is refused, and comes back shorter', () => {
  const left = { 'docs/a.md': { 'is none': 2 }, 'docs/gone.md': { 'is none': 1 } };
  const { excess, now } = excessIn(file('is none'), PHRASES, left);
  expect(excess).toEqual([
    'docs/a.md says "is none" less often than listed; run tsx src/build/language.ts --shrink',
    'docs/gone.md is listed and does not exist; run tsx src/build/language.ts --shrink',
  ]);
  expect(now).toEqual({ 'docs/a.md': { 'is none': 1 } });
});

test('the list never grows by itself', () => {
  expect(excessIn(file('is none, is none'), PHRASES, { 'docs/a.md': { 'is none': 1 } }).now).toEqual({
    'docs/a.md': { 'is none': 1 },
  });
});

test('a phrase is found as whole words only', () => {
  expect(excessIn(file('this nonetheless is nonexistent'), PHRASES, {}).excess).toEqual([]);
});

test('the list is written as YAML that reads the same', () => {
  const left = { 'docs/a.md': { 'is none': 1, told: 3 } };
  expect(parse(leftText(left))).toEqual(left);
});
