/** Media: upload URLs, the direct upload, and the video download tool. Bytes move in raw.ts and lie on the desk's shelf. */
import { addressOf } from '../../../catalog/address.ts';
import { ok, type Call, type Reply, type UploadedFile } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Desk, Handler } from '../../desk.ts';
import { commit } from '../../change.ts';
import { measureUpload } from './measure.ts';
import { handlers as tiktok } from './tiktok.ts';
import { DIRECT_BYTES, newUpload, publicUrl, UPLOAD_SECONDS, uploadUrl } from '../../records/upload.ts';

const getMediaPresignedUrl: Handler = async ({ caller, body, origin }, desk) => {
  const filename = String(body['filename']).trim();
  const size = body['size'];
  if (filename === '')
    return refuse('invalid_field_value', { param: 'filename', message: '`filename` must not be empty.' });
  if (typeof size === 'number' && size < 1) {
    return refuse('invalid_field_value', { param: 'size', message: '`size` is 1 byte or more.' });
  }
  const upload = newUpload(desk, {
    teamId: caller.teamId,
    filename,
    contentType: String(body['contentType']),
    ...(typeof size === 'number' ? { announcedBytes: size } : {}),
  });
  await commit(desk, [], async () => ({ records: [upload] }));
  const { key } = upload.doc;
  return ok({
    uploadUrl: uploadUrl(origin, upload.doc),
    publicUrl: publicUrl(origin, key),
    key,
    expiresIn: UPLOAD_SECONDS,
  });
};

const uploadMediaDirect: Handler = async (call, desk) => {
  const file = call.files.find(({ field }) => field === 'file');
  if (file === undefined) return refuse('missing_required_field', { param: 'file' });
  if (file.bytes.byteLength === 0)
    return refuse('invalid_field_value', { param: 'file', message: 'The file is empty.' });
  if (file.bytes.byteLength > DIRECT_BYTES) return tooLarge(desk);
  const contentType = typeof call.body['contentType'] === 'string' ? call.body['contentType'] : file.contentType;
  if (!takenTypes(desk, call.card.area).includes(contentType)) {
    return refuse('invalid_field_value', {
      param: 'contentType',
      message: `Files of the type ${contentType} are not supported.`,
    });
  }
  return keep(call, desk, { ...file, contentType });
};

const tooLarge = ({ catalog }: Desk): Reply =>
  refuse('invalid_field_value', {
    param: 'file',
    message: `The file is larger than 4 MB. Get an upload URL with ${addressOf(catalog, 'getMediaPresignedUrl')} and upload it there.`,
  });

async function keep({ caller, origin }: Call, desk: Desk, file: UploadedFile): Promise<Reply> {
  const { filename, contentType, bytes } = file;
  const upload = newUpload(desk, { teamId: caller.teamId, filename: filename || 'file', contentType });
  const { key } = upload.doc;
  const size = bytes.byteLength;
  await desk.media.write(key, once(bytes), DIRECT_BYTES);
  const whole = await measureUpload(desk, upload, size);
  await commit(desk, [], async () => ({ records: [whole] }));
  return ok({ url: publicUrl(origin, key), filename: upload.doc.filename, contentType, size });
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** MIME types of the contract. */
const takenTypes = ({ catalog }: Desk, area: string): readonly unknown[] =>
  catalog.schema(area, '#/schemas/MediaContentType').enum ?? [];

export const handlers: Record<string, Handler> = { getMediaPresignedUrl, uploadMediaDirect, ...tiktok };
