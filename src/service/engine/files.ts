/** Files that come with a call: their bytes go to the media shelf before the commit that mentions them. Used by deeds.ts. */
import type { FileFields } from '../../kernel/effect.ts';
import type { Reply, UploadedFile } from '../call.ts';
import type { Desk } from '../desk.ts';
import { LARGEST_DIRECT_BYTES, newUpload, publicUrl, uploadAt } from '../records/upload.ts';
import type { StoredRecord } from '../store/store.ts';
import type { Scene } from './scene.ts';

/** A file that lies on the shelf. Nothing leads to it until its upload is committed. */
export interface KeptFiles {
  /** Fields for the record: address, name, type and size of its file. None for a call without one. */
  readonly fields: Partial<FileFields>;
  readonly uploads: readonly StoredRecord[];
}

export async function keepFiles(scene: Scene): Promise<KeptFiles> {
  const { call } = scene;
  const [file] = [...call.files, ...writtenFile(scene)];
  if (file === undefined) return { fields: {}, uploads: [] };
  const upload = await keepFile(scene, file);
  const { key } = upload.doc;
  const url = publicUrl(call.origin, key);
  const filename = file.filename || 'file';
  const { contentType } = file;
  const size = file.bytes.byteLength;
  const fields = { url, filename, fileName: filename, file_name: filename, contentType, size };
  return { fields, uploads: [upload] };
}

/** A field of the body that the effect keeps as a file, as JSON. */
function writtenFile({ call, effect: { file } }: Scene): readonly UploadedFile[] {
  const value = file === undefined ? undefined : call.body[file];
  if (file === undefined || value === undefined) return [];
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return [{ field: file, filename: `${file}.json`, contentType: 'application/json', bytes: Buffer.from(text) }];
}

async function keepFile({ call, desk }: Scene, { filename, contentType, bytes }: UploadedFile) {
  const upload = newUpload(desk, {
    teamId: call.caller.teamId,
    filename: filename || 'file',
    contentType: contentType || 'application/octet-stream',
  });
  const { key } = upload.doc;
  await desk.media.write(key, pieces(bytes), LARGEST_DIRECT_BYTES);
  return { ...upload, doc: { ...upload.doc, sizeBytes: bytes.byteLength } };
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const NO_BYTES = { contentType: 'application/octet-stream', bytes: Buffer.alloc(0) };

/** The file that a record came with, as the answer; a record of the demo pack came with none. */
export async function fileOf(desk: Desk, { doc: { url } }: StoredRecord<Partial<FileFields>>): Promise<Reply> {
  const { contentType, bytes } = url === undefined ? NO_BYTES : await fileAt(desk, url);
  return { status: 200, body: bytes, headers: { 'Content-Type': contentType } };
}

async function fileAt({ store, media }: Desk, url: string) {
  const upload = await uploadAt(store.read, url);
  const found = upload === undefined ? undefined : await media.read(upload.doc.key);
  if (upload === undefined || found === undefined) return NO_BYTES;
  const all: Uint8Array[] = [];
  for await (const piece of found.bytes) all.push(piece);
  return { contentType: upload.doc.contentType, bytes: Buffer.concat(all) };
}
