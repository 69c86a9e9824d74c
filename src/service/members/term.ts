/** The one row that says which process serves, in SQL. Used by watch.ts, election.ts and held-term.ts. */
import { FENCE_LOCK } from '../store/postgres/fence.ts';
import { DATABASE_NOW, type Session } from '../store/postgres/session.ts';

/** How long a term lasts without being renewed, in ms of the database's clock. */
export const TERM_MS = 5_000;
export const RENEW_MS = 1_000;
/** By so much sooner the primary itself takes its term for over. */
export const MARGIN_MS = 1_000;

/** What is said when the primary changes. */
export const TERM_CHANNEL = 'svc_term';

/** Advisory locks of the service: (CLASS, which one). */
export const LOCK_CLASS = 7_566_947;
export const LOCKS = { term: 1, making: 2 } as const;

/** Names of sessions: `svc ID` and what the session is for. */
export const sessionName = (processId: number, what: string): string => `svc ${String(processId)} ${what}`;

/** The session on which a process listens; it outlives the terms, because it never writes for one. */
export const WATCH = 'watch';

export interface TermRow {
  readonly epoch: number;
  /** Absent where nobody is the primary. */
  readonly process: number | undefined;
  readonly url: string | undefined;
  /** How long it still lasts, in ms; negative once it is over. */
  readonly leftMs: number;
}

const READ = `SELECT t.epoch, t.process, p.url, t.until - ${DATABASE_NOW} AS left_ms
  FROM term t LEFT JOIN process p ON p.id = t.process`;

export async function readTerm(session: Session): Promise<TermRow> {
  const [row] = (await session.query(READ, [])).rows;
  if (row === undefined) throw new Error('The database has no row in term.');
  return {
    epoch: Number(row['epoch']),
    process: row['process'] === null ? undefined : Number(row['process']),
    url: row['url'] === null ? undefined : String(row['url']),
    leftMs: Number(row['left_ms']),
  };
}

/** In one transaction, which waits until no transaction of an earlier term is open. @param processId a whole number */
const takeFor = (processId: number): string => `SELECT pg_advisory_xact_lock(${String(FENCE_LOCK)});
  WITH taken AS (
    UPDATE term SET epoch = epoch + 1, process = ${String(processId)}, until = ${DATABASE_NOW} + ${String(TERM_MS)}
    RETURNING epoch)
  SELECT epoch, pg_notify('${TERM_CHANNEL}', epoch::text) FROM taken`;

/** Begins the next term. Only for the session that holds the lock. @returns its number */
export async function takeTerm(session: Session, processId: number): Promise<number> {
  const [row] = await session.exec(takeFor(processId));
  if (row === undefined) throw new Error('The database has no row in term.');
  return Number(row['epoch']);
}

const RENEW = `UPDATE term SET until = ${DATABASE_NOW} + ${String(TERM_MS)} WHERE epoch = $1 AND process = $2`;

/** @returns false when the term is another one's by now */
export const renewTerm = async (session: Session, epoch: number, processId: number): Promise<boolean> =>
  (await session.query(RENEW, [epoch, processId])).count === 1;

const RELEASE = `WITH released AS (
    UPDATE term SET process = NULL, until = 0 WHERE epoch = $1 AND process = $2 RETURNING epoch)
  SELECT pg_notify('${TERM_CHANNEL}', epoch::text) FROM released`;

/** Gives the term up, and the lock once that is on disk. */
export async function releaseTerm(session: Session, epoch: number, processId: number): Promise<void> {
  await session.query(RELEASE, [epoch, processId]);
  await unlockTerm(session);
}

/** Waits, however long, until no other session holds the lock. A server that can do so notices a closed connection meanwhile. */
export async function lockTerm(session: Session): Promise<void> {
  await session.exec('SET client_connection_check_interval = 1000').catch(() => undefined);
  await session.query('SELECT pg_advisory_lock($1::int, $2::int)', [LOCK_CLASS, LOCKS.term]);
}

export async function unlockTerm(session: Session): Promise<void> {
  await session.query('SELECT pg_advisory_unlock($1::int, $2::int)', [LOCK_CLASS, LOCKS.term]);
}

const HOLDER = `SELECT l.pid, a.state = 'idle' AS is_idle FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE l.locktype = 'advisory' AND l.granted AND l.classid = ${String(LOCK_CLASS)} AND l.objid = ${String(LOCKS.term)}
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

export interface LockHolder {
  /** The server's number of its session. */
  readonly pid: number;
  /** Whether it asks nothing, so that its process has had the answer or will never read it. */
  readonly isIdle: boolean;
}

/** The session that holds the lock; undefined where none does. */
export async function lockHolder(session: Session): Promise<LockHolder | undefined> {
  const [row] = (await session.query(HOLDER, [])).rows;
  return row === undefined ? undefined : { pid: Number(row['pid']), isIdle: row['is_idle'] === true };
}

const OF_PROCESS = `datname = current_database() AND pid <> pg_backend_pid()
  AND (application_name = 'svc ' || $1::text OR application_name LIKE 'svc ' || $1::text || ' %')
  AND application_name <> 'svc ' || $1::text || ' ${WATCH}'`;

/** Ends the sessions with which a process could still write. It keeps the one on which it listens. */
export async function endSessions(session: Session, processId: number): Promise<void> {
  await session.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${OF_PROCESS}`, [
    String(processId),
  ]);
}

const EXPIRED = `${OF_PROCESS} AND EXISTS (SELECT FROM term WHERE process = $1::bigint AND until < ${DATABASE_NOW})`;

/** The same, where the process is a primary that let its term run out. @returns whether there was such a session */
export const endExpired = async (session: Session, processId: number): Promise<boolean> =>
  (await session.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${EXPIRED}`, [String(processId)]))
    .count > 0;

export async function endSession(session: Session, pid: number): Promise<void> {
  await session.query('SELECT pg_terminate_backend($1::int)', [pid]);
}
