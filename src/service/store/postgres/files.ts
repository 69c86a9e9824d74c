/** Files in a database, in pieces: what lies in folders elsewhere. Used by shelves.ts and snapshots.ts. */
import type { ByteRange } from '../shelf.ts';
import type { Pool } from './client.ts';
import { fencedBy, superseded, type Term } from './fence.ts';
import { DATABASE_NOW, type Rows } from './session.ts';

/** Bytes of one piece; a reading holds no more at a time. */
const PIECE_BYTES = 256 * 1024;

/** What makes the tables; a file is seen once its row is there, and its pieces may be those of several files. */
export const FILE_TABLES: readonly string[] = [
  'CREATE SEQUENCE file_content',
  `CREATE TABLE file (shelf text NOT NULL, key text NOT NULL, content bigint NOT NULL, size_bytes bigint NOT NULL, created_at bigint NOT NULL, note text, PRIMARY KEY (shelf, key))`,
  'CREATE INDEX file_by_content ON file (content)',
  'CREATE TABLE file_piece (content bigint NOT NULL, part integer NOT NULL, bytes bytea NOT NULL, PRIMARY KEY (content, part))',
];

export interface StoredFile {
  readonly shelf: string;
  readonly key: string;
  readonly sizeBytes: number;
  /** Milliseconds of the database's clock. */
  readonly createdAt: number;
  readonly note: string | undefined;
}

export interface NewFile {
  readonly shelf: string;
  readonly key: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly maxBytes?: number;
  /** A word beside it. */
  readonly note?: string | undefined;
}

export interface Files {
  /** The file is there whole, in place of one of that key, or not at all. @throws StoreUnavailable */
  write(file: NewFile): Promise<{ readonly sizeBytes: number } | 'too_large'>;
  read(
    shelf: string,
    key: string,
    range?: ByteRange,
  ): Promise<{ bytes: AsyncIterable<Uint8Array>; sizeBytes: number } | undefined>;
  remove(shelf: string, key: string): Promise<void>;
  /** By their keys. */
  list(shelf: string): Promise<readonly StoredFile[]>;
  shelves(): Promise<readonly string[]>;
  /** Puts files on another shelf as well, at no cost. @returns keys of those that are there */
  share(keys: readonly string[], from: string, to: string): Promise<readonly string[]>;
  removeShelf(shelf: string): Promise<void>;
  /** Removes what interrupted writes have left. Only where nothing is being written. */
  tidy(): Promise<void>;
}

/** Deletes the pieces that belong to no file. */
const DROP = 'DELETE FROM file_piece WHERE NOT EXISTS (SELECT FROM file WHERE file.content = file_piece.content)';

type Query = Pool['query'];

/** A piece of a file is missing: it was removed while it was read, or the table is damaged. */
export class FileCutShort extends Error {
  override readonly name = 'FileCutShort';
}

/** A change to what others see. @param sql made with the condition under which it may happen */
type Change = (sql: (mine: string) => string, values: readonly unknown[]) => Promise<Rows>;

/** @param term in which this process may change files; without one it always may */
export function openFiles({ query }: Pick<Pool, 'query'>, term?: Term): Files {
  const change = changesIn(query, term);
  return {
    write: (file) => writeFile(query, change, file),
    read: (shelf, key, range) => readFile(query, { shelf, key }, range),
    remove: (shelf, key) => removeFiles(query, change, { where: 'shelf = $1 AND key = $2', values: [shelf, key] }),
    list: (shelf) => listFiles(query, shelf),
    shelves: async () =>
      (await query('SELECT DISTINCT shelf FROM file ORDER BY shelf', [])).rows.map(({ shelf }) => String(shelf)),
    async share(keys, from, to) {
      const { rows } = await query(SHARE, [keys, from, to]);
      const shared = new Set(rows.map(({ key }) => key));
      return keys.filter((key) => shared.has(key));
    },
    removeShelf: (shelf) => removeFiles(query, change, { where: 'shelf = $1', values: [shelf] }),
    tidy: async () => void (await change((mine) => `${DROP} AND ${mine}`, [])),
  };
}

/** The sessions of a process that lost its term are ended, but a pool opens others: the statement itself has to ask. */
function changesIn(query: Query, term: Term | undefined): Change {
  return async (sql, values) => {
    if (term === undefined) return query(sql(fencedBy(term, 0)), values);
    const changed = await query(sql(fencedBy(term, values.length + 1)), [...values, term.epoch]);
    if (changed.count > 0) return changed;
    const { rows } = await query('SELECT epoch FROM term', []);
    if (rows[0]?.['epoch'] === term.epoch) return changed;
    throw superseded();
  };
}

