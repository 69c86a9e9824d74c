import { expect, test } from 'vitest';
import { idsFrom } from '../../src/kernel/ids.ts';
import { idBytes } from '../../src/service/seeded.ts';

const zeros = (length: number): Uint8Array => new Uint8Array(length);

test('one seed gives one row of ids, another seed another', () => {
  const row = (seed: number): string[] => {
    const ids = idsFrom(idBytes(zeros, seed, 'record').bytes);
    return [ids.record(), ids.uuid(), ids.key(), ids.record()];
  };
  expect(row(7)).toEqual(row(7));
  expect(row(7)).not.toEqual(row(8));
  expect(new Set(row(7)).size).toBe(4);
});

test('two purposes of one seed do not share ids', () => {
  expect(idBytes(zeros, 1, 'record').bytes(12)).not.toEqual(idBytes(zeros, 1, 'request').bytes(12));
});

test('a restored row goes on where it was, and repeats nothing', () => {
  const first = idBytes(zeros, 1, 'record');
  first.bytes(12);
  const state = first.state() ?? '';
  const next = first.bytes(12);

  const again = idBytes(zeros, null, 'record');
  again.restore(state);
  expect(again.bytes(12)).toEqual(next);
});

test('a row of another seed than asked for is not gone on with', () => {
  const old = idBytes(zeros, 1, 'record');
  old.bytes(12);
  const fresh = idBytes(zeros, 2, 'record');
  fresh.restore(old.state() ?? '', 2);
  expect(fresh.bytes(12)).toEqual(idBytes(zeros, 2, 'record').bytes(12));
});

test('without a seed the bytes are the machine’s and nothing is kept', () => {
  const ids = idBytes(() => Uint8Array.from([1, 2, 3]), null, 'record');
  expect(ids.bytes(3)).toEqual(Uint8Array.from([1, 2, 3]));
  expect(ids.state()).toBeUndefined();
});
