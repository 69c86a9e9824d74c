/** Writes a state as a document, line by line: rows of one instant, then the media that they name. Next stop: document.ts. */
import { createHash } from 'node:crypto';
import { MEDIA_KIND } from '../records/upload.ts';
import type { HeldMedia } from '../store/shelves.ts';
import { TABLES } from '../store/tables.ts';
import type { Row, StoreView, TableName } from '../store/view.ts';
import { CARRIED_ROWS, JSON_COLUMNS, LEFT_COLUMNS, PIECE_BYTES, type Head } from './document.ts';

export interface Written {
  readonly head: Head;
  readonly view: StoreView;
  readonly media: HeldMedia;
  /** Lets others have their turn, between two pages. */
  readonly turn: () => Promise<void>;
}

/** The document in pieces of whole lines; each is made when it is asked for. */
export async function* documentOf({ head, view, media, turn }: Written): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const counts: Partial<Record<TableName | 'media', number>> = {};
  const hashed = (text: string): string => {
    hash.update(text);
    return text;
  };
  yield hashed(`${JSON.stringify(head)}\n`);
  for (const table of TABLES) {
    for (const page of view.pages(table, CARRIED_ROWS[table])) {
      counts[table] = (counts[table] ?? 0) + page.length;
      yield hashed(page.map((row) => lineOf(table, row)).join(''));
      await turn();
    }
  }
  for (const key of media.keys) {
    const file = await media.read(key);
    if (file === undefined) continue;
    counts.media = (counts.media ?? 0) + 1;
    yield hashed(`${JSON.stringify({ media: { key, sizeBytes: file.sizeBytes } })}\n`);
    for await (const piece of piecesOf(file.bytes)) yield hashed(`{"bytes":"${piece.toString('base64')}"}\n`);
  }
  yield `${JSON.stringify({ end: { counts, sha256: hash.digest('hex') } })}\n`;
}

/** Keys of the files that came whole. */
export function mediaKeysIn(view: StoreView): readonly string[] {
  const keys: string[] = [];
  for (const page of view.pages('record', `kind = '${MEDIA_KIND}'`))
    for (const { doc } of page) {
      const { key, sizeBytes } = JSON.parse(String(doc)) as { key: string; sizeBytes: number | null };
      if (sizeBytes !== null) keys.push(key);
    }
  return keys;
}

/** Values that are null are left out. */
function lineOf(table: TableName, row: Row): string {
  const fields = Object.entries(row).flatMap(([name, value]) => {
    if (value === null || LEFT_COLUMNS[table]?.includes(name) === true) return [];
    const isJson = JSON_COLUMNS[table]?.includes(name) === true;
    return [`${JSON.stringify(name)}:${isJson ? String(value) : JSON.stringify(value)}`];
  });
  return `{"${table}":{${fields.join(',')}}}\n`;
}

/** Pieces of one size, whatever size the bytes come in. */
async function* piecesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of bytes) {
    rest = Buffer.concat([rest, chunk]);
    for (; rest.length >= PIECE_BYTES; rest = rest.subarray(PIECE_BYTES)) yield rest.subarray(0, PIECE_BYTES);
  }
  if (rest.length > 0) yield rest;
}
