/** What all processes on a database share before any of them serves: keys, and how the first one was started. Used by place.ts and members/process.ts. */
import { SCHEMA, type Session } from './session.ts';

/** Held while the table is made. */
const FACT_LOCK = 7_824_003;

const MAKE = `BEGIN; SELECT pg_advisory_xact_lock(${String(FACT_LOCK)}); CREATE SCHEMA IF NOT EXISTS ${SCHEMA};
  CREATE TABLE IF NOT EXISTS ${SCHEMA}.fact (key text PRIMARY KEY, value text NOT NULL); COMMIT`;

/** The fact as whoever came first has written it. @param mine what is written where nobody did */
export async function takeFact(session: Session, key: string, mine: string): Promise<string> {
  await session.exec(MAKE);
  await session.query('INSERT INTO fact (key, value) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING', [key, mine]);
  const { rows } = await session.query('SELECT value FROM fact WHERE key = $1', [key]);
  return String(rows[0]?.['value']);
}
