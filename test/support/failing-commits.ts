/** Commits that fail by order of a test: what was decided is written and taken back, as a crash before the end leaves it. */
import type { Store, Tx } from '../../src/service/store/store.ts';

export interface FailingCommits {
  /** Does something whose nth commit fails, the first without a number. @returns how many commits it made */
  failing(act: () => Promise<unknown>, nth?: number): Promise<number>;
  /** How many commits something makes. */
  counted(act: () => Promise<unknown>): Promise<number>;
}

export function failingCommits(store: Store): FailingCommits {
  const transact = store.transact.bind(store);
  let seen = 0;
  let failsAt: number | undefined;
  store.transact = (work, locks) => {
    seen += 1;
    return transact(seen === failsAt ? failedAfter(work) : work, locks);
  };
  const run = async (act: () => Promise<unknown>, nth?: number): Promise<number> => {
    [seen, failsAt] = [0, nth];
    await act();
    failsAt = undefined;
    return seen;
  };
  return { failing: (act, nth = 1) => run(act, nth), counted: (act) => run(act) };
}

const failedAfter =
  <T>(work: (tx: Tx) => Promise<T>) =>
  async (tx: Tx): Promise<T> => {
    await work(tx);
    throw new Error('This commit fails by order of the test.');
  };
