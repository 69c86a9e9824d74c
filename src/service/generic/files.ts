/** Files that come with a request: their bytes go to the media shelf, their addresses into the record. */
import type { UploadedFile } from '../call.ts';
import { LARGEST_DIRECT_BYTES, newUpload, publicUrl } from '../records/upload.ts';
import { FILE_KEY } from './bytes.ts';
import type { Fields } from '../engine/form.ts';
import { renamed } from './renamed.ts';
import type { Staged } from './scene.ts';

/** Fields for the record: the file itself, and address, name, type and size of the file under the names that answers use. */
export async function keptFiles(staged: Staged): Promise<Fields> {
  const fields: Record<string, unknown> = {};
  for (const file of [...staged.call.files, ...writtenFile(staged)]) {
    const key = await kept(staged, file);
    const url = publicUrl(staged.call.origin, key);
    const name = file.filename || 'file';
    Object.assign(fields, {
      [FILE_KEY]: key,
      url,
      fileUrl: url,
      publicUrl: url,
      filename: name,
      fileName: name,
      file_name: name,
      contentType: file.contentType,
      size: file.bytes.byteLength,
      assets: [{ name, asset_type: file.field.toUpperCase(), download_url: url }],
    });
    if (file.field !== '') fields[`${file.field}Url`] = url;
  }
  return renamed(fields, staged.resource);
}

/** A field of the body that stands for a file, as JSON. */
function writtenFile({ call, resource: { file } }: Staged): readonly UploadedFile[] {
  const value = file === undefined ? undefined : call.body[file];
  if (file === undefined || value === undefined) return [];
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return [{ field: file, filename: `${file}.json`, contentType: 'application/json', bytes: Buffer.from(text) }];
}

async function kept({ call, desk }: Staged, { filename, contentType, bytes }: UploadedFile): Promise<string> {
  const upload = newUpload(desk, {
    teamId: call.caller.teamId,
    filename: filename || 'file',
    contentType: contentType || 'application/octet-stream',
  });
  const { key } = upload.doc;
  await desk.media.write(key, pieces(bytes), LARGEST_DIRECT_BYTES);
  await desk.store.transact((tx) => tx.put({ ...upload, doc: { ...upload.doc, sizeBytes: bytes.byteLength } }));
  return key;
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
