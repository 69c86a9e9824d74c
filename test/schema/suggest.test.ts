/** Which word was probably meant. */
import { expect, test } from 'vitest';
import { suggestion } from '../../src/schema/suggest.ts';

// prettier-ignore
test.each<[typed: string, among: string[], meant: string | undefined]>([
  ['logn',     ['logs', 'login', 'logout'],        'login'],
  ['stat',     ['verify', 'status', 'token'],      'status'],
  ['acc',      ['account-settings', 'accounts'],   'accounts'],
  ['crate',    ['create', 'rate'],                 'create'],
  ['psots',    ['posts', 'pots'],                  'posts'],
  ['POSTS',    ['posts'],                          'posts'],
  ['ab',       ['abandon'],                        undefined],
  ['nonsense', ['posts', 'accounts'],              undefined],
  ['posts',    [],                                 undefined],
])('%s among %j means %s', (typed, among, meant) => {
  expect(suggestion(typed, among)).toBe(meant);
});
