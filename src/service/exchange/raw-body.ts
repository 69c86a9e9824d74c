/** The whole body of a raw request, for those that are small. Used by areas/auth and console/. */
import type { RawRequest } from './raw.ts';

/** The bytes, or undefined when there are more than that. */
export async function bytesOf({ body }: Pick<RawRequest, 'body'>, maxBytes: number): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.byteLength;
    if (size > maxBytes) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
