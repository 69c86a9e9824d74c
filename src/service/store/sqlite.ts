/** The embedded store: one writing connection with group commit, one reading connection, migrations at opening. */
import { join } from 'node:path';
import { STORE_FILE } from '../../kernel/steering.ts';
import type { Backend } from './backend.ts';
import { openConnection } from './connection.ts';
import { copyTables, emptyTables, refillTables, restoreTables } from './copy.ts';
import { releaseDue } from './due.ts';
import { privateFile } from './folder.ts';
import { migrate } from './migrate.ts';
import { storeOn } from './on-backend.ts';
import type { ServiceStore, StoreOptions } from './service-store.ts';
import { transactionsOn } from './transactions.ts';
import { openView } from './view.ts';

export interface SqliteOptions extends StoreOptions {
  /** Folder that holds the database; it exists. */
  readonly folder: string;
  /** False for an ephemeral service: no fsync. */
  readonly durable: boolean;
}

export async function openSqliteStore(options: SqliteOptions): Promise<ServiceStore> {
  const { durable, turn } = options;
  const file = join(options.folder, STORE_FILE);
  await privateFile(file);
  const writing = openConnection({ file, durable });
  migrate(writing);
  await releaseDue(writing);
  const reading = openConnection({ file, durable });
  const alone = { connection: writing, turn };
  const backend: Backend = {
    kind: 'sqlite',
    writing,
    transactions: transactionsOn(writing),
    reading,
    view: async () => openView(file),
    copyTo: (copy) => copyTables(file, { file: copy, turn }),
    restore: (copy, finish) => restoreTables(alone, copy, finish),
    refill: (fill) => refillTables(alone, fill),
    empty: (keepKinds) => emptyTables(alone, keepKinds),
    async close() {
      reading.close();
      writing.raw('PRAGMA wal_checkpoint(TRUNCATE)');
      writing.close();
    },
  };
  return storeOn(backend, options);
}
