import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blockOf, withBlock, withoutBlock } from '../../../src/cli/completion/block.ts';

const BLOCK = blockOf('load it');

/** Text of lines, each with its end, as a person's file is. */
const files = fc
  .array(fc.string().filter((line) => !/[\r\n]|svc completion/.test(line)))
  .map((lines) => lines.map((line) => `${line}\n`).join(''));

test('a block put in and taken out leaves every file as it was', () => {
  fc.assert(fc.property(files, (text) => withoutBlock(withBlock(text, BLOCK)) === text));
});

test('a block put in twice stands there once, in the place where it was', () => {
  fc.assert(
    fc.property(files, files, (before, after) => {
      const text = withBlock(before, BLOCK) + after;
      return withBlock(text, BLOCK) === text;
    }),
  );
  expect(withBlock(`a\n${blockOf('old')}\nb\n`, BLOCK)).toBe(`a\n${BLOCK}\nb\n`);
});

test('a last line without an end is ended first', () => {
  expect(withBlock('alias x=y', BLOCK)).toBe(`alias x=y\n${BLOCK}\n`);
});

test('lines end as they do in the rest of the file', () => {
  const text = withBlock('one\r\ntwo\r\n', BLOCK);
  expect(text.replaceAll('\r\n', '')).not.toContain('\n');
  expect(withoutBlock(text)).toBe('one\r\ntwo\r\n');
});

test('a marker without its partner is reported with its line', () => {
  const [begin = '', , , end = ''] = BLOCK.split('\n');
  expect(() => withBlock(`a\n${begin}\nb\n`, BLOCK)).toThrow('line 2');
  expect(() => withoutBlock(`a\nb\n${end}\n`)).toThrow('line 3');
});

test('a line that only speaks of the mark is none', () => {
  const [begin = ''] = BLOCK.split('\n');
  expect(withoutBlock(`echo "${begin}"\n`)).toBeUndefined();
});
