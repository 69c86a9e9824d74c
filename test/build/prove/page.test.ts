import { expect, test } from 'vitest';
import { provenPage } from '../../../src/build/prove/page.ts';

const PROOFS = {
  one: { about: 'counts', test: 'test/one.test.ts', rounds: 1 },
  two: { about: 'weighs', test: 'test/two.test.ts', rounds: 1 },
};

test('a proof that ran again replaces its own section and no other', () => {
  const first = provenPage('', { name: 'two', sentences: ['2 weighed'], run: '1 min' }, PROOFS);
  const both = provenPage(first, { name: 'one', sentences: ['1 counted', '0 lost'], run: '2 min' }, PROOFS);
  const again = provenPage(both, { name: 'two', sentences: ['3 weighed'], run: '3 min' }, PROOFS);
  expect(again).toContain('## one\n\nIt counts (`test/one.test.ts`).\n\n- 1 counted\n- 0 lost\n\nLast run: 2 min.');
  expect(again).toContain('## two\n\nIt weighs (`test/two.test.ts`).\n\n- 3 weighed\n\nLast run: 3 min.');
  expect(again).not.toContain('2 weighed');
  expect(again.indexOf('## one')).toBeLessThan(again.indexOf('## two'));
});

test('a proof of some rooms has a section of its own', () => {
  const first = provenPage('', { name: 'two, a', sentences: ['1 of a'], run: '1 min' }, PROOFS);
  const both = provenPage(first, { name: 'two, b', sentences: ['2 of b'], run: '2 min' }, PROOFS);
  const again = provenPage(both, { name: 'two, a', sentences: ['3 of a'], run: '3 min' }, PROOFS);
  expect(again).toContain('## two, a\n\nIt weighs (`test/two.test.ts`).\n\n- 3 of a\n');
  expect(again).toContain('- 2 of b');
  expect(again).not.toContain('- 1 of a');
});
