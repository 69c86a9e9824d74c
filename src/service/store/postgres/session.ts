/** One session of a PostgreSQL server: statements prepared once, numbers as numbers, failures classified. Next stop: client.ts. */
import { createHash } from 'node:crypto';
import pg from 'pg';
import { StoreUnavailable } from '../connection.ts';

export interface Session {
  /** Rows of SQL without values; of several statements, those of the last one. */
  exec(sql: string): Promise<readonly Row[]>;
  /** Rows of one statement, prepared at its first use. `count` is the number of rows it changed or read. */
  query(sql: string, values: readonly unknown[]): Promise<Rows>;
  /** Called with what other sessions say under a name that this one listens to. */
  onNotice(listener: (channel: string, text: string) => void): void;
  /** The server's number for this session. */
  readonly pid: number;
  /** False once the connection is gone; a session does not come back. */
  isOpen(): boolean;
  /** What is still under way is cut off. */
  close(): Promise<void>;
}

export type Row = Readonly<Record<string, unknown>>;

export interface Rows {
  readonly rows: readonly Row[];
  readonly count: number;
}

export interface SessionOptions {
  /** `postgres://…` */
  readonly url: string;
  /** What the server's list of sessions shows. */
  readonly name: string;
  /** Settings of this session, by their names. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called once when the connection is lost without having been closed. */
  readonly lost?: () => void;
}

/** Where everything of the service lies in the database. */
export const SCHEMA = 'svc';

/** The database's time in ms, in SQL; the machines' clocks are never compared. */
export const DATABASE_NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

const CONNECT_MS = 5_000;

/** Types whose values are exact as numbers here: counts, times in ms, row numbers. */
const BIGINT = 20;
const NUMERIC = 1700;

const TYPES = {
  getTypeParser: (type: number, format?: string) =>
    type === BIGINT || type === NUMERIC ? Number : pg.types.getTypeParser(type, format as 'text'),
} as pg.CustomTypesConfig;

/** @throws StoreUnavailable when the server cannot be reached or refuses the login */
export async function openSession({ url, name, settings = {}, lost }: SessionOptions): Promise<Session> {
  const all = { search_path: SCHEMA, ...settings };
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    // What is asked goes out at once, and is answered in its order.
    pipeline: true,
    types: TYPES,
    options: Object.entries(all)
      .map(([setting, value]) => `-c ${setting}=${value}`)
      .join(' '),
  });
  let open = true;
  let isClosing = false;
  const end = (): void => {
    if (!open) return;
    open = false;
    if (!isClosing) lost?.();
  };
  // A connection that breaks says so here, whether or not anybody asks it something.
  client.on('error', end);
  client.on('end', end);
  await guard(() => client.connect());
  let underWay = 0;
  const say = async <T>(act: () => Promise<T>): Promise<T> => {
    underWay += 1;
    return guard(act).finally(() => (underWay -= 1));
  };
  return {
    async exec(sql) {
      const result = (await say(() => client.query(sql))) as unknown as pg.QueryResult | pg.QueryResult[];
      return (Array.isArray(result) ? result.at(-1) : result)?.rows ?? [];
    },
    async query(sql, values) {
      const { rows, rowCount } = await say(() =>
        client.query<Row>({ name: nameOf(sql), text: sql, values: values.map(sent) }),
      );
      return { rows, count: rowCount ?? 0 };
    },
    onNotice(listener) {
      client.on('notification', ({ channel, payload = '' }) => listener(channel, payload));
    },
    pid: (client as unknown as { readonly processID: number }).processID,
    isOpen: () => open,
    async close() {
      isClosing = true;
      open = false;
      // It would wait for what is under way, such as a lock that somebody else has.
      if (underWay > 0) (client as unknown as Wired).connection.stream.destroy();
      await client.end().catch(() => undefined);
    },
  };
}

/** A client as it is inside. */
interface Wired {
  readonly connection: { readonly stream: { destroy(): void } };
}

/** The server's texts cannot hold the character 0. */
function sent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sent);
  return typeof value === 'string' ? value.replaceAll('\0', '\ufffd').replace(HALF, '\\ufffd') : value;
}

/** Half a character, as JSON writes it; a whole one is never written so. */
const HALF = /\\ud[89a-f][0-9a-f]{2}/g;

const names = new Map<string, string>();

/** A statement's name on every session: long texts would be cut off. */
function nameOf(sql: string): string {
  const known = names.get(sql);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(sql).digest('base64url').slice(0, 32);
  names.set(sql, name);
  return name;
}

/** Classes of SQLSTATE that mean the server and not the statement: connections, resources, an operator, a system error. */
const SERVER_CLASSES = /^(08|53|57|58|25006|25P0[23]|XX)/;

async function guard<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw isServerError(error) ? new StoreUnavailable('The store cannot reach its database.', { cause: error }) : error;
  }
}

/** What the server has not answered is of the connection; EPIPE looks like an SQLSTATE. */
const isServerError = (error: unknown): boolean =>
  error instanceof Error && (!(error instanceof pg.DatabaseError) || SERVER_CLASSES.test(error.code ?? ''));
