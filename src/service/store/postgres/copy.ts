/** All tables of a database: out into an embedded file, and back from one. Used by store.ts. */
import { openConnection, type Connection } from '../connection.ts';
import { migrate } from '../migrate.ts';
import type { SqlValue } from '../statement.ts';
import { TABLES } from '../tables.ts';
import { UNNUMBERED } from './migrate.ts';
import type { Row, Session } from './session.ts';

type Table = (typeof TABLES)[number];

/** What lets others have their turn between two steps. */
type Turn = () => Promise<void>;

/** Rows that are moved at one time. */
const STEP_ROWS = 1_000;

const isUnnumbered = (table: Table): boolean => (UNNUMBERED as readonly string[]).includes(table);

/** The column that has the order of arrival. */
const numberOf = (table: Table): string => (isUnnumbered(table) ? 'place' : table === 'due' ? 'id' : 'seq');

/** Writes what is committed at one instant into an empty file, while the database goes on changing. */
export async function copyOut(session: Session, file: string, turn: Turn): Promise<void> {
  const copy = openConnection({ file, durable: false, rollbackJournal: true });
  try {
    migrate(copy);
    copy.exec('BEGIN IMMEDIATE');
    await session.exec('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    for (const table of TABLES) await copyTableOut({ session, copy, turn }, table);
    await session.exec('COMMIT');
    copy.exec('COMMIT');
  } finally {
    copy.close();
  }
}

interface Copying {
  readonly session: Session;
  readonly copy: Connection;
  readonly turn: Turn;
}

async function copyTableOut({ session, copy, turn }: Copying, table: Table): Promise<void> {
  const names = columnsOf(copy, table).map(({ name }) => name);
  const number = numberOf(table);
  const list = names.join(', ');
  const into = `INSERT INTO ${table} (${list}) VALUES (${names.map(() => '?').join(', ')})`;
  for (let after = 0; ;) {
    const query = `SELECT ${list}, ${number} AS copied FROM ${table} WHERE ${number} > $1 ORDER BY ${number} LIMIT ${String(STEP_ROWS)}`;
    const { rows } = await session.query(query, [after]);
    for (const row of rows) await copy.run({ sql: into, places: names.map((name) => row[name] ?? null) });
    const last = rows.at(-1);
    if (last === undefined) break;
    after = Number(last['copied']);
    await turn();
  }
  if (isUnnumbered(table)) return;
  // A number that was given is never given again.
  const [row] = await session.exec(`SELECT last_value, is_called FROM ${table}_${number}_seq`);
  const given = row?.['is_called'] === true ? Number(row['last_value']) : 0;
  copy.exec(`DELETE FROM sqlite_sequence WHERE name = '${table}'`);
  if (given > 0) copy.exec(`INSERT INTO sqlite_sequence (name, seq) VALUES ('${table}', ${String(given)})`);
}

/** Fills empty tables, within a transaction that is open. @param file of an embedded store, perhaps an earlier one */
export async function copyIn(session: Session, file: string, turn: Turn): Promise<void> {
  const copy = openConnection({ file, durable: true, rollbackJournal: true });
  try {
    migrate(copy);
    for (const table of TABLES) await copyTableIn({ session, copy, turn }, table);
  } finally {
    copy.close();
  }
}

async function copyTableIn({ session, copy, turn }: Copying, table: Table): Promise<void> {
  const columns = columnsOf(copy, table);
  const names = columns.map(({ name }) => name);
  const arrays = columns.map(({ type }, index) => `$${String(index + 1)}::${type}[]`);
  const list = names.join(', ');
  const into = `INSERT INTO ${table} (${list}) SELECT ${list} FROM unnest(${arrays.join(', ')}) WITH ORDINALITY AS rows(${list}, arrival) ORDER BY arrival`;
  for (let after = 0; ;) {
    const query = `SELECT rowid AS copied, ${list} FROM ${table} WHERE rowid > ${String(after)} ORDER BY rowid LIMIT ${String(STEP_ROWS)}`;
    const rows = copy.raw(query) as Row[];
    const last = rows.at(-1);
    if (last === undefined) break;
    await session.query(
      into,
      names.map((name) => rows.map((row) => row[name] as SqlValue)),
    );
    after = Number(last['copied']);
    await turn();
  }
  if (isUnnumbered(table)) return;
  const [given] = copy.raw(`SELECT seq FROM sqlite_sequence WHERE name = '${table}'`) as { seq: number }[];
  await reserveNumbers(session, table, given?.seq ?? 0);
}

/** No row gets a number up to this one. What is rolled back does not take it back, so it only ever grows. */
async function reserveNumbers(session: Session, table: Table, last: number): Promise<void> {
  const sequence = `${table}_${numberOf(table)}_seq`;
  await session.exec(
    `SELECT setval('${sequence}', ${String(last)}) FROM ${sequence} WHERE ${String(last)} > CASE WHEN is_called THEN last_value ELSE 0 END`,
  );
}

/** Removes rows of all tables, within a transaction that is open. @param where rows that go, as SQL */
export async function erase(session: Session, where: (table: Table) => string): Promise<void> {
  for (const table of [...TABLES].reverse()) await session.exec(`DELETE FROM ${table} WHERE ${where(table)}`);
}

interface Column {
  readonly name: string;
  readonly type: 'text' | 'bigint';
}

const columnsOf = (copy: Connection, table: Table): readonly Column[] =>
  (copy.raw(`PRAGMA table_info(${table})`) as { name: string; type: string }[]).map(({ name, type }) => ({
    name,
    type: type.toLowerCase() === 'text' ? 'text' : 'bigint',
  }));
