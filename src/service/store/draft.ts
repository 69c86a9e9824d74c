/** A store that is written aside, row by row, until it is complete: what an import is before it replaces the one that runs. Used by portable/. */
import { TEAM_FAULT, teamFaults } from './check.ts';
import { openConnection, StoreUnavailable, type Connection } from './connection.ts';
import { privateFile } from './folder.ts';
import { isEarlier, migrateTo, SCHEMA_VERSION } from './migrate.ts';
import type { SqlValue } from './statement.ts';
import type { TableName } from './view.ts';

export interface Draft {
  /** @returns why the row cannot be in that table, a sentence; undefined when it is */
  add(table: TableName, row: Readonly<Record<string, unknown>>): Promise<string | undefined>;
  /** Writes what is left. @returns what is missing for a store that a service can go on with */
  finish(): string | undefined;
  close(): void;
}

/** Whether rows of that schema can be read, perhaps after a migration. */
export const isReadable = (schema: number): boolean => schema > 0 && !isEarlier(schema) && schema <= SCHEMA_VERSION;

/** @param schema of the rows that will come */
export async function openDraft(file: string, schema: number): Promise<Draft> {
  await privateFile(file);
  // The disk is waited for when the draft replaces the store, and not before.
  const connection = openConnection({ file, durable: false, rollbackJournal: true });
  migrateTo(connection, schema);
  connection.exec('BEGIN IMMEDIATE');
  const adding = new Map<TableName, Adding>();
  return {
    async add(table, row) {
      const known = adding.get(table) ?? addingTo(connection, table);
      adding.set(table, known);
      const values = valuesOf(row, known);
      if (typeof values === 'string') return values;
      return connection.run({ sql: known.sql, places: values }).then(
        () => undefined,
        (error: unknown) => rowFault(error, table),
      );
    },
    finish() {
      connection.exec('COMMIT');
      return teamFaults(connection).length > 0 ? TEAM_FAULT : undefined;
    },
    close: () => connection.close(),
  };
}

interface Adding {
  readonly table: TableName;
  /** Column to whether it holds text. */
  readonly columns: ReadonlyMap<string, boolean>;
  readonly sql: string;
}

function addingTo(connection: Connection, table: TableName): Adding {
  const rows = connection.raw(`PRAGMA table_info(${table})`) as { name: string; type: string }[];
  const columns = new Map(rows.map(({ name, type: declared }) => [name, /^text$/i.test(declared)]));
  const names = [...columns.keys()];
  const places = names.map(() => '?').join(', ');
  return { table, columns, sql: `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places})` };
}

function valuesOf(row: Readonly<Record<string, unknown>>, { table, columns }: Adding): SqlValue[] | string {
  const unknown = Object.keys(row).find((name) => !columns.has(name));
  if (unknown !== undefined) return `${table} has no field ${unknown}.`;
  const values: SqlValue[] = [];
  for (const [name, isText] of columns) {
    const value = row[name] ?? null;
    const fits = value === null || (isText ? typeof value === 'string' : Number.isSafeInteger(value));
    if (!fits) return `${name} of ${table} must be ${isText ? 'text' : 'a whole number'}.`;
    values.push(value as SqlValue);
  }
  return values;
}

/** @throws StoreUnavailable where the disk is what refuses */
function rowFault(error: unknown, table: TableName): string {
  if (error instanceof StoreUnavailable || !(error instanceof Error)) throw error;
  const isThere = error.message.includes('UNIQUE');
  return isThere ? `A row of ${table} exists twice.` : `The row does not fit into ${table}: ${error.message}.`;
}
