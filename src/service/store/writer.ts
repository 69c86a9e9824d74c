/** Group commit: waiting units run one after the other inside one transaction, each behind a savepoint, and share one fsync. */
import { StoreUnavailable } from './connection.ts';
import type { UnitNotes } from './changes.ts';
import type { Tx } from './store.ts';

/** Transactions of the connection that writes. Steps that a server is asked for take their time. */
export interface Transactions {
  begin(): void | Promise<void>;
  /** A mark that `undo` goes back to. */
  mark(): void | Promise<void>;
  /** Drops what was written since the mark. */
  undo(): void | Promise<void>;
  /** Drops the mark, and keeps what was written. */
  keep(): void | Promise<void>;
  commit(): void | Promise<void>;
  /** Drops everything that was written since the beginning. */
  abandon(): void | Promise<void>;
  /** Waits for what was sent; where something of it failed, so does this. */
  settle?(): Promise<void>;
  /** False also where the database has dropped everything by itself. */
  isOpen(): boolean;
}

export interface WriterParts {
  readonly transactions: Transactions;
  readonly tx: Tx;
  /** Resolves when the sockets that are readable now have been read, so that their units join the batch. */
  readonly turn: () => Promise<void>;
  /** Writes what must be kept with every commit, for example the state of the id generator. */
  readonly beforeCommit: () => Promise<void>;
  /** What the units change; those of a unit that is undone are dropped. */
  readonly notes: readonly UnitNotes[];
  /** Called after each commit, before the units are answered. */
  readonly committed: () => void;
  /** Called when a batch came to nothing. */
  readonly abandoned: () => void;
}

export interface Writer {
  /** Resolves when the unit is on disk; rejects, with nothing kept of the unit, when `work` throws. */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs between two batches, with no transaction open and nothing else writing. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** False while the last commit failed for want of disk. */
  healthy(): boolean;
  /** Resolves when nothing waits any more; later units are refused. */
  close(): Promise<void>;
}

interface Unit {
  readonly alone: boolean;
  readonly work: (tx: Tx) => Promise<unknown>;
  readonly settle: (outcome: Outcome) => void;
}

type Outcome = { readonly value: unknown } | { readonly error: unknown };

/** Units of one commit; more would make the first ones wait too long. */
const BATCH = 1024;

export function openWriter(parts: WriterParts): Writer {
  const waiting: Unit[] = [];
  let running: Promise<void> | undefined;
  let closed = false;
  let healthy = true;

  const run = async (): Promise<void> => {
    await parts.turn();
    while (waiting.length > 0) {
      const first = waiting[0];
      if (first?.alone === true) await runAlone(waiting.shift() as Unit, parts.tx);
      else healthy = await runBatch(waiting, parts);
      await parts.turn();
    }
    running = undefined;
  };

  const enqueue = <T>(alone: boolean, work: (tx: Tx) => Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      if (closed) return reject(new StoreUnavailable('The store is closed.'));
      waiting.push({
        alone,
        work,
        settle: (outcome) => ('error' in outcome ? reject(outcome.error as Error) : resolve(outcome.value as T)),
      });
      running ??= run();
    });

  return {
    transact: (work) => enqueue(false, work),
    alone: (work) => enqueue(true, () => work()),
    healthy: () => healthy,
    async close() {
      while (running !== undefined) await running;
      closed = true;
    },
  };
}

async function runAlone(unit: Unit, tx: Tx): Promise<void> {
  unit.settle(await outcomeOf(() => unit.work(tx)));
}

const outcomeOf = (act: () => Promise<unknown>): Promise<Outcome> =>
  Promise.resolve()
    .then(act)
    .then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );

/** @returns false when the disk refused the batch */
async function runBatch(waiting: Unit[], parts: WriterParts): Promise<boolean> {
  const { transactions } = parts;
  const done: { unit: Unit; outcome: Outcome }[] = [];
  let running: Unit | undefined;
  try {
    await transactions.begin();
    while (done.length < BATCH && waiting.length > 0 && waiting[0]?.alone === false) {
      running = waiting.shift() as Unit;
      done.push({ unit: running, outcome: await behindMark(running, parts) });
    }
    await parts.beforeCommit();
    await transactions.commit();
    parts.committed();
  } catch (error) {
    await abandon(transactions);
    for (const one of parts.notes) one.dropSince(0);
    parts.abandoned();
    for (const { unit, outcome } of done) unit.settle('value' in outcome ? { error } : outcome);
    // When not even BEGIN works, everything that waits is refused, so that nobody waits for ever.
    for (const unit of running === undefined ? waiting.splice(0) : [running]) unit.settle({ error });
    return !(error instanceof StoreUnavailable);
  }
  for (const { unit, outcome } of done) unit.settle(outcome);
  return true;
}

async function behindMark(unit: Unit, { transactions, tx, notes }: WriterParts): Promise<Outcome> {
  await transactions.mark();
  const marks = notes.map((one) => one.mark());
  const outcome = await outcomeOf(async () => {
    const value = await unit.work(tx);
    await transactions.settle?.();
    return value;
  });
  // After a failing disk the database may have dropped everything: the batch is lost then, and says so.
  if ('error' in outcome && (outcome.error instanceof StoreUnavailable || !transactions.isOpen())) throw outcome.error;
  if ('error' in outcome) {
    await transactions.undo();
    notes.forEach((one, at) => one.dropSince(marks[at] ?? 0));
  }
  await transactions.keep();
  return outcome;
}

async function abandon(transactions: Transactions): Promise<void> {
  try {
    if (transactions.isOpen()) await transactions.abandon();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
  }
}
