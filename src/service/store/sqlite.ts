/** The embedded store: one writing connection with group commit, one reading connection, migrations at opening. */
import { join } from 'node:path';
import type { Clock } from '../../kernel/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import { STORE_FILE } from '../../kernel/steering.ts';
import { expireAnswers, getMeta, putMeta, removeMeta } from './answers.ts';
import { openConnection, type Connection } from './connection.ts';
import { claimDue, nextDue, postponeDue, releaseDue, renewDue, settleDue, type Claim, type ClaimedRow } from './due.ts';
import { privateFile } from './folder.ts';
import { migrate } from './migrate.ts';
import { NOBODY, openChangeNotes, type ChangeNotes, type Onlookers } from './changes.ts';
import { readerOn } from './reader.ts';
import { copyTables, emptyTables, refillTables, restoreTables } from './copy.ts';
import type { Reader, Store, Tx } from './store.ts';
import { pauses, type Pause } from '../turns.ts';
import type { Executor } from './statement.ts';
import { openView, type StoreView } from './view.ts';
import { txOn, type Outlet } from './tx.ts';
import { openWriter, type Writer } from './writer.ts';

export interface SqliteOptions {
  /** Folder that holds the database; it exists. */
  readonly folder: string;
  /** False for an ephemeral service: no fsync. */
  readonly durable: boolean;
  readonly clock: Clock;
  readonly wall: Clock;
  readonly ids: Ids;
  readonly turn: () => Promise<void>;
  /** Small facts of the service that are kept with every commit, by name; undefined ones are not kept. */
  readonly keep: () => Readonly<Record<string, string | undefined>>;
  /** Decides who gets an event; without it nobody does. */
  readonly outlet?: (records: Records) => Outlet;
  /** Called after a commit with the refs of the work that was pulled in it. */
  readonly due?: (refs: ReadonlySet<string>) => void;
  /** Those who look on; without them nothing is noted. */
  readonly onlookers?: Onlookers;
}

/** Committed records, and whether they are still what the running transaction sees. */
export interface Records {
  readonly read: Reader;
  /** How many times records of that kind were written since the store was opened; a key for what is remembered of them. */
  revision(kind: string): number;
  /** True while records of that kind are written and not yet committed. */
  isChanging(kind: string): boolean;
}

/** What the service itself needs of its store, beyond what areas see. */
export interface SqliteStore extends Store, Records {
  readonly timeline: TimelineStore;
  meta(key: string): Promise<string | undefined>;
  putMeta(key: string, value: string): Promise<void>;
  /** Removes answers kept at or before that instant (ms). */
  expireAnswers(before: number): Promise<void>;
  /** What is committed now, readable at leisure. Close it. */
  view(): StoreView;
  /** Writes all tables, as they are now, into an empty file. */
  copyTo(file: string): Promise<void>;
  /** Replaces all tables by those of a database file that copyTo wrote, in one commit. */
  restoreFrom(file: string, restoring?: Restoring): Promise<void>;
  /** Empties all tables, keys included, and fills them anew, in one commit. */
  refill(refill: Refill): Promise<void>;
  /** Does what a killed refill left undone. */
  finishRefill(cleanUp: () => Promise<void>): Promise<void>;
}

export type MetaReader = (key: string) => Promise<string | undefined>;

export interface Restoring {
  /** Adds to the same commit. */
  readonly finish: (tx: Tx, meta: MetaReader) => Promise<void>;
  /** Runs after the commit and before any other. */
  readonly restored: () => void;
}

export interface Refill {
  /** @returns what the store is to know of itself, by name */
  readonly fill: (tx: Tx) => Promise<Readonly<Record<string, string>>>;
  /** What goes with the old data and is not in the store. Runs after the commit and before any other; a kill in between leaves it to `finishRefill`. */
  readonly cleanUp: () => Promise<void>;
}

export interface TimelineStore {
  claim(claim: Claim): Promise<ClaimedRow[]>;
  /** Removes a row whose work is done, unless it was scheduled again. */
  settle(row: ClaimedRow): Promise<void>;
  postpone(row: ClaimedRow, dueAt: number, error: string): Promise<void>;
  /** Frees every row: whoever held one is gone. */
  release(): Promise<void>;
  /** Extends the leases of those claims. */
  renew(claims: readonly number[], leaseUntil: number): Promise<void>;
  /** Earliest instant (ms) of a free row. */
  next(now: number): Promise<number | undefined>;
}

