/** What the service itself needs of its store, beyond what areas see. sqlite.ts and postgres/store.ts implement it. */
import type { Clock } from '../../kernel/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import type { Onlookers } from './changes.ts';
import type { Claim, ClaimedRow } from './due.ts';
import type { Reader, Store, Tx } from './store.ts';
import type { Outlet } from './tx.ts';
import type { StoreView } from './view.ts';

/** What a store is opened with, whichever it is. */
export interface StoreOptions {
  readonly clock: Clock;
  readonly wall: Clock;
  readonly ids: Ids;
  readonly turn: () => Promise<void>;
  /** Small facts of the service that are kept with every commit, by name; undefined ones are not kept. */
  readonly keep: () => Readonly<Record<string, string | undefined>>;
  /** Called when what was kept last is on disk. */
  readonly committed?: () => void;
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
export interface ServiceStore extends Store, Records {
  readonly timeline: TimelineStore;
  meta(key: string): Promise<string | undefined>;
  putMeta(key: string, value: string): Promise<void>;
  /** Removes answers kept at or before that instant (ms). */
  expireAnswers(before: number): Promise<void>;
  /** What is committed now, readable at leisure. Close it. */
  view(): Promise<StoreView>;
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
  /** Takes the earliest free rows, in due order, under a number that no other claim has. */
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
