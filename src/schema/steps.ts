/** Work on large values in steps, so that whoever does it may do something else in between. Used by problems.ts and unknown.ts. */

/** Yields where it may be left for a while. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** The result of all steps, done at once. */
export function finished<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
