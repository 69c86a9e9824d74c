/** One libsql connection: pragmas, prepared statements, disk errors classified. Next stop: writer.ts, reader.ts. */
import Database from 'libsql';
import { bound, type Executor, type Statement, type Values } from './statement.ts';

/** The disk is full or failing: nothing of the unit was kept, and trying again later may work. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

export interface Connection extends Executor {
  exec(sql: string): void;
  /** Rows of SQL that is not a statement of ours, for example a pragma. */
  raw(sql: string): unknown[];
  inTransaction(): boolean;
  close(): void;
}

export interface ConnectionOptions {
  readonly file: string;
  /** False for a store that may be lost with the machine: no fsync. */
  readonly durable: boolean;
  /** For the lock file: no write-ahead log, and hardly any waiting. */
  readonly rollbackJournal?: boolean;
  /** For a file that is only looked at: nothing in it changes, its journal mode included. */
  readonly look?: boolean;
}

const BUSY_TIMEOUT_MS = 5_000;

/** Most memory for pages, in KiB; taken only as they are touched. Four times as much made no call faster, and a long broadcast held 30 MiB more. */
const CACHE_KIB = 8 * 1024;

/** Pages of the log after which it is written into the database: 16 MiB. More often costs a busy service its time. */
const CHECKPOINT_PAGES = 4_096;

/** Long enough to outlast somebody who only looks whether the lock is free. */
const LOCK_TIMEOUT_MS = 250;

/** Statements kept ready on a connection; beyond them the oldest is dropped. */
const PREPARED_KEPT = 400;

export function openConnection(options: ConnectionOptions): Connection {
  const database = guarded(() => new Database(options.file));
  try {
    guarded(() => database.exec(pragmasOf(options)));
  } catch (error) {
    database.close();
    throw error;
  }
  const prepared = preparedOn(database);
  return {
    exec: (sql) => guarded(() => void database.exec(sql)),
    raw: (sql) => guarded(() => database.prepare(sql).all([])),
    inTransaction: () => database.inTransaction,
    close: () => void database.close(),
    all: async <R>(target: Statement<R>, values: Values = {}) =>
      guarded(() => prepared(target.sql).all<R>(bound(target, values))),
    one: async <R>(target: Statement<R>, values: Values = {}) =>
      guarded(() => prepared(target.sql).one<R>(bound(target, values))),
    run: async (target, values = {}) => guarded(() => prepared(target.sql).run(bound(target, values))),
  };
}

const pragmasOf = (options: ConnectionOptions): string =>
  (options.look === true ? LOOK_PRAGMAS : workPragmas(options)).map((pragma) => `PRAGMA ${pragma};`).join(' ');

const LOOK_PRAGMAS: readonly string[] = [`busy_timeout=${String(BUSY_TIMEOUT_MS)}`, 'query_only=ON'];

const workPragmas = ({ durable, rollbackJournal = false }: ConnectionOptions): readonly string[] => [
  `busy_timeout=${String(rollbackJournal ? LOCK_TIMEOUT_MS : BUSY_TIMEOUT_MS)}`,
  // Before the journal mode, whose change writes the file.
  `synchronous=${durable ? 'FULL' : 'OFF'}`,
  `journal_mode=${rollbackJournal ? 'DELETE' : 'WAL'}`,
  `cache_size=-${String(CACHE_KIB)}`,
  `wal_autocheckpoint=${String(CHECKPOINT_PAGES)}`,
  'foreign_keys=ON',
];

interface Prepared {
  all<R>(values: unknown[]): R[];
  one<R>(values: unknown[]): R | undefined;
  /** @returns number of rows changed */
  run(values: unknown[]): number;
}

function preparedOn(database: Database.Database): (sql: string) => Prepared {
  const kept = new Map<string, Prepared>();
  return (sql) => {
    const known = kept.get(sql);
    if (known !== undefined) return known;
    const fresh = preparedFrom(database.prepare(sql));
    kept.set(sql, fresh);
    if (kept.size > PREPARED_KEPT) kept.delete(kept.keys().next().value as string);
    return fresh;
  };
}

/** Reads the values of a row alone: the library makes its column names anew for each row, which costs as much as the rest of a reading by id. */
function preparedFrom(statement: Database.Statement): Prepared {
  let names: readonly string[] | undefined;
  const rowFrom = <R>(values: unknown): R => {
    const row: Record<string, unknown> = {};
    let at = 0;
    for (const name of names ?? []) row[name] = (values as readonly unknown[])[at++];
    return row as R;
  };
  const ready = (): Database.Statement => {
    names ??= statement
      .raw()
      .columns()
      .map(({ name }) => name);
    return statement;
  };
  return {
    all: <R>(values: unknown[]) =>
      ready()
        .all(values)
        .map(rowFrom<R>),
    one<R>(values: unknown[]) {
      const found = ready().get(values);
      return found === undefined ? undefined : rowFrom<R>(found);
    },
    run: (values) => statement.run(values).changes,
  };
}

/** Primary result codes of sqlite that mean the disk, not the query. */
const DISK_CODES = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|BUSY|CORRUPT|NOTADB)/;

function guarded<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw isDiskError(error)
      ? new StoreUnavailable('The store cannot read or write its file.', { cause: error })
      : error;
  }
}

const isDiskError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && DISK_CODES.test(error.code);
