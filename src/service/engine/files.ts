/** Files that come with a call: their bytes go to the media shelf before the commit that mentions them. Used by deeds.ts. */
import type { UploadedFile } from '../call.ts';
import { commit } from '../change.ts';
import { LARGEST_DIRECT_BYTES, newUpload, publicUrl } from '../records/upload.ts';
import type { Fields } from './form.ts';
import type { Scene } from './scene.ts';

/** Key under which a record remembers the file it came with. */
const FILE_KEY = '$file';

/** Fields for the record: address, name, type and size of its file. None for a call without one. */
export async function keepFiles(scene: Scene): Promise<Fields> {
  const { call } = scene;
  const [file] = [...call.files, ...writtenFile(scene)];
  if (file === undefined) return {};
  const key = await keepFile(scene, file);
  const url = publicUrl(call.origin, key);
  const filename = file.filename || 'file';
  const { contentType } = file;
  return {
    [FILE_KEY]: key,
    url,
    filename,
    fileName: filename,
    file_name: filename,
    contentType,
    size: file.bytes.byteLength,
  };
}

/** A field of the body that the effect keeps as a file, as JSON. */
function writtenFile({ call, effect: { file } }: Scene): readonly UploadedFile[] {
  const value = file === undefined ? undefined : call.body[file];
  if (file === undefined || value === undefined) return [];
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return [{ field: file, filename: `${file}.json`, contentType: 'application/json', bytes: Buffer.from(text) }];
}

async function keepFile({ call, desk }: Scene, { filename, contentType, bytes }: UploadedFile): Promise<string> {
  const upload = newUpload(desk, {
    teamId: call.caller.teamId,
    filename: filename || 'file',
    contentType: contentType || 'application/octet-stream',
  });
  const { key } = upload.doc;
  await desk.media.write(key, pieces(bytes), LARGEST_DIRECT_BYTES);
  await commit(desk, [], async () => ({
    records: [{ ...upload, doc: { ...upload.doc, sizeBytes: bytes.byteLength } }],
  }));
  return key;
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
