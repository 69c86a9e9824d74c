import { expect, test } from 'vitest';
import { violationsIn } from '../../../../src/build/prove/history/check.ts';
import type { Final } from '../../../../src/build/prove/history/history.ts';
import { attempt, CALLS, CREATE, FINAL, historyOf, SEND } from '../../../support/history/sound.ts';

const { talk = [] } = FINAL.messages;

const DOUBLED: readonly (readonly [what: string, final: Partial<Final>, sentence: string])[] = [
  ['post in the list', { posts: [...FINAL.posts, ...FINAL.posts] }, 'The post p1 is listed 2 times.'],
  ['post on a network', { feeds: { ...FINAL.feeds, bird: ['p1 1', 'p1 1'] } }, 'p1 is on the feed of bird 2 times.'],
  [
    'post with an older text',
    { feeds: { ...FINAL.feeds, bird: ['p1 1', 'p1 0'] } },
    'p1 is on the feed of bird 2 times.',
  ],
  [
    'message',
    { messages: { talk: [...talk, ...talk.slice(1)] } },
    'The message m1 is in the conversation talk 2 times.',
  ],
  [
    'message on a network',
    { feeds: { ...FINAL.feeds, chat: ['m1 to', 'm1 to'] } },
    'm1 is on the feed of chat 2 times.',
  ],
  [
    'event',
    { events: [...FINAL.events, ...FINAL.events.slice(0, 1)] },
    'The event post.scheduled about id-p1 for all accounts was committed 2 times.',
  ],
];

test.each(DOUBLED)('a doubled %s is found', (_what, final, sentence) => {
  expect(violationsIn(historyOf(CALLS, final)).map((one) => one.sentence)).toEqual([sentence]);
});

test('the calls that made a doubled post are shown', () => {
  const [violation] = violationsIn(historyOf(CALLS, { posts: [...FINAL.posts, ...FINAL.posts] }));
  expect(violation?.calls.map(({ act }) => act)).toEqual([CREATE]);
});

test('the call that sent a doubled message is shown', () => {
  const [violation] = violationsIn(historyOf(CALLS, { feeds: { ...FINAL.feeds, chat: ['m1 to', 'm1 to'] } }));
  expect(violation?.calls.map(({ act }) => act)).toEqual([SEND]);
});

test('a call that makes nothing may be answered twice', () => {
  const [advance] = CALLS.filter(({ act }) => act.does === 'advance');
  const again =
    advance === undefined
      ? []
      : [
          { ...advance, answer: { status: 200, id: 'a' } },
          { ...advance, answer: { status: 200, id: 'b' } },
        ];
  expect(violationsIn(historyOf([...CALLS, ...again]))).toEqual([]);
});

test('repeats that are answered with different ids are found', () => {
  const [create] = CALLS.filter(({ act }) => act === CREATE);
  const repeat = attempt(25, CREATE, { id: 'other' }, { key: create?.key ?? '' });
  expect(violationsIn(historyOf([...CALLS, repeat])).map(({ sentence }) => sentence)).toContain(
    'Repeats of one call were answered with the ids id-p1 and other.',
  );
});
