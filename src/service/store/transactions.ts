/** The transactions of an embedded connection. Used by sqlite.ts, and by tests of the writer. */
import type { Connection } from './connection.ts';
import type { Transactions } from './writer.ts';

export const transactionsOn = (connection: Connection): Transactions => ({
  begin: () => connection.exec('BEGIN IMMEDIATE'),
  mark: () => connection.exec('SAVEPOINT unit'),
  undo: () => connection.exec('ROLLBACK TO unit'),
  keep: () => connection.exec('RELEASE unit'),
  commit: () => connection.exec('COMMIT'),
  abandon: () => connection.exec('ROLLBACK'),
  isOpen: () => connection.inTransaction(),
});
