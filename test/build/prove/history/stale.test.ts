import { expect, test } from 'vitest';
import { violationsIn } from '../../../../src/build/prove/history/check.ts';
import { staleIn } from '../../../../src/build/prove/history/stale.ts';
import type { Act, Call, History } from '../../../../src/build/prove/history/history.ts';
import { attempt, CALLS, EDIT, historyOf } from '../../../support/history/sound.ts';

const READ: Act = { does: 'read', post: 'p1' };
const SEARCH: Act = { does: 'search', post: 'p1' };

const seen = (content: string, status = 'scheduled') => ({ posts: [{ id: 'id-p1', content, status }] });

const found = (calls: readonly Call[], more: Partial<History> = {}): string[] =>
  violationsIn(historyOf([...CALLS, ...calls], {}, more)).map(({ sentence }) => sentence);

/** Of a history whose end does not matter. */
const staleOf = (calls: readonly Call[]): string[] => staleIn(historyOf(calls)).map(({ sentence }) => sentence);

test('a read that misses an acknowledged edit of its client is found', () => {
  expect(found([attempt(37, READ, seen('p1 0'))])).toEqual(['The post p1 reads “p1 0”; acknowledged was “p1 1”.']);
});

test('a search that misses an acknowledged post of its client is found, and so is one that finds it twice', () => {
  expect(found([attempt(37, SEARCH, { posts: [] })])).toEqual([
    'The post p1 reads as if it were not there; acknowledged was “p1 1”.',
  ]);
  const twice = [...seen('p1 1').posts, ...seen('p1 1').posts];
  expect(found([attempt(37, SEARCH, { posts: twice })])).toEqual(['A search found the post p1 2 times.']);
});

test('an edit that does not find the post is such a read', () => {
  expect(found([attempt(37, EDIT, { status: 404 })])).toHaveLength(1);
});

test('a read of another client, or before the answer, need not see it', () => {
  expect(found([attempt(37, READ, seen('p1 0'), { client: 'bo' })])).toEqual([]);
  expect(found([attempt(33, READ, seen('p1 0'))])).toEqual([]);
});

test('a post that was deleted may not be found, and is not expected', () => {
  const calls = [
    ...CALLS.slice(0, 4),
    attempt(36, { does: 'delete', post: 'p1' }, {}, { endedMs: 36.5 }),
    attempt(37, READ, { status: 404, posts: [] }),
  ];
  expect(staleOf(calls)).toEqual([]);
  expect(staleOf([...calls.slice(0, -1), attempt(37, READ, seen('p1 1'))])).toEqual([
    'The post p1 reads “p1 1”; acknowledged was that it is not there.',
  ]);
});

test('an edit without an answer may show until no process was left', () => {
  const edit: Act = { does: 'edit', post: 'p1', content: 'p1 lost' };
  const calls = [attempt(26, edit), attempt(65, READ, seen('p1 lost'))];
  expect(found(calls)).toEqual([]);
  expect(found(calls, { goneMs: [28] })).toEqual(['The post p1 reads “p1 lost”; acknowledged was “p1 1”.']);
});

test('what a read has shown may not be gone in the next one, and not in the end', () => {
  const edit: Act = { does: 'edit', post: 'p1', content: 'p1 2' };
  const calls = [attempt(36, edit), attempt(42, READ, seen('p1 2')), attempt(65, READ, seen('p1 1'))];
  expect(found(calls, { goneMs: [48] })).toEqual([
    'The post p1 reads “p1 1”; acknowledged was “p1 2”.',
    'The post p1 reads “p1 1”; acknowledged was “p1 2”.',
    'The post p1 reads “p1 1”; acknowledged was “p1 2”.',
  ]);
});

test('a post that was published and is not any more is found', () => {
  expect(found([attempt(80, READ, seen('p1 1', 'scheduled'))])).toEqual([
    'The post p1 was published and then scheduled.',
  ]);
});

test('a conversation that misses an acknowledged message of its client is found', () => {
  const messages = [{ id: 'id-m2', text: 'm2 from' }];
  const read: Act = { does: 'messages', conversation: 'talk', account: 'chat' };
  expect(found([attempt(80, read, { messages })])).toEqual([
    'The message “m1 to” was acknowledged and a later read of its conversation does not have it.',
  ]);
  expect(found([attempt(52, read, { messages })])).toEqual([]);
});
