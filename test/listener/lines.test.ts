import { describe, expect, test } from 'vitest';
import { Feed, noCounts, type Line, type Said } from '../../src/listener/lines.ts';
import { Taker } from '../../src/listener/taking.ts';
import type { Delivery } from '../../src/listener/receiver.ts';
import { Seen } from '../../src/listener/seen.ts';
import { testWorld } from '../support/world.ts';

const warning = (message: string): Said => ({ type: 'warning', message });

const feed = (): Feed => new Feed(() => Date.parse('2026-01-05T09:00:00.000Z'));

async function all(one: Feed): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const line of one.lines()) lines.push(line);
  return lines;
}

describe('lines', () => {
  test('come in their order, versioned and with their time, to the last one that was said', async () => {
    const one = feed();
    one.say(warning('a'));
    const read = all(one);
    await new Promise((resolve) => setImmediate(resolve));
    one.say(warning('b'));
    one.end();
    expect(await read).toEqual([
      { v: 1, type: 'warning', at: '2026-01-05T09:00:00.000Z', message: 'a' },
      { v: 1, type: 'warning', at: '2026-01-05T09:00:00.000Z', message: 'b' },
    ]);
  });

  test('begin with the first line of a listener, whatever came before it', async () => {
    const one = feed();
    one.readyFirst();
    one.say(warning('a'));
    one.say({ type: 'ready', url: 'http://127.0.0.1:4000/', pid: 1, verify: 'off', forwardTo: [] });
    one.say(warning('b'));
    one.end();
    const lines = await all(one);
    expect(lines.map((line) => ('message' in line ? line.message : line.type))).toEqual(['ready', 'a', 'b']);
  });

  test('that were held are told at the end when no first line came', async () => {
    const one = feed();
    one.readyFirst();
    one.say(warning('a'));
    one.end();
    expect(await all(one)).toMatchObject([{ message: 'a' }]);
  });

  test('of strangers are not kept for a reader who has stopped reading; what else there is to say is', async () => {
    const one = feed();
    for (let n = 0; n < 6_000; n += 1) one.say({ type: 'refused', why: 'host', status: 421 });
    expect(one.isFull).toBe(true);
    one.say(warning('the last'));
    one.end();
    const lines = await all(one);
    expect(lines).toHaveLength(5_001);
    expect(lines.at(-1)).toMatchObject({ message: 'the last' });
  });
});

test('a listener whose reader has stopped reading asks senders to come again', async () => {
  const one = feed();
  for (let n = 0; n < 5_000; n += 1) one.say(warning('unread'));
  const counts = noCounts();
  const taker = new Taker({
    manner: {
      wanted: { patterns: [], accountIds: [], profileIds: [], profileAccountIds: [] },
      targetsFor: () => [],
      ack: 'target',
      retry: 'off',
      duplicates: 'mark',
      concurrency: 1,
      ordered: false,
      parse: async (text) => JSON.parse(text) as unknown,
    },
    feed: one,
    counts,
    seen: new Seen(),
    clock: testWorld().world.clock,
    signal: new AbortController().signal,
    done: () => undefined,
    broken: () => undefined,
  });
  const delivery: Delivery = {
    at: 0,
    method: 'POST',
    target: '/',
    headers: [],
    body: Buffer.from('{"id":"e1","event":"post.published"}'),
    signature: 'valid',
    envelope: { id: 'e1', event: 'post.published', payload: {} },
  };
  expect(await taker.take(delivery)).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
  expect(counts).toMatchObject({ received: 0, refused: { crowded: 1 } });
});
