/** What keeps the tables of a store: an embedded file (sqlite.ts) or a server (postgres/store.ts). Next stop: on-backend.ts. */
import type { Memory } from './memory.ts';
import type { Executor } from './statement.ts';
import type { Store } from './store.ts';
import type { StoreView } from './view.ts';
import type { Transactions } from './writer.ts';

export interface Backend {
  readonly kind: Store['kind'];
  /** On the connection of the transactions. */
  readonly writing: Executor;
  /** The same for readings by what is remembered, which need not see what a batch has written: memory knows it. */
  readonly asking?: Executor;
  readonly transactions: Transactions;
  /** What is committed. */
  readonly reading: Executor;
  /** Where asking costs something. */
  readonly memory?: Memory;
  /** What is committed now, readable at leisure. */
  view(): Promise<StoreView>;
  /** Writes all tables, as they are now, into an empty file. */
  copyTo(file: string): Promise<void>;
  /** Replaces all tables by those of a file that copyTo wrote, perhaps an earlier svc. All or nothing, with what `finish` adds. */
  restore(file: string, finish: () => Promise<void>): Promise<void>;
  /** Empties all tables and fills them anew, in one commit. */
  refill(fill: () => Promise<void>): Promise<void>;
  /** @param keepKinds records of these kinds stay, and what the store knows of itself with them */
  empty(keepKinds: readonly string[]): Promise<void>;
  /** Nothing is read or written any more. */
  close(): Promise<void>;
}
