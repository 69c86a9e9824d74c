/** A whole store at once: out into a database file of its own, back from it, and emptied. Used by sqlite.ts between commits. */
import { openConnection, type Connection } from './connection.ts';
import { migrate } from './migrate.ts';
import { TABLES } from './tables.ts';

/** Writes a compact copy; the file must not exist yet. */
export const copyTables = (connection: Connection, file: string): void =>
  connection.exec(`VACUUM INTO ${quoted(file)}`);

/** Replaces all tables by those of a file that copyTables wrote, perhaps by an earlier version. All or nothing, with what `finish` adds. */
export async function restoreTables(connection: Connection, file: string, finish: () => Promise<void>): Promise<void> {
  bringUpToDate(file);
  connection.exec(`ATTACH ${quoted(file)} AS snapshot`);
  try {
    await within(connection, async () => {
      erase(connection, () => '');
      for (const table of TABLES) connection.exec(`INSERT INTO main.${table} SELECT * FROM snapshot.${table}`);
      await finish();
    });
  } finally {
    connection.exec('DETACH snapshot');
  }
}

/** One commit in the file, which keeps its journal mode and gets no file beside it that would stay. */
function bringUpToDate(file: string): void {
  const copy = openConnection({ file, durable: true, rollbackJournal: true });
  try {
    migrate(copy);
  } finally {
    copy.close();
  }
}

/** Empties all tables and fills them anew, in one commit. */
export const refillTables = (connection: Connection, fill: () => Promise<void>): Promise<void> =>
  within(connection, async () => {
    erase(connection, () => '');
    await fill();
  });

/** @param keepKinds records of these kinds stay, and what the store knows of itself with them */
export function emptyTables(connection: Connection, keepKinds: readonly string[]): Promise<void> {
  const kinds = keepKinds.map(quoted).join(', ');
  const rest: Readonly<Record<string, string>> = { record: ` WHERE kind NOT IN (${kinds})`, meta: ' WHERE 0' };
  return within(connection, async () => erase(connection, (table) => rest[table] ?? ''));
}

function erase(connection: Connection, where: (table: string) => string): void {
  for (const table of [...TABLES].reverse()) connection.exec(`DELETE FROM main.${table}${where(table)}`);
  connection.exec('DELETE FROM main.sqlite_sequence');
}

async function within(connection: Connection, act: () => Promise<void>): Promise<void> {
  connection.exec('BEGIN IMMEDIATE');
  try {
    await act();
    connection.exec('COMMIT');
  } catch (error) {
    if (connection.inTransaction()) connection.exec('ROLLBACK');
    throw error;
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
