/** A whole store: out into a database file of its own, back from it, and emptied. Used by sqlite.ts. */
import { openConnection, type Connection } from './connection.ts';
import { migrate } from './migrate.ts';
import { TABLES } from './tables.ts';

/** Writes what is committed in the store now into an empty file, while the store goes on changing. The disk is not waited for. */
export async function copyTables(store: string, copy: { readonly file: string; readonly turn: Alone['turn'] }) {
  const connection = openConnection({ file: copy.file, durable: false, rollbackJournal: true });
  try {
    migrate(connection);
    connection.exec(`ATTACH ${quoted(store)} AS snapshot`);
    // BEGIN IMMEDIATE would lock the store as well.
    await within({ connection, begin: 'BEGIN' }, async () => {
      for (const table of TABLES) await copyRows({ connection, turn: copy.turn }, table);
      connection.exec('DELETE FROM main.sqlite_sequence');
      connection.exec('INSERT INTO main.sqlite_sequence SELECT * FROM snapshot.sqlite_sequence');
    });
  } finally {
    connection.close();
  }
}

/** A connection that nobody else writes on, and what lets others read between two steps. */
export interface Alone {
  readonly connection: Connection;
  readonly turn: () => Promise<void>;
}

/** Replaces all tables by those of a file that copyTables wrote, perhaps by an earlier version. All or nothing, with what `finish` adds. */
export async function restoreTables(alone: Alone, file: string, finish: () => Promise<void>): Promise<void> {
  const { connection } = alone;
  bringUpToDate(file);
  connection.exec(`ATTACH ${quoted(file)} AS snapshot`);
  try {
    await within({ connection }, async () => {
      await erase(alone, () => 'TRUE');
      for (const table of TABLES) await copyRows(alone, table);
      await finish();
    });
  } finally {
    connection.exec('DETACH snapshot');
  }
}

/** Rows that are moved or removed at one time. */
const STEP_ROWS = 1_000;

async function copyRows({ connection, turn }: Alone, table: string): Promise<void> {
  for (let after = 0; ;) {
    const next = `FROM snapshot.${table} WHERE rowid > ${String(after)} ORDER BY rowid LIMIT ${String(STEP_ROWS)}`;
    const [{ last }] = connection.raw(`SELECT MAX(rowid) AS last FROM (SELECT rowid ${next})`) as [
      { last: number | null },
    ];
    if (last === null) return;
    connection.exec(`INSERT INTO main.${table} SELECT * ${next}`);
    after = last;
    await turn();
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
export const refillTables = (alone: Alone, fill: () => Promise<void>): Promise<void> =>
  within({ connection: alone.connection }, async () => {
    await erase(alone, () => 'TRUE');
    await fill();
  });

/** @param keepKinds records of these kinds stay, and what the store knows of itself with them */
export function emptyTables(alone: Alone, keepKinds: readonly string[]): Promise<void> {
  const kinds = keepKinds.map(quoted).join(', ');
  const rest: Readonly<Record<string, string>> = { record: `kind NOT IN (${kinds})`, meta: 'FALSE' };
  return within({ connection: alone.connection }, () => erase(alone, (table) => rest[table] ?? 'TRUE'));
}

/** @param where rows that go, as SQL */
async function erase({ connection, turn }: Alone, where: (table: string) => string): Promise<void> {
  for (const table of [...TABLES].reverse()) {
    const some = (count: number): string =>
      `SELECT rowid FROM main.${table} WHERE ${where(table)} LIMIT ${String(count)}`;
    while (connection.raw(some(1)).length > 0) {
      connection.exec(`DELETE FROM main.${table} WHERE rowid IN (${some(STEP_ROWS)})`);
      await turn();
    }
  }
  connection.exec('DELETE FROM main.sqlite_sequence');
}

interface Commit {
  readonly connection: Connection;
  readonly begin?: 'BEGIN' | 'BEGIN IMMEDIATE';
}

async function within({ connection, begin = 'BEGIN IMMEDIATE' }: Commit, act: () => Promise<void>): Promise<void> {
  connection.exec(begin);
  try {
    await act();
    connection.exec('COMMIT');
  } catch (error) {
    if (connection.inTransaction()) connection.exec('ROLLBACK');
    throw error;
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
