import { parse } from 'shell-quote';
import { expect, test } from 'vitest';
import { flag, quoted } from '../../../../../src/service/console/app/parts/shell-words.ts';

test('any word comes out of a shell as it went in', () => {
  const words = ['plain', 'a b', "it's", '$HOME', '`id`', 'a;b', '"x"', '', 'é', '--flag', '*'];
  for (const word of words) expect(parse(quoted(word)), word).toEqual(word === '' ? [''] : [word]);
});

test('a flag without a value is left out', () => {
  expect([flag('to', 'a b'), flag('times', 2), flag('to', ''), flag('to', undefined)]).toEqual([
    " --to 'a b'",
    ' --times 2',
    '',
    '',
  ]);
});
