/** Delivers rows until all are done, or something ends the whole: Ctrl-C, or a fault that every further row would meet. Used by imports and edits. */
import type { Failure } from '../../kernel/failure.ts';
import { deliverInOrder, type Work } from './deliver.ts';
import type { Streak } from './ending.ts';

export interface Stoppable<R, D> extends Pick<Work<R, D>, 'concurrency'>, Partial<Pick<Work<R, D>, 'laneOf'>> {
  /** Aborted when no further row may start. */
  readonly signal: AbortSignal;
  /** @param state a `fault` in it ends the whole; `noteFailure` sets it */
  deliver(row: R, state: Streak): Promise<D | undefined>;
  /** Called with each result as soon as it is known, in any order. */
  heard(result: D): void;
}

export interface Delivery<D> {
  /** One for each row, in the order of the rows; rows that were not delivered after all have none. */
  readonly results: AsyncGenerator<D>;
  /** What ended it before its last row, once `results` has come to its end. */
  stoppedBy(): Failure | undefined;
}

export function deliverUntilStopped<R, D>(rows: readonly R[], work: Stoppable<R, D>): Delivery<D> {
  const state: Streak = { streak: 0 };
  const { concurrency, signal, laneOf = () => undefined } = work;
  const results = deliverInOrder<R, D>(rows, {
    concurrency,
    laneOf,
    async deliver(row) {
      const result = await work.deliver(row, state);
      if (result !== undefined) work.heard(result);
      return result;
    },
    stopped: () => signal.aborted || state.fault !== undefined,
  });
  return { results, stoppedBy: () => state.fault ?? (signal.aborted ? (signal.reason as Failure) : undefined) };
}
