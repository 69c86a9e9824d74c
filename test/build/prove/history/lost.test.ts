import { expect, test } from 'vitest';
import { violationsIn } from '../../../../src/build/prove/history/check.ts';
import type { Call, Final, History } from '../../../../src/build/prove/history/history.ts';
import { lostIn } from '../../../../src/build/prove/history/lost.ts';
import { attempt, CALLS, clockAt, CREATE, EDIT, FINAL, historyOf, NINE, SEND } from '../../../support/history/sound.ts';

const sentencesOf = (history: History): string[] => violationsIn(history).map(({ sentence }) => sentence);

/** Of this check alone. */
const lostSentences = (calls: readonly Call[], final: Partial<Final>): string[] =>
  lostIn(historyOf(calls, final)).map(({ sentence }) => sentence);

const without = (does: string): Call[] => CALLS.filter(({ act }) => act.does !== does);

const LISTED = { id: 'id-p1', content: 'p1 1', status: 'published' };

const LOST: readonly (readonly [what: string, final: Partial<Final>, sentence: string])[] = [
  ['post', { posts: [] }, 'The post p1 reads as if it were not there; acknowledged was “p1 1”.'],
  ['edit', { posts: [{ ...LISTED, content: 'p1 0' }] }, 'The post p1 reads “p1 0”; acknowledged was “p1 1”.'],
  ['id', { posts: [{ ...LISTED, id: 'other' }] }, 'The post p1 was acknowledged as id-p1 and is listed as other.'],
  ['due time', { posts: [{ ...LISTED, status: 'scheduled' }] }, 'The post p1 was due and reads scheduled.'],
  [
    'publication',
    { feeds: { ...FINAL.feeds, bird: [] } },
    'The post p1 is listed as “p1 1” and is on the feed of bird as nothing.',
  ],
  ['message', { messages: {} }, 'The message “m1 to” was acknowledged and is not in its conversation.'],
  [
    'message of a person',
    { messages: { talk: [{ id: 'id-m1', text: 'm1 to' }] } },
    'The message “m2 from” was acknowledged and is not in its conversation.',
  ],
  [
    'sending',
    { feeds: { ...FINAL.feeds, chat: [] } },
    'The message “m1 to” was acknowledged and is not on the feed of chat.',
  ],
  ['endpoint', { endpoints: [] }, 'The endpoint http://two was acknowledged and is not listed.'],
];

test.each(LOST)('a lost %s is found', (_what, final, sentence) => {
  expect(sentencesOf(historyOf(CALLS, final))).toContain(sentence);
});

test('a post that nobody created is found', () => {
  const posts = [...FINAL.posts, { id: 'x', content: 'x 0', status: 'draft' }];
  expect(sentencesOf(historyOf(CALLS, { posts }))).toEqual(['Nobody created the post x that is listed.']);
});

test('a deletion is lost when the post is listed or was published', () => {
  const calls = [...without('read'), attempt(80, { does: 'delete', post: 'p1' }, { id: 'id-p1' })];
  expect(sentencesOf(historyOf(calls))).toContain('The post p1 reads “p1 1”; acknowledged was that it is not there.');
  expect(sentencesOf(historyOf(calls, { posts: [] }))).toContain(
    'The post p1 is listed as not published and is on the feed of bird as “p1 1”.',
  );
});

test('a network has the text of before an edit only where the edit came when the post was due', () => {
  const editedAt = (ms: number): Call[] =>
    CALLS.map((call) => (call.act === EDIT ? attempt(call.sentMs, EDIT, clockAt(ms)) : call));
  const final = { feeds: { ...FINAL.feeds, bird: ['p1 0'] } };
  expect(lostSentences(editedAt(0), final)).toEqual([
    'The post p1 is listed as “p1 1” and is on the feed of bird as “p1 0”.',
  ]);
  expect(lostSentences(editedAt(60_000), final)).toEqual([]);
  expect(lostSentences(editedAt(60_000), { feeds: { ...FINAL.feeds, bird: ['p1 other'] } })).toHaveLength(1);
});

test('a post that is not due yet need not be published', () => {
  const later = CALLS.map((call) =>
    call.act === CREATE ? { ...call, act: { ...CREATE, dueMs: NINE + 9e9 } as const } : call,
  );
  const final = { posts: [{ ...LISTED, status: 'scheduled' }], feeds: { ...FINAL.feeds, bird: [] } };
  expect(
    sentencesOf(
      historyOf(
        later.filter(({ act }) => act.does !== 'read'),
        final,
      ),
    ),
  ).toEqual([]);
});

test('what nobody knows may be there or not', () => {
  const unanswered = (call: Call): Call => attempt(call.sentMs, call.act);
  const calls = CALLS.map((call) => (call.act === EDIT || call.act === SEND ? unanswered(call) : call));
  const before = { posts: [{ ...LISTED, content: 'p1 0' }], feeds: { bird: ['p1 0'], chat: [] } };
  const rest = calls.filter(({ act }) => act.does !== 'read');
  expect(sentencesOf(historyOf(rest))).toEqual([]);
  expect(sentencesOf(historyOf(rest, before))).toEqual([]);
});
