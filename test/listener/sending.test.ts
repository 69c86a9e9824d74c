import { expect, test } from 'vitest';
import type { Arrival, Carrier, Sent } from '../../src/kernel/delivery.ts';
import { dispatchOrder, outcomeOf, sideBySide, typedHeaders } from '../../src/listener/sending.ts';
import { PREFIXES } from '../../src/webhooks/headers.ts';

const known = { event: 'post.failed', id: 'one', url: 'http://localhost/', sizeBytes: 2, signed: false };

test.each<[Arrival, Partial<Sent>]>([
  [
    { status: 204, body: '', durationMs: 3 },
    { taken: true, status: 204, error: null },
  ],
  [
    { status: 301, body: '', durationMs: 3 },
    { taken: false, error: 'The endpoint responded with 301; redirects are not followed.' },
  ],
  [
    { status: 503, body: 'later', durationMs: 3 },
    { taken: false, answer: 'later', error: 'The endpoint responded with 503.' },
  ],
  [
    { fault: 'timeout', sentence: 'No answer.', durationMs: 9 },
    { taken: false, status: null, answer: null, error: 'No answer.' },
  ],
  [
    { fault: 'connect', sentence: 'connect ECONNREFUSED', durationMs: 9 },
    { taken: false, error: 'Nothing is listening at localhost.' },
  ],
  [
    { fault: 'dns', sentence: 'getaddrinfo ENOTFOUND', durationMs: 9 },
    { taken: false, error: 'There is no host localhost.' },
  ],
])('%j is told as %j', (arrival, sent) => {
  expect(outcomeOf(arrival, known)).toMatchObject({ ...known, ...sent });
});

test('never more than the width are under way, and every result comes', async () => {
  let [under, most] = [0, 0];
  const acts = Array.from({ length: 20 }, (_, n) => async () => {
    most = Math.max(most, (under += 1));
    await new Promise((turn) => setImmediate(turn));
    under -= 1;
    return n;
  });
  const results: number[] = [];
  for await (const result of sideBySide(acts, 4)) results.push(result);
  expect(most).toBe(4);
  expect(results.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n));
});

test('an interruption ends what would still be sent', async () => {
  const stop = new AbortController();
  let sent = 0;
  const carrier: Carrier = {
    post: async () => {
      if ((sent += 1) === 3) stop.abort(new Error('stopped'));
      return { status: 200, body: '', durationMs: 1 };
    },
    cut: () => undefined,
  };
  const manner = { url: known.url, prefixes: PREFIXES, more: {}, timeoutMs: 5 };
  const parcel = () => ({ event: 'post.failed', id: 'one', body: Buffer.from('{}') });
  const done = await dispatchOrder(carrier, { manner, parcel, count: 100, concurrency: 1, signal: stop.signal });
  const read = async (): Promise<void> => {
    for await (const one of 'all' in done ? done.all : []) expect(one.taken).toBe(true);
  };
  await expect(read()).rejects.toThrow('stopped');
  expect(sent).toBe(3);
});

test('headers are typed with a colon, and none smuggles another in', () => {
  expect(typedHeaders(['X-Team: a: b', 'x-empty:'], PREFIXES)).toEqual({ 'X-Team': 'a: b', 'x-empty': '' });
  expect(Object.entries(typedHeaders(['__proto__: a'], PREFIXES))).toEqual([['__proto__', 'a']]);
  for (const text of ['X-Team', ': a', 'X Team: a', 'X-Team: a\nX-Other: b', 'Host: a', 'X-Legacy-Event: a'])
    expect(typedHeaders([text], PREFIXES), text).toContain('cannot be sent');
});
