/** Delivers rows side by side and gives their results back in the order of the rows. Used by import.ts. */

export interface Work<R, D> {
  /** Rows under way together. */
  readonly concurrency: number;
  /** Rows of one lane go one after the other, in their order; undefined for a row that may go at any time. */
  laneOf(row: R): string | undefined;
  /** @returns the result, or undefined when the row was not delivered after all. What it throws ends the whole. */
  deliver(row: R): Promise<D | undefined>;
  /** True when no further row shall be begun. */
  stopped(): boolean;
}

/** When the reader closes, the work still runs to its end. @throws what `deliver` threw first, after all results */
export async function* deliverInOrder<R, D>(rows: readonly R[], work: Work<R, D>): AsyncGenerator<D> {
  const results = new Map<number, D>();
  let faults: unknown[] = [];
  let ring: () => void = () => undefined;
  let bell = Promise.resolve();
  const rung = (): void => {
    ring();
    bell = new Promise((resolve) => (ring = resolve));
  };
  rung();
  const keep = (at: number, result: D | undefined): void => {
    if (result !== undefined) results.set(at, result);
    rung();
  };
  const fail = (error: unknown): void => void (faults = [...faults, error]);
  let isOver = false;
  const over = workers(rows, { work, keep, fail, isBroken: () => faults.length > 0 }).then(() => {
    isOver = true;
    rung();
  });
  try {
    for (let next = 0; next < rows.length;) {
      const result = results.get(next);
      if (result === undefined && !isOver) await bell;
      else {
        results.delete(next);
        next += 1;
        if (result !== undefined) yield result;
      }
    }
  } finally {
    await over;
  }
  if (faults.length > 0) throw faults[0];
}

interface Hands<R, D> {
  readonly work: Work<R, D>;
  keep(at: number, result: D | undefined): void;
  fail(error: unknown): void;
  isBroken(): boolean;
}

async function workers<R, D>(rows: readonly R[], { work, keep, fail, isBroken }: Hands<R, D>): Promise<void> {
  const lanes = lanesOf(rows, (row) => work.laneOf(row));
  let next = 0;
  const run = async (): Promise<void> => {
    for (let lane = lanes[next++]; lane !== undefined; lane = lanes[next++]) {
      for (const at of lane) {
        if (work.stopped() || isBroken()) return;
        try {
          keep(at, await work.deliver(rows[at] as R));
        } catch (error) {
          fail(error);
        }
      }
    }
  };
  await Promise.all(Array.from({ length: work.concurrency }, run));
}

/** Positions of rows that belong together, by the first of them. */
function lanesOf<R>(rows: readonly R[], laneOf: (row: R) => string | undefined): readonly (readonly number[])[] {
  const lanes = new Map<string, number[]>();
  for (const [at, row] of rows.entries()) {
    const name = laneOf(row) ?? `row ${at}`;
    const lane = lanes.get(name);
    if (lane === undefined) lanes.set(name, [at]);
    else lane.push(at);
  }
  return [...lanes.values()];
}
