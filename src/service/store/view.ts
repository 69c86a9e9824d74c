/** A store as it was at one instant, table by table, while it goes on changing. Opened by sqlite.ts and postgres/store.ts, read by portable/write.ts. */
import { openConnection, type Connection } from './connection.ts';
import type { SqlValue } from './statement.ts';
import type { TABLES } from './tables.ts';

export type TableName = (typeof TABLES)[number];

export type Row = Readonly<Record<string, SqlValue>>;

export interface StoreView {
  /** Rows in their order, a page at a time, so that only a page is in memory. */
  pages(table: TableName, where?: string): Iterable<readonly Row[]>;
  /** Lets the instant go; what is still being read ends with an error. */
  close(): Promise<void>;
}

/** A page ends with whichever comes first. A single row may be larger. */
const PAGE_ROWS = 500;
const PAGE_CHARACTERS = 512 * 1024;

/** @param file of a store that is open elsewhere in this process; what is committed now is what the view shows */
export function openView(file: string): StoreView {
  const connection = openConnection({ file, durable: true, look: true });
  // The first reading after BEGIN is what fixes the instant.
  connection.exec('BEGIN');
  connection.raw('SELECT 1 FROM meta');
  return {
    pages: (table, where = 'TRUE') => pagesOf(connection, table, where),
    async close() {
      // The instant would be held until the last statement is collected as garbage.
      connection.exec('ROLLBACK');
      connection.close();
    },
  };
}

function* pagesOf(connection: Connection, table: TableName, where: string): Generator<readonly Row[]> {
  const names = (connection.raw(`PRAGMA table_info(${table})`) as { name: string }[]).map(({ name }) => name);
  const size = names.map((name) => `COALESCE(length(${name}), 0)`).join(' + ');
  for (let after = 0; ;) {
    const next = `FROM ${table} WHERE rowid > ${String(after)} AND (${where})`;
    const sized = `SELECT rowid AS place, ${size} AS size ${next} ORDER BY rowid LIMIT ${String(PAGE_ROWS)}`;
    const summed = `SELECT place, SUM(size) OVER (ORDER BY place) AS total FROM (${sized})`;
    const query = `SELECT MIN(place) AS first, MAX(CASE WHEN total <= ${String(PAGE_CHARACTERS)} THEN place END) AS last FROM (${summed})`;
    const [{ first, last }] = connection.raw(query) as [{ first: number | null; last: number | null }];
    if (first === null) return;
    const until = last ?? first;
    yield connection.raw(`SELECT ${names.join(', ')} ${next} AND rowid <= ${String(until)} ORDER BY rowid`) as Row[];
    after = until;
  }
}
