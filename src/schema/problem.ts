/** What a fault of the input looks like, wherever it was found. Made by problems.ts and unknown.ts, shown by cli/ and service/http. */

export type ProblemKind = 'missing' | 'invalid' | 'unknown' | 'exclusive';

export interface Problem {
  /** Steps from the root of the input to the value at fault: `['platforms', 0, 'platform']`. */
  readonly path: readonly (string | number)[];
  readonly kind: ProblemKind;
  /** A sentence for a person, without a full stop: `limit must be at most 100`. */
  readonly sentence: string;
  /** The values that would have been taken, complete, when there is a closed list. */
  readonly allowed?: readonly unknown[];
  /** The allowed word nearest to what was written. */
  readonly suggestion?: string;
}

/** Problems of one input that are listed; nobody reads more at once. */
export const MOST_PROBLEMS = 100;

/** The dotted name of a problem's place, `platforms.0.platform`; empty for the input as a whole. */
export const paramOf = (problem: Pick<Problem, 'path'>): string => problem.path.join('.');
