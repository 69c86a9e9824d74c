/** Brings a store's file to the newest schema by the numbered migrations that it lacks. Next stop: sqlite.ts; postgres/migrate.ts takes the same ones. */
import type { Compilable, Kysely } from 'kysely';
import { failure } from '../../kernel/failure.ts';
import { openConnection, type Connection } from './connection.ts';
import { up as start } from './migrations/001-start.ts';
import { up as deliveries } from './migrations/002-deliveries.ts';
import { up as kinds } from './migrations/003-kinds.ts';
import { up as fields } from './migrations/004-fields.ts';
import { up as runs } from './migrations/005-runs.ts';
import { up as searched } from './migrations/006-search.ts';
import { up as people } from './migrations/007-people.ts';
import { up as messages } from './migrations/008-messages.ts';
import { up as latest } from './migrations/009-latest.ts';
import { up as tags } from './migrations/010-tags.ts';
import { up as watchers } from './migrations/011-watchers.ts';
import { builder } from './statement.ts';
import type { Store } from './store.ts';
import type { Tables } from './tables.ts';

/** In order; the position is the version that the migration leads to. Never change one that was released: add a further one. */
const MIGRATIONS: readonly ((db: Kysely<Tables>, dialect: Store['kind']) => Compilable[])[] = [
  start,
  deliveries,
  kinds,
  fields,
  runs,
  searched,
  people,
  messages,
  latest,
  tags,
  watchers,
];

export const SCHEMA_VERSION = MIGRATIONS.length;

/** Records have had their present form since this version. */
const EARLIEST_VERSION = 4;

/** Whether a file of the version holds records in a form that is no longer read; a new file has version 0. */
export const isEarlier = (version: number): boolean => version > 0 && version < EARLIEST_VERSION;

/** @throws Failure `local_io` for a file that a newer svc wrote, or one so early that its records cannot be read */
export const migrate = (connection: Connection): void => migrateTo(connection, SCHEMA_VERSION);

/** The same, up to an earlier schema: for rows that were written in that one. */
export function migrateTo(connection: Connection, schema: number): void {
  const version = versionOf(connection);
  if (version > SCHEMA_VERSION) throw newer(version);
  if (isEarlier(version))
    throw failure('local_io', {
      message: `The data was written by an earlier svc (schema ${String(version)}) in a format that this version cannot read.`,
      hint: 'Start over with `svc local reset`, or use the svc that wrote it.',
    });
  if (version >= schema) return;
  const steps = stepsBetween(version, schema, 'sqlite').map((query) => query.compile().sql);
  // In one piece: whatever happens, the file is as it was or as it should be, and the disk is waited for once.
  const sql = ['BEGIN IMMEDIATE', ...steps, `PRAGMA user_version=${String(schema)}`, 'COMMIT'].join(';\n');
  try {
    connection.exec(sql);
  } catch (error) {
    if (connection.inTransaction()) connection.exec('ROLLBACK');
    throw error;
  }
}

/** What leads from one schema to another, as queries of the builder. */
export const stepsBetween = (version: number, schema: number, dialect: Store['kind']): Compilable[] =>
  MIGRATIONS.slice(version, schema).flatMap((up) => up(builder, dialect));

const newer = (version: number) =>
  failure('local_io', {
    message: `The data folder was written by a newer svc (schema ${String(version)}; this version supports ${String(SCHEMA_VERSION)}).`,
    hint: 'Update svc, or choose another --data-dir.',
  });

/** @throws Failure `local_io` for a file that a newer svc wrote: it is not damaged, and not ours to repair */
export function refuseNewer(file: string): void {
  const version = versionIn(file);
  if (version > SCHEMA_VERSION) throw newer(version);
}

/** 0 for what cannot be read. */
function versionIn(file: string): number {
  let connection: Connection | undefined;
  try {
    connection = openConnection({ file, durable: true, look: true });
    return versionOf(connection);
  } catch {
    return 0;
  } finally {
    connection?.close();
  }
}

export function versionOf(connection: Connection): number {
  const [row] = connection.raw('PRAGMA user_version') as { user_version: number }[];
  return row?.user_version ?? 0;
}
