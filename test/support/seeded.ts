/** A small repeatable generator, so that a failing run can be run again. */

/** @returns numbers from 0 to below 1, the same for the same seed */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
