import { expect, test } from 'vitest';
import { violationsIn } from '../../../../src/build/prove/history/check.ts';
import type { Arrival, Final } from '../../../../src/build/prove/history/history.ts';
import { attempt, CALLS, FINAL, historyOf } from '../../../support/history/sound.ts';

const sentencesWith = (final: Partial<Final>, calls = CALLS): string[] =>
  violationsIn(historyOf(calls, final)).map(({ sentence }) => sentence);

const isOfPublished = ({ url, eventId }: Arrival): boolean =>
  url === 'http://two' && eventId === 'post.published id-p1';

test('an event that is missing for one endpoint is found', () => {
  const arrivals = FINAL.arrivals.filter((arrival) => !isOfPublished(arrival));
  expect(sentencesWith({ arrivals })).toEqual([
    'The event post.published id-p1 (post.published about id-p1) was never taken by http://two.',
  ]);
});

test('an event that an endpoint refused each time is found', () => {
  const arrivals = FINAL.arrivals.map((one) => (isOfPublished(one) ? { ...one, isTaken: false } : one));
  expect(sentencesWith({ arrivals })).toEqual([
    'The event post.published id-p1 (post.published about id-p1) was never taken by http://two.',
  ]);
});

test('an endpoint that was added after the cause need not have its events', () => {
  const late = CALLS.map((call) =>
    call.act.does === 'subscribe' && call.act.url === 'http://two' ? attempt(22, call.act, { id: 'e2' }) : call,
  );
  const arrivals = FINAL.arrivals.filter((arrival) => !isOfPublished(arrival));
  expect(sentencesWith({ arrivals }, late)).toEqual([]);
});

test.each(FINAL.events.map(({ id, name }) => [name, id]))(
  'an event %s that was never committed is found',
  (name, id) => {
    const events = FINAL.events.filter((event) => event.id !== id);
    const arrivals = FINAL.arrivals.filter(({ eventId }) => eventId !== id);
    expect(sentencesWith({ events, arrivals })).toEqual([
      expect.stringMatching(`^There is no event ${name} about id-`),
    ]);
  },
);

test('the event of a deletion is expected', () => {
  const calls = [...CALLS.slice(0, 4), attempt(80, { does: 'delete', post: 'p1' }, { id: 'id-p1' })];
  expect(sentencesWith({ posts: [], feeds: {} }, calls)).toContain('There is no event post.cancelled about id-p1.');
});

test('an event that no call caused is found', () => {
  const events = [...FINAL.events, { id: 'x', name: 'post.published', about: 'nothing' }];
  expect(sentencesWith({ events })).toEqual(['The event x (post.published about nothing) has no call that caused it.']);
});

test.each<[string, Partial<Arrival>, string]>([
  [
    'does not verify',
    { isVerified: false },
    'A delivery of the event post.scheduled id-p1 to http://one does not verify.',
  ],
  ['has other bytes', { body: 'other' }, 'The event post.scheduled id-p1 arrived with different bytes.'],
  ['was never committed', { eventId: 'x' }, 'The event x arrived at http://one and is not among the events.'],
])('a delivery that %s is found', (_what, change, sentence) => {
  const [first] = FINAL.arrivals;
  const arrivals = first === undefined ? [] : [...FINAL.arrivals, { ...first, ...change }];
  expect(sentencesWith({ arrivals })).toEqual([sentence]);
});
