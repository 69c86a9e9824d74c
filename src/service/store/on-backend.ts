/** A store on whatever keeps its tables: group commit, what is remembered of records, due work. Opened by sqlite.ts and postgres/store.ts. */
import { expireAnswers, getMeta, putMeta, removeMeta } from './answers.ts';
import type { Backend } from './backend.ts';
import { NOBODY, openChangeNotes, type ChangeNotes } from './changes.ts';
import { claimDue, nextDue, postponeDue, releaseDue, renewDue, settleDue, type ClaimedRow } from './due.ts';
import { readerOn } from './reader.ts';
import type { Records, ServiceStore, StoreOptions, TimelineStore } from './service-store.ts';
import type { Executor } from './statement.ts';
import type { Store, Tx } from './store.ts';
import { pauses, type Pause } from '../turns.ts';
import { txOn } from './tx.ts';
import { openWriter, type Writer } from './writer.ts';

export function storeOn(backend: Backend, options: StoreOptions): ServiceStore {
  const { writing, reading, memory } = backend;
  const { onlookers = NOBODY } = options;
  const revisions = revisionsOf();
  const notes = openChangeNotes(onlookers.isRead);
  const keeper = keeperOf(writing, options);
  const records: Records = {
    read: readerOn(reading, memory && { recall: memory.committed, asking: reading }),
    revision: revisions.of,
    isChanging: revisions.isTouched,
  };
  let pulled = new Set<string>();
  const pause = pauses({ clock: options.wall, turn: options.turn });
  const tx: Tx = txOn({
    ...options,
    run: pausing(writing, pause),
    asking: backend.asking && pausing(backend.asking, pause),
    touched: revisions.touch,
    changed: notes.add,
    pulled: (ref) => void pulled.add(ref),
    outlet: options.outlet?.(records) ?? (async () => undefined),
    memory,
  });
  const committed = (): void => {
    memory?.commit();
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
  const batchCommitted = (): void => {
    options.committed?.();
    committed();
  };
  const writer = writerOn(backend, { tx, notes, keeper, committed: batchCommitted, turn: options.turn });
  return {
    kind: backend.kind,
    ...records,
    transact: (work) => writer.transact(work),
    healthy: () => writer.healthy(),
    timeline: timelineOn({ writing, reading }, { transact: writer.transact, notes }),
    meta: (key) => getMeta(reading, key),
    putMeta: (key, value) => writer.transact(() => putMeta(writing, key, value)),
    expireAnswers: (before) => writer.transact(() => expireAnswers(writing, before)),
    view: () => backend.view(),
    copyTo: (file) => backend.copyTo(file),
    ...wholeStoreOn({ backend, writer, tx, keeper, committed: replaced }),
    async close() {
      await writer.close();
      await backend.close();
    },
  };
}

interface Written {
  readonly tx: Tx;
  readonly notes: ChangeNotes;
  readonly keeper: Keeper;
  readonly committed: () => void;
  readonly turn: () => Promise<void>;
}

const writerOn = ({ transactions, memory }: Backend, { tx, notes, keeper, committed, turn }: Written): Writer =>
  openWriter({
    transactions,
    tx,
    turn,
    beforeCommit: keeper.write,
    notes: memory === undefined ? [notes] : [notes, memory],
    committed,
    // What was to be kept with the batch may be kept or not.
    abandoned() {
      keeper.forget();
      memory?.forget();
    },
  });

/** A long unit gives way between two of its statements. What others read then is what was committed before it. */
function pausing(run: Executor, pause: Pause): Executor {
  const afterPause = <T>(act: () => Promise<T>): Promise<T> => pause()?.then(act) ?? act();
  return {
    all: (statement, values) => afterPause(() => run.all(statement, values)),
    one: (statement, values) => afterPause(() => run.one(statement, values)),
    run: (statement, values) => afterPause(() => run.run(statement, values)),
    ...(run.send && { send: (statement, values) => afterPause(async () => run.send?.(statement, values)) }),
  };
}

interface Whole {
  readonly backend: Backend;
  readonly writer: Writer;
  readonly tx: Tx;
  readonly keeper: Keeper;
  readonly committed: () => void;
}

/** What replaces all tables, each in one commit. */
function wholeStoreOn({
  backend,
  writer,
  tx,
  keeper,
  committed,
}: Whole): Pick<ServiceStore, 'restoreFrom' | 'refill' | 'finishRefill' | 'clear'> {
  const { writing, reading, transactions } = backend;
  const alone = (act: () => Promise<void>): Promise<void> =>
    writer.alone(async () => {
      // What replaces the tables replaces what is kept there.
      keeper.forget();
      try {
        await (backend.memory?.without(act) ?? act());
      } finally {
        keeper.forget();
      }
      committed();
    });
  const cleanUpAfter = async (cleanUp: () => Promise<void>): Promise<void> => {
    await cleanUp();
    await transactions.begin();
    await removeMeta(writing, UNFINISHED);
    await transactions.commit();
  };
  return {
    restoreFrom: (file, restoring) =>
      alone(async () => {
        await backend.restore(file, async () => {
          // Whoever held a lease was at work in another time.
          await releaseDue(writing);
          await restoring?.finish(tx, (key) => getMeta(writing, key));
        });
        restoring?.restored();
      }),
    refill: ({ fill, cleanUp }) =>
      alone(async () => {
        await backend.refill(async () => {
          const facts = { ...(await fill(tx)), [UNFINISHED]: 'refill' };
          for (const [key, value] of Object.entries(facts)) await putMeta(writing, key, value);
          await keeper.write();
        });
        await cleanUpAfter(cleanUp);
      }),
    finishRefill: (cleanUp) =>
      writer.alone(async () => {
        if ((await getMeta(reading, UNFINISHED)) !== undefined) await cleanUpAfter(cleanUp);
      }),
    clear: () => alone(() => backend.empty(KEPT_KINDS)),
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
  /** After the tables were replaced, or a batch was lost: what is kept there is unknown. */
  forget(): void;
}

function keeperOf(run: Executor, { keep }: StoreOptions): Keeper {
  const kept = new Map<string, string>();
  return {
    async write() {
      for (const [key, value] of Object.entries(keep())) {
        if (value === undefined || kept.get(key) === value) continue;
        await putMeta(run, key, value);
        kept.set(key, value);
      }
    },
    forget: () => kept.clear(),
  };
}

/** Rows whose work ends at about the same time are removed by one unit. */
function settlerOn(writing: Executor, { transact, notes }: Units): TimelineStore['settle'] {
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

const timelineOn = ({ writing, reading }: Pick<Backend, 'writing' | 'reading'>, units: Units): TimelineStore => {
  let claims = 0;
  return {
    claim(claim) {
      claims += 1;
      const number = claims;
      return units.transact(() => claimDue(writing, { ...claim, claim: number }));
    },
    settle: settlerOn(writing, units),
    postpone: (row, dueAt, error) =>
      units.transact(() => {
        units.notes.add({ of: 'work', kind: row.kind });
        return postponeDue(writing, row, dueAt, error);
      }),
    release: () => units.transact(() => releaseDue(writing)),
    renew: (numbers, leaseUntil) =>
      units.transact(async () => {
        for (const claim of numbers) await renewDue(writing, claim, leaseUntil);
      }),
    next: (now) => nextDue(reading, now),
  };
};
