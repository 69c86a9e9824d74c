import { expect, test } from 'vitest';
import type { JournalRecord } from '../../src/listener/journal.ts';
import { Seen } from '../../src/listener/seen.ts';

test('an event is new until it was taken, also after attempts that nobody took', () => {
  const seen = new Seen<string>();
  expect(seen.arrived('a')).toEqual({ standing: 'new', arrivals: 1 });
  const under = Promise.resolve('answer');
  seen.begins('a', under);
  expect(seen.arrived('a')).toEqual({ standing: 'under_way', arrivals: 2, under });
  seen.ended('a', false);
  expect(seen.arrived('a')).toEqual({ standing: 'new', arrivals: 3 });
  seen.ended('a', true);
  seen.ended('a', false);
  expect(seen.arrived('a')).toEqual({ standing: 'taken', arrivals: 4 });
});

test('what came longest ago is forgotten first', () => {
  const seen = new Seen<string>(2);
  for (const id of ['a', 'b']) {
    seen.arrived(id);
    seen.ended(id, true);
  }
  seen.arrived('a');
  seen.arrived('c');
  expect([seen.isTaken('a'), seen.isTaken('b')]).toEqual([true, false]);
  seen.ended('never came', true);
  expect(seen.isTaken('never came')).toBe(false);
});

test('an earlier run is recalled: what it took is taken, what it did not is new', async () => {
  const delivery = {
    type: 'delivery',
    at: 0,
    method: 'POST',
    target: '/',
    headers: [],
    body: Buffer.alloc(0),
  } as const;
  const records: JournalRecord[] = [
    { ...delivery, n: 1, id: 'taken', verdict: 'valid' },
    { ...delivery, n: 2, id: 'refused', verdict: 'valid' },
    { ...delivery, n: 3, id: 'forged', verdict: 'invalid' },
    { type: 'outcome', of: 1, at: 0, taken: true },
    { type: 'outcome', of: 1, at: 0, taken: false, status: 500 },
    { type: 'outcome', of: 2, at: 0, taken: false },
    { type: 'outcome', of: 3, at: 0, taken: true },
    { type: 'outcome', of: 9, at: 0, taken: true },
  ];
  const seen = new Seen<string>();
  await seen.recall(
    (async function* () {
      yield* records;
    })(),
  );
  expect(seen.arrived('taken')).toEqual({ standing: 'taken', arrivals: 1 });
  expect(seen.arrived('refused')).toEqual({ standing: 'new', arrivals: 1 });
  expect(seen.arrived('forged')).toEqual({ standing: 'new', arrivals: 1 });
});
