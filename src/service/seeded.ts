/** Bytes for ids: the machine's, or under `--seed` a row of hashes whose place is kept in the store. Next stop: kernel/ids. */
import { createHash } from 'node:crypto';
import type { Bytes } from '../kernel/ids.ts';

export interface IdBytes {
  readonly bytes: Bytes;
  /** What to keep so that no id is given twice; undefined for random bytes. */
  state(): string | undefined;
  /** Goes on from a kept state, unless another seed is asked for. */
  restore(state: string, seed?: number): void;
  /** Begins again, with that seed; null for random bytes. */
  reseed(seed: number | null): void;
}

interface Place {
  readonly seed: number;
  readonly drawn: number;
}

/** @param purpose keeps the rows of two uses of one seed apart */
export function idBytes(random: Bytes, seed: number | null, purpose: string): IdBytes {
  let place: Place | undefined = seed === null ? undefined : { seed, drawn: 0 };
  const unseeded = pooled(random);
  return {
    bytes(length) {
      if (place === undefined) return unseeded(length);
      const drawn = place.drawn;
      place = { seed: place.seed, drawn: drawn + 1 };
      return hashed(`${String(place.seed)} ${purpose} ${String(drawn)}`, length);
    },
    state: () => (place === undefined ? undefined : JSON.stringify(place)),
    restore(state, wanted) {
      const kept = JSON.parse(state) as Place;
      if (wanted === undefined || wanted === kept.seed) place = kept;
    },
    reseed(next) {
      place = next === null ? undefined : { seed: next, drawn: 0 };
    },
  };
}

const POOL_BYTES = 4_096;

/** Asks the machine for many bytes at a time: each asking has its price. No byte is given out twice. */
function pooled(random: Bytes): Bytes {
  let pool: Uint8Array = new Uint8Array(0);
  return (length) => {
    if (length > POOL_BYTES) return random(length);
    if (pool.length < length) pool = random(POOL_BYTES);
    const given = pool.subarray(0, length);
    pool = pool.subarray(length);
    return given;
  };
}

const hashed = (text: string, length: number): Uint8Array =>
  length <= 64
    ? createHash('sha512').update(text).digest().subarray(0, length)
    : createHash('shake256', { outputLength: length }).update(text).digest();
