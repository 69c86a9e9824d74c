/** What the end of one request means for those that follow it. Used by imports, edits and series. */
import { isFields } from '../../kernel/json.ts';
import type { Failure } from '../../kernel/failure.ts';

/** After this many unclear answers in a row, the service is considered down and the rows are not at fault. */
const HOPELESS = 10;

/** Exits after which the service has surely changed nothing. */
const REFUSALS = ['rejected', 'auth', 'forbidden', 'billing', 'not_found', 'rate_limited', 'usage'];

export const isRefusal = ({ exit, fields: { status = 0 } }: Failure): boolean =>
  REFUSALS.includes(exit) || (exit === 'platform' && status < 500);

/** What every further request would meet as well: such a key or plan, or a rate limit on a frozen clock. */
const isForAll = ({ exit, fields: { details } }: Failure): boolean =>
  ['auth', 'billing'].includes(exit) || (exit === 'rate_limited' && isFields(details) && details['clock'] === 'frozen');

/** The person or the system ended it. */
export const isStopped = ({ exit }: Failure): boolean => ['interrupted', 'terminated'].includes(exit);

/** What the answers so far say of the next request. */
export interface Streak {
  /** Unclear answers since the last clear one. */
  streak: number;
  fault?: Failure;
}

/** @param isKnown whether it is certain that nothing was changed */
export function noteFailure(state: Streak, error: Failure, isKnown: boolean): void {
  state.streak = isKnown ? 0 : state.streak + 1;
  if (isForAll(error) || state.streak >= HOPELESS) state.fault ??= error;
}
