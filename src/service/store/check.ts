/** Says what is wrong with a database file of the service, without changing it: asked of snapshots, and of a store that does not open. */
import { existsSync } from 'node:fs';
import { finished, type Steps } from '../../schema/steps.ts';
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
export const faultsOf = (file: string, expected: Expected = {}): readonly string[] =>
  finished(faultSteps(file, expected));

/** The same in steps: reading a large file takes seconds. */
export function* faultSteps(file: string, expected: Expected = {}): Steps<readonly string[]> {
  if (!existsSync(file)) return ['It does not exist.'];
  let connection: Connection | undefined;
  try {
    connection = openConnection({ file, durable: true, look: true });
    return yield* faultsIn(connection, expected);
  } catch (error) {
    return [`It cannot be read: ${reasonOf(error)}.`];
  } finally {
    connection?.close();
  }
}

function* faultsIn(connection: Connection, { mayBeNew = false }: Expected): Steps<readonly string[]> {
  const damage = yield* pageFault(connection);
  if (damage !== undefined) return [`Some of its pages are damaged: ${damage}.`];
  const version = versionOf(connection);
  if (mayBeNew && (version === 0 || isEarlier(version))) return [];
  if (version === 0) return ['It is empty.'];
  if (isEarlier(version) || version > SCHEMA_VERSION)
    return [`Its format (schema ${String(version)}) is not one that this svc can read.`];
  const rows: string[] = [];
  for (const table of TABLES) rows.push(...(yield* rowFaults(connection, table)));
  if (rows.length > 0 || (mayBeNew && isUnused(connection))) return rows;
  return teamFaults(connection);
}

/** Table by table: the whole file at once keeps everything else waiting. */
function* pageFault(connection: Connection): Steps<string | undefined> {
  const tables = connection.raw("SELECT name FROM sqlite_master WHERE type = 'table'") as { name: string }[];
  for (const { name } of tables) {
    const [{ quick_check: verdict = 'ok' } = {}] = connection.raw(`PRAGMA quick_check(${name})`) as {
      quick_check?: string;
    }[];
    if (verdict !== 'ok') return verdict;
    yield;
  }
  return undefined;
}

function* rowFaults(connection: Connection, table: (typeof TABLES)[number]): Steps<readonly string[]> {
  const raw = rawTable(connection, table);
  if (raw === undefined) return [`The table ${table} is missing.`];
  let broken = 0;
  for (const { values } of raw.rows()) {
    if (values === undefined) broken += 1;
    yield;
  }
  const rows = broken === 1 ? '1 row' : `${String(broken)} rows`;
  return [
    ...(broken === 0 ? [] : [`${rows} of the table ${table} cannot be read: the text is not valid UTF-8 or JSON.`]),
    ...(raw.isWhole() ? [] : [`Part of the table ${table} cannot be read.`]),
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
