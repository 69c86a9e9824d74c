/** Images of an ad account: judged by their bytes, and kept under the hash that the network gives them. Listed in operations.ts. */
import { createHash } from 'node:crypto';
import { mediaFactsOf } from '../../../../platforms/media-facts.ts';
import type { Reply, UploadedFile } from '../../../call.ts';
import type { Handler } from '../../../desk.ts';
import { engine } from '../../../engine/engine.ts';
import { refuse } from '../../../refuse.ts';

/** Source: ADS-43 */
const LARGEST_BYTES = 30 * 1024 * 1024;

/** First bytes of the types that the network takes. Source: ADS-42 */
const TYPES: readonly { readonly contentType: string; readonly begins: readonly number[] }[] = [
  { contentType: 'image/jpeg', begins: [0xff, 0xd8, 0xff] },
  { contentType: 'image/png', begins: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
];

/** Looked for one by one: an expression over a whole image can exceed the stack that V8 gives to expressions. */
const FOREIGN = /[^A-Za-z0-9+/]/;
const PADDING = 2;

const uploadAdImage: Handler = async (call, desk) => {
  const { imageBase64, filename = 'image', ...rest } = call.body;
  const file = fileIn(String(imageBase64), String(filename));
  if ('status' in file) return file;
  const { bytes, contentType } = file;
  const read = async (start: number, end: number): Promise<Uint8Array> => bytes.subarray(start, end);
  const { width, height } = await mediaFactsOf(contentType, { sizeBytes: bytes.byteLength, read });
  const hash = createHash('md5').update(bytes).digest('hex');
  const body = { ...rest, hash, name: filename, ...(width !== undefined && { width, height }) };
  return engine({ ...call, body, files: [file] }, desk);
};

function fileIn(text: string, filename: string): UploadedFile | Reply {
  const plain = withoutScheme(text).replace(/\s/g, '');
  const wrong = (message: string): Reply => refuse('invalid_field_value', { param: 'imageBase64', message });
  if (!isBase64(plain)) return wrong('The image is not valid base64.');
  const bytes = Buffer.from(plain, 'base64');
  const type = TYPES.find(({ begins }) => begins.every((byte, at) => bytes[at] === byte));
  if (type === undefined) return wrong('The image must be a JPEG or PNG.');
  if (bytes.byteLength > LARGEST_BYTES) return wrong('The image can be at most 30 MB.');
  return { field: 'imageBase64', filename, contentType: type.contentType, bytes };
}

/** The data of a `data:` URL; anything else as it is. */
function withoutScheme(text: string): string {
  const comma = text.indexOf(',');
  return text.startsWith('data:') && text.slice(0, comma).endsWith(';base64') ? text.slice(comma + 1) : text;
}

function isBase64(plain: string): boolean {
  const bare = plain.slice(0, -PADDING) + plain.slice(-PADDING).replace(/={1,2}$/, '');
  return bare !== '' && !FOREIGN.test(bare);
}

export const images: Record<string, Handler> = { uploadAdImage };
