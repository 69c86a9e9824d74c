import { expect, test } from 'vitest';
import { violationsIn } from '../../../../src/build/prove/history/check.ts';
import type { History } from '../../../../src/build/prove/history/history.ts';
import { historyOf } from '../../../support/history/sound.ts';

const found = (more: Partial<History>): string[] =>
  violationsIn(historyOf(undefined, {}, more)).map(({ sentence }) => sentence);

const SECOND_TERM = { epoch: 2, process: 7, atMs: 50 };

test('a term that begins while something happens is in order', () => {
  expect(found({ terms: [SECOND_TERM], disturbedMs: [{ fromMs: 40, toMs: 60 }] })).toEqual([]);
});

test('a term that begins for no reason is found', () => {
  expect(found({ terms: [SECOND_TERM], disturbedMs: [{ fromMs: 51, toMs: 60 }] })).toEqual([
    'Process 7 began the term 2 although nothing had happened to the one before it.',
  ]);
});

test('writes in the term of another process are found, once for each process and term', () => {
  const stray = { process: 3, epoch: 2, holder: 7, table: 'post' };
  expect(found({ strays: [stray, { ...stray, table: 'event' }, { ...stray, epoch: 4, holder: undefined }] })).toEqual([
    'Process 3 wrote 2 times (event, post) while process 7 was the primary (term 2).',
    'Process 3 wrote 1 times (post) while nobody was the primary (term 4).',
  ]);
});

test('a process that says it is ready without its database is found', () => {
  expect(found({ claims: [{ url: 'http://one', atMs: 12, epoch: 2 }] })).toEqual([
    'http://one said at 12 ms that it was ready, cut off from its database, in the term 2 of another process.',
  ]);
});
