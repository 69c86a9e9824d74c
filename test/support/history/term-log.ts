/** What a database of team mode saw itself: every term, and every write of a process whose term it was not. Triggers of the tests note it; the service knows nothing of them. Used by team.ts. */
import pg from 'pg';
import type { BegunTerm, Stray } from '../../../src/build/prove/history/history.ts';

export interface TermLog {
  readonly terms: readonly BegunTerm[];
  readonly strays: readonly Stray[];
}

export interface Holder {
  readonly epoch: number;
  /** Number of its operating system. */
  readonly pid: number;
}

/** Sessions are named `svc NUMBER what for`. A write that is rolled back takes its note with it. */
const INSTALL = `
  CREATE SCHEMA audit;
  CREATE TABLE audit.term (epoch bigint, process bigint, at_ms double precision);
  CREATE TABLE audit.stray (process bigint, epoch bigint, holder bigint, name text);
  CREATE FUNCTION audit.note_term() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO audit.term VALUES (NEW.epoch, NEW.process, extract(epoch from clock_timestamp()) * 1000);
    RETURN NULL;
  END $$;
  CREATE FUNCTION audit.note_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO audit.stray
      SELECT own.id, t.epoch, t.process, TG_TABLE_NAME
      FROM svc.term t, (SELECT coalesce(substring(current_setting('application_name') from '^svc ([0-9]+)')::bigint, 0) AS id) own
      WHERE t.process IS DISTINCT FROM own.id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER audit AFTER UPDATE ON svc.term FOR EACH ROW WHEN (OLD.epoch <> NEW.epoch) EXECUTE FUNCTION audit.note_term();
  DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'svc' AND tablename NOT IN ('term', 'process', 'fact') LOOP
      EXECUTE format('CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON svc.%I FOR EACH STATEMENT EXECUTE FUNCTION audit.note_write()', name);
    END LOOP;
  END $$;`;

const HOLDER = `SELECT t.epoch, p.pid FROM svc.term t JOIN svc.process p ON p.id = t.process
  WHERE t.until > extract(epoch from clock_timestamp()) * 1000`;

/** Whose term it is; undefined where it is nobody's. @throws while the database is down */
export async function holderIn(url: string): Promise<Holder | undefined> {
  const [row] = await ask(url, HOLDER);
  return row === undefined ? undefined : { epoch: Number(row['epoch']), pid: Number(row['pid']) };
}

/** From now on. The tables are there once the first process serves. */
export const installLog = (url: string): Promise<unknown> => ask(url, INSTALL);

export async function readLog(url: string): Promise<TermLog> {
  const terms = await ask(url, 'SELECT * FROM audit.term ORDER BY epoch');
  const strays = await ask(url, 'SELECT * FROM audit.stray');
  return {
    terms: terms.map((row) => ({
      epoch: Number(row['epoch']),
      process: Number(row['process']),
      atMs: Number(row['at_ms']) - performance.timeOrigin,
    })),
    strays: strays.map((row) => ({
      process: Number(row['process']),
      epoch: Number(row['epoch']),
      holder: row['holder'] === null ? undefined : Number(row['holder']),
      table: String(row['name']),
    })),
  };
}

async function ask(url: string, sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client({ connectionString: url });
  // A server that goes away is reported by the query.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = (await client.query(sql)) as pg.QueryResult<Record<string, unknown>>;
    return rows ?? [];
  } finally {
    await client.end().catch(() => undefined);
  }
}