export async function openSqliteStore(options: SqliteOptions): Promise<SqliteStore> {
  const file = join(options.folder, STORE_FILE);
  await privateFile(file);
  const writing = openConnection({ file, durable: options.durable });
  migrate(writing);
  await releaseDue(writing);
  const reading = openConnection({ file, durable: options.durable });
  return storeOn({ file, writing, reading }, options);
}

interface Opened {
  readonly file: string;
  readonly writing: Connection;
  readonly reading: Connection;
}

function storeOn({ file, writing, reading }: Opened, options: SqliteOptions): SqliteStore {
  const revisions = revisionsOf();
  const { onlookers = NOBODY } = options;
  const notes = openChangeNotes(onlookers.isRead);
  const keeper = keeperOf(writing, options);
  const records: Records = { read: readerOn(reading), revision: revisions.of, isChanging: revisions.isTouched };
  let pulled = new Set<string>();
  const tx: Tx = txOn({
    ...options,
    run: pausing(writing, pauses({ clock: options.wall, turn: options.turn })),
    touched: revisions.touch,
    changed: notes.add,
    pulled: (ref) => void pulled.add(ref),
    outlet: options.outlet?.(records) ?? (async () => undefined),
  });
  const committed = (): void => {
    revisions.commit();
    onlookers.change(notes.take());
    if (pulled.size === 0) return;
    options.due?.(pulled);
    pulled = new Set();
  };
  const replaced = (): void => {
    revisions.commitAll();
    notes.dropSince(0);
    committed();
    onlookers.replace();
  };
  const writer = openWriter({
    connection: writing,
    tx,
    turn: options.turn,
    beforeCommit: keeper.write,
    notes,
    committed,
  });
  return {
    kind: 'sqlite',
    ...records,
    transact: (work) => writer.transact(work),
    healthy: () => writer.healthy(),
    timeline: timelineOn(writing, reading, { transact: writer.transact, notes }),
    meta: (key) => getMeta(reading, key),
    putMeta: (key, value) => writer.transact(() => putMeta(writing, key, value)),
    expireAnswers: (before) => writer.transact(() => expireAnswers(writing, before)),
    view: () => openView(file),
    copyTo: (copy) => copyTables(file, { file: copy, turn: options.turn }),
    ...wholeStoreOn({ writing, writer, tx, keeper, committed: replaced, turn: options.turn }),
    async close() {
      await writer.close();
      reading.close();
      writing.raw('PRAGMA wal_checkpoint(TRUNCATE)');
      writing.close();
    },
  };
}

/** A long unit gives way between two of its statements. What others read then is what was committed before it. */
function pausing(run: Executor, pause: Pause): Executor {
  const afterPause = <T>(act: () => Promise<T>): Promise<T> => pause()?.then(act) ?? act();
  return {
    all: (statement, values) => afterPause(() => run.all(statement, values)),
    one: (statement, values) => afterPause(() => run.one(statement, values)),
    run: (statement, values) => afterPause(() => run.run(statement, values)),
  };
}

interface Whole {
  readonly writing: Connection;
  readonly writer: Writer;
  readonly tx: Tx;
  readonly keeper: Keeper;
  readonly committed: () => void;
  readonly turn: () => Promise<void>;
}

