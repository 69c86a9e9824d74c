/** Copies what can be read of a damaged database into a new one, row by row. Used by repair.ts. */
import { openConnection, type Connection } from './connection.ts';
import { migrate, SCHEMA_VERSION, versionOf } from './migrate.ts';
import { rawTable } from './rows.ts';
import { TABLES } from './tables.ts';

export interface Salvage {
  readonly saved: number;
  /** Rows that were there and could not be saved; more may have been where the file cannot be read. */
  readonly lost: number;
  readonly tables: readonly string[];
}

/** @returns undefined where nothing can be read, or the file has another form than today's */
export async function salvage(damaged: string, into: string): Promise<Salvage | undefined> {
  let from: Connection | undefined;
  const to = openConnection({ file: into, durable: true, rollbackJournal: true });
  try {
    from = openConnection({ file: damaged, durable: true, look: true });
    if (versionOf(from) !== SCHEMA_VERSION) return undefined;
    migrate(to);
    return await copyRows(from, to);
  } catch {
    return undefined;
  } finally {
    from?.close();
    to.close();
  }
}

async function copyRows(from: Connection, to: Connection): Promise<Salvage> {
  let [saved, lost] = [0, 0];
  const tables: string[] = [];
  to.exec('BEGIN IMMEDIATE');
  for (const table of TABLES) {
    const raw = rawTable(from, table);
    const before = lost;
    for (const { values } of raw?.rows() ?? []) {
      const sql = `INSERT INTO ${table} (${raw?.columns.join(', ') ?? ''}) VALUES (${(values ?? []).map(() => '?').join(', ')})`;
      const isSaved = values !== undefined && (await to.run({ sql, places: values }).catch(() => 0)) > 0;
      if (isSaved) saved += 1;
      else lost += 1;
    }
    if (lost > before || raw?.isWhole() !== true) tables.push(table);
  }
  to.exec('COMMIT');
  return { saved, lost, tables };
}