/** Whoever removes one of them meanwhile waits, or has removed it from both. */
const SHARE = `INSERT INTO file (shelf, key, content, size_bytes, created_at, note)
  SELECT $3, key, content, size_bytes, created_at, note FROM file WHERE shelf = $2 AND key = ANY($1) FOR SHARE ON CONFLICT DO NOTHING RETURNING key`;

const putIf = (mine: string): string => `INSERT INTO file (shelf, key, content, size_bytes, created_at, note)
  SELECT $1::text, $2::text, $3::bigint, $4::bigint, ${DATABASE_NOW}, $5::text WHERE ${mine}
  ON CONFLICT (shelf, key) DO UPDATE SET content = excluded.content, size_bytes = excluded.size_bytes, created_at = excluded.created_at, note = excluded.note`;

/** Said again where its answer was lost. */
const PUT_PIECE =
  'INSERT INTO file_piece (content, part, bytes) VALUES ($1, $2, $3) ON CONFLICT (content, part) DO NOTHING';

async function writeFile(query: Query, change: Change, file: NewFile): ReturnType<Files['write']> {
  const [row] = (await query("SELECT nextval('file_content') AS content", [])).rows;
  const content = Number(row?.['content']);
  try {
    let [sizeBytes, part] = [0, 0];
    for await (const bytes of piecesOf(file.bytes)) {
      sizeBytes += bytes.byteLength;
      if (sizeBytes > (file.maxBytes ?? Infinity)) {
        await dropPieces(query, content);
        return 'too_large';
      }
      await query(PUT_PIECE, [content, part, bytes]);
      part += 1;
    }
    const { shelf, key, note = null } = file;
    const { rows } = await query('SELECT content FROM file WHERE shelf = $1 AND key = $2', [shelf, key]);
    await change(putIf, [shelf, key, content, sizeBytes, note]);
    for (const before of rows) await dropPieces(query, Number(before['content']));
    return { sizeBytes };
  } catch (error) {
    await dropPieces(query, content).catch(() => undefined);
    throw error;
  }
}

/** Does nothing while a file has them. */
const dropPieces = (query: Query, content: number): Promise<unknown> => query(`${DROP} AND content = $1`, [content]);

interface Removing {
  /** As SQL. */
  readonly where: string;
  readonly values: readonly unknown[];
}

async function removeFiles(query: Query, change: Change, { where, values }: Removing): Promise<void> {
  const { rows } = await change((mine) => `DELETE FROM file WHERE ${where} AND ${mine} RETURNING content`, values);
  for (const { content } of rows) await dropPieces(query, Number(content));
}

async function readFile(
  query: Query,
  { shelf, key }: Pick<StoredFile, 'shelf' | 'key'>,
  range: ByteRange | undefined,
): ReturnType<Files['read']> {
  const { rows } = await query('SELECT content, size_bytes FROM file WHERE shelf = $1 AND key = $2', [shelf, key]);
  const [found] = rows;
  if (found === undefined) return undefined;
  const sizeBytes = Number(found['size_bytes']);
  const { start, end } = range ?? { start: 0, end: sizeBytes - 1 };
  const within = { start, end: Math.min(end, sizeBytes - 1) };
  return { bytes: readPieces(query, Number(found['content']), within), sizeBytes };
}

async function listFiles(query: Query, shelf: string): Promise<readonly StoredFile[]> {
  const { rows } = await query('SELECT * FROM file WHERE shelf = $1 ORDER BY key COLLATE "C"', [shelf]);
  return rows.map((row) => ({
    shelf,
    key: String(row['key']),
    sizeBytes: Number(row['size_bytes']),
    createdAt: Number(row['created_at']),
    note: typeof row['note'] === 'string' ? row['note'] : undefined,
  }));
}

async function* readPieces(query: Query, content: number, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  for (let part = Math.floor(start / PIECE_BYTES); part * PIECE_BYTES <= end; part += 1) {
    const { rows } = await query('SELECT bytes FROM file_piece WHERE content = $1 AND part = $2', [content, part]);
    const bytes = rows[0]?.['bytes'] as Buffer | undefined;
    if (bytes === undefined) throw new FileCutShort('A file in the database ended early.');
    const from = part * PIECE_BYTES;
    yield bytes.subarray(Math.max(0, start - from), end + 1 - from);
  }
}

/** Bytes in pieces of one size, whatever size they come in. */
async function* piecesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    waiting.push(chunk);
    size += chunk.byteLength;
    if (size < PIECE_BYTES) continue;
    let all = Buffer.concat(waiting);
    for (; all.length >= PIECE_BYTES; all = all.subarray(PIECE_BYTES)) yield all.subarray(0, PIECE_BYTES);
    waiting = [all];
    size = all.length;
  }
  if (size > 0) yield Buffer.concat(waiting);
}
