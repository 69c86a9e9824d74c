/** Brings a store's file to the newest schema, one numbered migration at a time. Next stop: sqlite.ts. */
import type { Compilable, Kysely } from 'kysely';
import { failure } from '../../kernel/failure.ts';
import type { Connection } from './connection.ts';
import { up as start } from './migrations/001-start.ts';
import { up as deliveries } from './migrations/002-deliveries.ts';
import { builder } from './statement.ts';
import type { Tables } from './tables.ts';

/** In order; the position is the version that the migration leads to. Never change one that was released: add a further one. */
const MIGRATIONS: readonly ((db: Kysely<Tables>) => Compilable[])[] = [start, deliveries];

export const SCHEMA_VERSION = MIGRATIONS.length;

/** Throws a `local_io` failure when the file was written by a newer svc. */
export function migrate(connection: Connection): void {
  const version = versionOf(connection);
  if (version > SCHEMA_VERSION)
    throw failure('local_io', {
      message: `The data folder was written by a newer svc (schema ${String(version)}, this one knows ${String(SCHEMA_VERSION)}).`,
      hint: 'Update svc, or start with another --data-dir.',
    });
  for (const [index, up] of MIGRATIONS.entries()) if (index >= version) step(connection, up, index + 1);
}

function step(connection: Connection, up: (db: Kysely<Tables>) => Compilable[], version: number): void {
  connection.exec('BEGIN IMMEDIATE');
  try {
    for (const query of up(builder)) connection.exec(query.compile().sql);
    connection.exec(`PRAGMA user_version=${String(version)}`);
    connection.exec('COMMIT');
  } catch (error) {
    if (connection.inTransaction()) connection.exec('ROLLBACK');
    throw error;
  }
}

function versionOf(connection: Connection): number {
  const [row] = connection.raw('PRAGMA user_version') as { user_version: number }[];
  return row?.user_version ?? 0;
}
