/** Says what is wrong with a database file of the service, without changing it: asked of snapshots, and of a store that does not open. */
import { existsSync } from 'node:fs';
import { openConnection, type Connection } from './connection.ts';
import { isEarlier, SCHEMA_VERSION, versionOf } from './migrate.ts';
import { rawTable } from './rows.ts';
import { TABLES } from './tables.ts';

/** In `meta`: id of the team that the service's own key belongs to. */
export const TEAM = 'team';

export interface Expected {
  /** True for a store that may have been made a moment ago, or by an earlier svc: a start takes care of both. */
  readonly mayBeNew?: boolean;
}

/** @returns what is wrong with it, a sentence each; nothing for a file that a service can go on with */
export function faultsOf(file: string, expected: Expected = {}): readonly string[] {
  if (!existsSync(file)) return ['It is not there.'];
  let connection: Connection | undefined;
  try {
    connection = openConnection({ file, durable: true, look: true });
    return faultsIn(connection, expected);
  } catch (error) {
    return [`It cannot be read: ${reasonOf(error)}.`];
  } finally {
    connection?.close();
  }
}

function faultsIn(connection: Connection, { mayBeNew = false }: Expected): readonly string[] {
  const [{ quick_check: verdict = 'ok' } = {}] = connection.raw('PRAGMA quick_check(1)') as { quick_check?: string }[];
  if (verdict !== 'ok') return [`Its pages are damaged: ${verdict}.`];
  const version = versionOf(connection);
  if (mayBeNew && (version === 0 || isEarlier(version))) return [];
  if (version === 0) return ['It is empty.'];
  if (isEarlier(version) || version > SCHEMA_VERSION)
    return [`Its form (schema ${String(version)}) is not one that this svc reads.`];
  const rows = TABLES.flatMap((table) => rowFaults(connection, table));
  if (rows.length > 0 || (mayBeNew && isUnused(connection))) return rows;
  return teamFaults(connection);
}

function rowFaults(connection: Connection, table: (typeof TABLES)[number]): readonly string[] {
  const raw = rawTable(connection, table);
  if (raw === undefined) return [`The table ${table} is missing.`];
  let broken = 0;
  for (const { values } of raw.rows()) if (values === undefined) broken += 1;
  const rows = broken === 1 ? '1 row' : `${String(broken)} rows`;
  return [
    ...(broken === 0 ? [] : [`${rows} of the table ${table} cannot be read: the text is not valid UTF-8 or JSON.`]),
    ...(raw.isWhole() ? [] : [`A part of the table ${table} cannot be read.`]),
  ];
}

const isUnused = (connection: Connection): boolean => connection.raw('SELECT 1 FROM record LIMIT 1').length === 0;

/** What is wrong with a store in which no service key can belong to a team. */
export const TEAM_FAULT = 'It holds no team.';

export function teamFaults(connection: Connection): readonly string[] {
  const owned = `SELECT 1 FROM meta JOIN record ON record.id = meta.value WHERE meta.key = '${TEAM}'`;
  return connection.raw(owned).length > 0 ? [] : [TEAM_FAULT];
}

/** What the innermost cause says. */
export function reasonOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return inner instanceof Error ? inner.message : String(inner);
}
