/** Transactions on a server: what nobody waits for goes in few statements, and a unit has a savepoint only if it needs one. Used by store.ts. */
import { StoreUnavailable } from '../connection.ts';
import type { Executor, Statement, Values } from '../statement.ts';
import type { Transactions } from '../writer.ts';
import { executorOn, runOn } from './client.ts';
import { fenceOf, superseded, type Term } from './fence.ts';
import { openGathering, type Group } from './gathering.ts';
import { manyOf } from './many.ts';
import { openSending } from './sending.ts';
import type { Rows, Session } from './session.ts';

/** The session that writes. */
export interface Writing {
  /** Opened anew where the last one is gone. */
  session(): Promise<Session>;
}

export interface ServerTransactions extends Transactions {
  /** In the open transaction. */
  readonly run: Executor;
  /** The same for readings that nothing concerns which a batch has written: whoever asks knows what it has written there. */
  readonly asking: Executor;
}

/**
 * What a unit sends fails only by a fault of ours, and then its whole batch. The units after that, up to this number, are each
 * waited for, so that one which fails again fails alone.
 */
const CAREFUL_UNITS = 1_000;

export function transactionsOn(writing: Writing, term: Term | undefined): ServerTransactions {
  const one = new OneTransaction(writing, term);
  return {
    run: executorOn(
      (target, values) => {
        one.ready(target);
        return one.ask(target, values);
      },
      (target, values) => one.gather(target, values),
    ),
    asking: executorOn((target, values) => {
      if (!one.isInUnit()) one.ready(target);
      return one.ask(target, values);
    }),
    begin: () => one.begin(),
    mark: () => one.mark(),
    undo: () => one.undo(),
    keep: () => undefined,
    settle: () => one.settle(),
    commit: () => one.commit(),
    abandon: () => one.abandon(),
    isOpen: () => one.isOpen(),
  };
}

/** Of the one session that writes, one transaction after the other. */
class OneTransaction implements Omit<Transactions, 'keep'> {
  readonly #writing: Writing;
  readonly #term: Term | undefined;
  readonly #gathering = openGathering();
  readonly #sending = openSending();
  /** The session of the open transaction; it may be lost already. */
  #on: Session | undefined;
  /** Number of the unit that runs, or ran last; 0 before the first one. */
  #unit = 0;
  /** Whether the server has a savepoint at all, and whether it is the one of this unit. */
  #hasSavepoint = false;
  #isMarked = false;
  /** What a statement that was waited for failed with: the server takes no other one then, up to the savepoint. */
  #failed: { readonly error: unknown } | undefined;
  /** Units that are still waited for one by one. */
  #careful = 0;

  constructor(writing: Writing, term: Term | undefined) {
    this.#writing = writing;
    this.#term = term;
  }

  isInUnit(): boolean {
    return this.#unit > 0;
  }

  isOpen(): boolean {
    return this.#on?.isOpen() === true;
  }

  async begin(): Promise<void> {
    await this.#reset();
    const session = await this.#writing.session();
    this.#on = session;
    const rows = await session.exec(`BEGIN; ${fenceOf(this.#term)}`);
    if (this.#term === undefined || rows[0]?.['epoch'] === this.#term.epoch) return;
    await session.exec('ROLLBACK');
    this.#on = undefined;
    throw superseded();
  }

  mark(): void {
    this.#unit += 1;
    this.#isMarked = false;
    if (this.#careful > 0) this.#setMark();
  }

  async undo(): Promise<void> {
    this.#gathering.drop(this.#unit);
    await this.#carefully(async () => {
      if (this.#isMarked) {
        await this.#sending.drop(this.#unit);
        await this.#say('ROLLBACK TO SAVEPOINT unit');
        this.#failed = undefined;
      } else if (this.#failed !== undefined) throw this.#failed.error;
    });
  }

  async settle(): Promise<void> {
    if (this.#careful === 0) return;
    this.#careful -= 1;
    this.#send(this.#gathering.take(), this.#unit);
    await this.#sending.settle();
  }

  async commit(): Promise<void> {
    await this.#carefully(async () => {
      this.#send(this.#gathering.take(), this.#unit);
      await this.#sending.settle();
      // COMMIT would roll back without a word.
      if (this.#failed !== undefined) throw this.#failed.error;
      await this.#say('COMMIT');
    });
    this.#on = undefined;
  }

  async abandon(): Promise<void> {
    await this.#reset();
    const session = this.#on;
    this.#on = undefined;
    if (session?.isOpen() === true) await session.exec('ROLLBACK');
  }

  /** Has everything sent on which a statement may depend, and what it may change undone with its unit. */
  ready(target: Statement): void {
    this.#flush(target.node?.kind !== 'SelectQueryNode');
  }

  async ask(target: Statement, values: Values): Promise<Rows> {
    try {
      return await runOn(this.#session(), target, values);
    } catch (error) {
      this.#failed ??= { error };
      throw this.#sending.causeOf(error);
    }
  }

  async gather(target: Statement, values: Values): Promise<void> {
    // Nothing is kept for a transaction that is lost, or was never begun.
    this.#session();
    this.#gathering.add(this.#unit, { target, values });
    if (!this.#gathering.isFull()) return;
    this.#flush(true);
    await this.#sending.room();
  }

  /** At once, so that nothing which is asked meanwhile comes before it. */
  #flush(writes: boolean): void {
    const isUnits = this.#unit > 0 && (writes || this.#gathering.holds(this.#unit));
    if (isUnits && !this.#isMarked) this.#setMark();
    this.#send(this.#gathering.take(), this.#isMarked ? this.#unit : this.#unit - 1);
  }

  #setMark(): void {
    const earlier = this.#unit - 1;
    this.#send(this.#gathering.take(this.#unit), earlier);
    const sql = this.#hasSavepoint ? 'RELEASE SAVEPOINT unit; SAVEPOINT unit' : 'SAVEPOINT unit';
    this.#sending.add(this.#say(sql), earlier);
    this.#hasSavepoint = this.#isMarked = true;
  }

  #send(groups: readonly Group[], unit: number): void {
    for (const { target, rows } of groups) {
      const [first, ...more] = rows;
      if (first === undefined) continue;
      const session = this.#session();
      const { sql, values } = more.length === 0 ? { sql: '', values: [] } : manyOf(target, rows);
      this.#sending.add(more.length === 0 ? runOn(session, target, first) : session.query(sql, values), unit);
    }
  }

  async #say(sql: string): Promise<void> {
    await this.#session().exec(sql);
  }

  #session(): Session {
    if (this.#on?.isOpen() !== true) throw new StoreUnavailable('The connection to the database was lost.');
    return this.#on;
  }

  async #carefully(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.#careful = CAREFUL_UNITS;
      throw error;
    }
  }

  async #reset(): Promise<void> {
    this.#gathering.take();
    await this.#sending.clear();
    this.#unit = 0;
    this.#hasSavepoint = this.#isMarked = false;
    this.#failed = undefined;
  }
}
