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
  return {
    bytes(length) {
      if (place === undefined) return random(length);
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

const hashed = (text: string, length: number): Uint8Array =>
  length <= 64
    ? createHash('sha512').update(text).digest().subarray(0, length)
    : createHash('shake256', { outputLength: length }).update(text).digest();
