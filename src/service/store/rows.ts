/** Rows of a table as their bytes, from a file that may be damaged: up from the first one and down from the last, around what cannot be read. */
import { isUtf8 } from 'node:buffer';
import type { Connection } from './connection.ts';
import type { SqlValue } from './statement.ts';
import type { TABLES } from './tables.ts';

type Table = (typeof TABLES)[number];

/** Columns whose text is JSON. */
const JSON_COLUMNS: Readonly<Partial<Record<Table, readonly string[]>>> = {
  record: ['doc'],
  post: ['doc'],
  due: ['payload'],
  event: ['body'],
  feed_item: ['doc'],
};

export interface RawRow {
  /** In the order of the columns; undefined for a row that holds text that is not UTF-8, or no JSON where JSON belongs. */
  readonly values: readonly SqlValue[] | undefined;
}

export interface RawTable {
  readonly columns: readonly string[];
  /** Ends early where the file cannot be read; `isWhole` says so afterwards. */
  rows(): Generator<RawRow>;
  isWhole(): boolean;
}

const PAGE_ROWS = 200;

/** @returns undefined where the file has no such table */
export function rawTable(connection: Connection, table: Table): RawTable | undefined {
  const columns = (connection.raw(`PRAGMA table_info(${table})`) as { name: string }[]).map(({ name }) => name);
  if (columns.length === 0) return undefined;
  let isWhole = true;
  return {
    columns,
    isWhole: () => isWhole,
    *rows() {
      const read = (direction: Direction) => rowsIn(connection, { table, columns, ...direction });
      const last = yield* read({ order: 'ASC', from: -1, until: Number.MAX_SAFE_INTEGER });
      if (last === undefined) return;
      isWhole = false;
      yield* read({ order: 'DESC', from: Number.MAX_SAFE_INTEGER, until: last });
    },
  };
}

interface Direction {
  readonly order: 'ASC' | 'DESC';
  /** Row ids, both exclusive. */
  readonly from: number;
  readonly until: number;
}

/** @returns the last row id read before one that cannot be read, or undefined at the end */
function* rowsIn(
  connection: Connection,
  { table, columns, order, from, until }: Direction & { table: Table; columns: readonly string[] },
): Generator<RawRow, number | undefined> {
  const fields = columns.map((name) => `CASE typeof(${name}) WHEN 'text' THEN CAST(${name} AS BLOB) ELSE ${name} END`);
  const aliased = fields.map((field, index) => `${field} AS c${String(index)}`).join(', ');
  let [at, size] = [from, PAGE_ROWS];
  for (;;) {
    const [low, high] = order === 'ASC' ? [at, until] : [until, at];
    const query = `SELECT rowid AS place, ${aliased} FROM ${table} WHERE rowid > ${String(low)} AND rowid < ${String(high)} ORDER BY rowid ${order} LIMIT ${String(size)}`;
    const page = rowsOrNothing(connection, query);
    if (page === undefined && size === 1) return at;
    // One by one, up to the row that cannot be read.
    if (page === undefined) size = 1;
    if (page?.length === 0) return undefined;
    for (const row of page ?? []) {
      at = Number(row['place']);
      yield { values: valuesOf(row, table, columns) };
    }
  }
}

type Bytes = Readonly<Record<string, number | ArrayBuffer | null>>;

function rowsOrNothing(connection: Connection, query: string): readonly Bytes[] | undefined {
  try {
    return connection.raw(query) as Bytes[];
  } catch {
    return undefined;
  }
}

function valuesOf(row: Bytes, table: Table, columns: readonly string[]): readonly SqlValue[] | undefined {
  const values: SqlValue[] = [];
  for (const [index, column] of columns.entries()) {
    const value = row[`c${String(index)}`] ?? null;
    if (value === null || typeof value === 'number') {
      values.push(value);
      continue;
    }
    const bytes = Buffer.from(value);
    const isJson = JSON_COLUMNS[table]?.includes(column) === true;
    if (!isUtf8(bytes) || (isJson && !isJsonText(bytes.toString()))) return undefined;
    values.push(bytes.toString());
  }
  return values;
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
