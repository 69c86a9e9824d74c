/** Pictures of posts for a page that is mailed: fetched without our key, judged by their bytes, and embedded. What cannot be had is left out. */
import { isAddress } from '../../client/media.ts';
import { fieldsIn, textOf, type Fields } from '../../kernel/json.ts';
import type { Context } from '../command.ts';

/** Larger files make a page that no mailbox takes. */
const MOST_BYTES = 400_000;
const MOST_PICTURES = 60;
const TIMEOUT_MS = 10_000;

export interface Thumbnails {
  /** `data:` addresses by the address of the picture. */
  readonly pictures: ReadonlyMap<string, string>;
  /** How many could not be had. */
  readonly missing: number;
}

/** The address of the picture of a post, where it has one. */
export function pictureOf(post: Fields): string | undefined {
  const items = fieldsIn(post['mediaItems']);
  const own = items.map(({ thumbnail, type, url }) => thumbnailIn(thumbnail) ?? (type === 'image' ? url : undefined));
  const found = textOf(post['thumbnailUrl']) ?? own.find((one) => typeof one === 'string');
  return typeof found === 'string' && isAddress(found) ? found : undefined;
}

const thumbnailIn = (thumbnail: unknown): unknown => (typeof thumbnail === 'string' ? thumbnail : undefined);

export async function fetchThumbnails(addresses: readonly string[], context: Context): Promise<Thumbnails> {
  const wanted = [...new Set(addresses)].slice(0, MOST_PICTURES);
  const line = context.progress('Fetching pictures');
  try {
    const found = await Promise.all(wanted.map(async (url) => [url, await fetchPicture(url, context)] as const));
    const pictures = new Map(found.flatMap(([url, data]) => (data === undefined ? [] : [[url, data] as const])));
    return { pictures, missing: new Set(addresses).size - pictures.size };
  } finally {
    line.stop();
  }
}

async function fetchPicture(url: string, { world, signal }: Context): Promise<string | undefined> {
  try {
    const request = { method: 'GET', url, headers: { accept: 'image/*' }, signal, timeoutMs: TIMEOUT_MS };
    const { status, body, discard } = await world.http.pool.send(request);
    if (status !== 200) {
      discard();
      return undefined;
    }
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of body) {
      size += piece.byteLength;
      if (size > MOST_BYTES) return undefined;
      pieces.push(piece);
    }
    const bytes = Buffer.concat(pieces);
    const type = typeOf(bytes);
    return type && `data:${type};base64,${bytes.toString('base64')}`;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (!(error instanceof Error)) throw error;
    return undefined;
  }
}

/** Pictures that browsers show and that hold no script: SVG is not among them. */
const BEGINNINGS: readonly (readonly [type: string, isOne: (bytes: Buffer) => boolean])[] = [
  ['image/png', (bytes) => bytes.subarray(0, 4).toString('latin1') === '\u0089PNG'],
  ['image/jpeg', (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff],
  ['image/gif', (bytes) => bytes.subarray(0, 4).toString('latin1') === 'GIF8'],
  [
    'image/webp',
    (bytes) =>
      bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP',
  ],
];

const typeOf = (bytes: Buffer): string | undefined => BEGINNINGS.find(([, isOne]) => isOne(bytes))?.[0];