/** What replaces all tables, each in one commit. */
function wholeStoreOn({
  writing,
  writer,
  tx,
  keeper,
  committed,
  turn,
}: Whole): Pick<SqliteStore, 'restoreFrom' | 'refill' | 'finishRefill' | 'clear'> {
  const alone = (act: () => Promise<void>): Promise<void> =>
    writer.alone(async () => {
      // What replaces the tables replaces what is kept there.
      keeper.forget();
      try {
        await act();
      } finally {
        keeper.forget();
      }
      committed();
    });
  const cleanUpAfter = async (cleanUp: () => Promise<void>): Promise<void> => {
    await cleanUp();
    await removeMeta(writing, UNFINISHED);
  };
  return {
    restoreFrom: (file, restoring) =>
      alone(async () => {
        await restoreTables({ connection: writing, turn }, file, async () => {
          // Whoever held a lease was at work in another time.
          await releaseDue(writing);
          await restoring?.finish(tx, (key) => getMeta(writing, key));
        });
        restoring?.restored();
      }),
    refill: ({ fill, cleanUp }) =>
      alone(async () => {
        await refillTables({ connection: writing, turn }, async () => {
          const facts = { ...(await fill(tx)), [UNFINISHED]: 'refill' };
          for (const [key, value] of Object.entries(facts)) await putMeta(writing, key, value);
          await keeper.write();
        });
        await cleanUpAfter(cleanUp);
      }),
    finishRefill: (cleanUp) =>
      writer.alone(async () => {
        if ((await getMeta(writing, UNFINISHED)) !== undefined) await cleanUpAfter(cleanUp);
      }),
    clear: () => alone(() => emptyTables({ connection: writing, turn }, KEPT_KINDS)),
  };
}

/** In `meta`, from the commit of a refill until everything that belongs to it is done. */
const UNFINISHED = 'unfinished';

interface Revisions {
  of(kind: string): number;
  touch(kind: string): void;
  /** Touched since the last commit. */
  isTouched(kind: string): boolean;
  /** Called after a commit: what was touched since the last one has changed for readers now. */
  commit(): void;
  commitAll(): void;
}

function revisionsOf(): Revisions {
  const numbers = new Map<string, number>();
  const touched = new Set<string>();
  let all = 0;
  return {
    of: (kind) => all + (numbers.get(kind) ?? 0),
    touch: (kind) => void touched.add(kind),
    isTouched: (kind) => touched.has(kind),
    commit() {
      for (const kind of touched) numbers.set(kind, (numbers.get(kind) ?? 0) + 1);
      touched.clear();
    },
    commitAll: () => void (all += 1),
  };
}

/** What `clear` leaves: the team, its members and their keys. */
const KEPT_KINDS = ['$team', 'user', 'api_key'];

interface Keeper {
  write(): Promise<void>;
  /** After the tables were replaced: what is kept there is unknown. */
  forget(): void;
}

function keeperOf(connection: Connection, { keep }: SqliteOptions): Keeper {
  const kept = new Map<string, string>();
  return {
    async write() {
      for (const [key, value] of Object.entries(keep())) {
        if (value === undefined || kept.get(key) === value) continue;
        await putMeta(connection, key, value);
        kept.set(key, value);
      }
    },
    forget: () => kept.clear(),
  };
}

/** Rows whose work ends at about the same time are removed by one unit. */
function settlerOn(writing: Connection, { transact, notes }: Units): TimelineStore['settle'] {
  let waiting: ClaimedRow[] = [];
  let unit: Promise<void> | undefined;
  const flush = async (): Promise<void> => {
    const rows = waiting;
    waiting = [];
    unit = undefined;
    for (const one of rows) {
      notes.add({ of: 'work', kind: one.kind });
      await settleDue(writing, one);
    }
  };
  return (row) => {
    waiting.push(row);
    if (unit !== undefined) return unit;
    const mine = transact(flush);
    unit = mine;
    // A unit that could not even begin: its rows are settled anew by those who wait for them.
    mine.catch(() => {
      if (unit === mine) [unit, waiting] = [undefined, []];
    });
    return mine;
  };
}

interface Units {
  readonly transact: Store['transact'];
  readonly notes: Pick<ChangeNotes, 'add'>;
}

const timelineOn = (writing: Connection, reading: Connection, units: Units): TimelineStore => ({
  claim: (claim) => units.transact(() => claimDue(writing, claim)),
  settle: settlerOn(writing, units),
  postpone: (row, dueAt, error) =>
    units.transact(() => {
      units.notes.add({ of: 'work', kind: row.kind });
      return postponeDue(writing, row, dueAt, error);
    }),
  release: () => units.transact(() => releaseDue(writing)),
  renew: (claims, leaseUntil) =>
    units.transact(async () => {
      for (const claim of claims) await renewDue(writing, claim, leaseUntil);
    }),
  next: (now) => nextDue(reading, now),
});
