/** The service that the laws are tried on. Its worker stands still, its commits are counted, its tables can be compared. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import Database from 'libsql';
import type { Catalog } from '../../../src/catalog/catalog.ts';
import { STORE_FILE } from '../../../src/kernel/steering.ts';
import { openService, type Service } from '../../../src/service/service.ts';
import type { SeedPack } from '../../../src/service/seed/packs.ts';
import type { Store } from '../../../src/service/store/store.ts';
import { TABLES } from '../../../src/service/store/tables.ts';
import { openBeta } from '../../support/beta.ts';
import { receiving, TEST_NOW, testDoors } from '../../support/service.ts';

export interface World {
  readonly service: Service;
  readonly catalog: Catalog;
  /** Keeps the present state under a name. */
  keep(name: string): Promise<void>;
  /** Brings a kept state back; nothing happens when nothing was written since. */
  restore(name: string): Promise<void>;
  /** A short text that differs when a row of any table differs. What is remembered of the generators is left out. */
  fingerprint(): string;
  /** Runs `act` and counts the units of work that it handed to the store. */
  counted<T>(act: () => Promise<T>): Promise<{ readonly value: T; readonly commits: number }>;
  /**
   * Runs `act` with the unit of that number failing after its work was done, before it is kept.
   * @returns the fingerprint of the state on which that unit began
   */
  failingAt(unit: number, act: () => Promise<unknown>): Promise<string>;
  /** Every row of the tables that hold records, posts and feeds, as text. */
  rows(): readonly string[];
  rowsOf(table: string): readonly string[];
  close(): Promise<void>;
}

/** What the store knows of itself moves with every commit and says nothing of a step. */
const COMPARED = TABLES.filter((table) => table !== 'meta');

/** Where an answer may have its values from. */
const STATE = ['record', 'post', 'feed_item', 'event', 'publication'];

export async function openWorld(
  catalog: Catalog,
  { seedPack, seed = 1 }: { readonly seedPack: SeedPack; readonly seed?: number },
): Promise<World> {
  const service = await openService({
    ephemeral: true,
    seedPack,
    seed,
    clock: { mode: 'frozen', now: TEST_NOW },
    rateLimits: false,
    catalog,
    doors: testDoors({ carrier: receiving }),
  });
  await openBeta(service);
  await stopForGood(service);
  const tables = openTables(join(service.dataDir, 'ephemeral', STORE_FILE));
  const units = unitsOf(service.parts.store, tables.fingerprint);
  let present = '';
  return {
    service,
    catalog,
    async keep(name) {
      await service.parts.lifecycle.takeSnapshot(name);
      await units.rest();
      present = `${name} ${tables.version()}`;
      tables.remember(name);
    },
    async restore(name) {
      if (present === `${name} ${tables.version()}`) return;
      await service.parts.lifecycle.reset({ snapshot: name });
      await units.rest();
      present = `${name} ${tables.version()}`;
      tables.recall(name);
    },
    fingerprint: tables.fingerprint,
    counted: units.counted,
    failingAt: units.failingAt,
    rows: tables.rows,
    rowsOf: tables.rowsOf,
    async close() {
      tables.close();
      await service.close();
    },
  };
}

/** What is counted is what a call does; nothing else may write meanwhile. */
async function stopForGood({ parts: { worker } }: Service): Promise<void> {
  worker.start = () => undefined;
  await worker.stop();
}

/** Stands before `transact`, and counts. */
function unitsOf(
  store: Store,
  fingerprint: () => string,
): Pick<World, 'counted' | 'failingAt'> & { rest(): Promise<unknown> } {
  const transact = store.transact.bind(store);
  let seen = 0;
  let failing: number | undefined;
  let begun = '';
  store.transact = (work) => {
    seen += 1;
    const isFailing = seen === failing;
    if (isFailing) begun = fingerprint();
    return transact(async (tx) => {
      const value = await work(tx);
      if (isFailing) throw new Error('This unit of work fails by order of the test.');
      return value;
    });
  };
  /** What a call left behind has been written too when an empty unit has had its turn. */
  const rest = (): Promise<unknown> => transact(async () => undefined);
  const counted: World['counted'] = async (act) => {
    seen = 0;
    const value = await act();
    if (seen > 0) await rest();
    return { value, commits: seen };
  };
  return {
    rest,
    counted,
    async failingAt(unit, act) {
      failing = unit;
      try {
        await counted(act);
        return begun;
      } finally {
        failing = undefined;
      }
    },
  };
}

interface Tables extends Pick<World, 'fingerprint' | 'rows' | 'rowsOf'> {
  version(): string;
  /** Remembers the present fingerprint under a name. */
  remember(name: string): void;
  /** What is there now is what was there then: the fingerprint need not be taken again. */
  recall(name: string): void;
  close(): void;
}

/** A second look at the database file. */
function openTables(file: string): Tables {
  const database = new Database(file);
  const all = (table: string): readonly unknown[] => database.prepare(`SELECT * FROM ${table}`).all();
  const compared = COMPARED.map((table) => database.prepare(`SELECT * FROM ${table}`).raw());
  const asked = database.prepare('PRAGMA data_version');
  const version = (): string => JSON.stringify(asked.all());
  const kept = new Map<string, string>();
  let last = { version: '', fingerprint: '' };
  const fingerprint = (): string => {
    const now = version();
    if (now === last.version) return last.fingerprint;
    const text = JSON.stringify(compared.map((statement) => statement.all()));
    last = { version: now, fingerprint: createHash('sha256').update(text).digest('hex') };
    return last.fingerprint;
  };
  return {
    version,
    fingerprint,
    remember: (name) => void kept.set(name, fingerprint()),
    recall: (name) => void (last = { version: version(), fingerprint: kept.get(name) ?? '' }),
    rowsOf: (table) => all(table).map((row) => JSON.stringify(row)),
    rows: () => STATE.flatMap((table) => all(table).map((row) => JSON.stringify(row))),
    close: () => void database.close(),
  };
}
