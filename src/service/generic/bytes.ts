/** Answers that are a file: the one that was uploaded, or a picture of one dot. */
import type { Reply } from '../call.ts';
import { uploadOf } from '../records/upload.ts';
import type { StoredRecord } from '../store/store.ts';
import type { Staged } from './scene.ts';

/** A PNG of one dot, for files that only the network has. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Key under which a record remembers the file it came with. */
export const FILE_KEY = '$file';

export async function fileOf({ desk }: Staged, { doc }: StoredRecord, status: number): Promise<Reply> {
  const key = String(doc[FILE_KEY] ?? '');
  const upload = key === '' ? undefined : await uploadOf(desk.store.read, key);
  const found = upload === undefined ? undefined : await desk.media.read(key);
  if (upload === undefined || found === undefined)
    return { status, body: DOT, headers: { 'Content-Type': 'image/png' } };
  const pieces: Uint8Array[] = [];
  for await (const piece of found.bytes) pieces.push(piece);
  return { status, body: Buffer.concat(pieces), headers: { 'Content-Type': upload.doc.contentType } };
}
