/** Collecting a body that arrives in pieces. */
import { TransportFault } from '../kernel/transport.ts';

/** Larger answers than this are no answers of the API. */
export const ANSWER_LIMIT_BYTES = 256 * 1024 * 1024;

export interface Gatherer {
  /** @throws TransportFault `too_large` */
  add(piece: Uint8Array): void;
  whole(): Uint8Array;
}

export function gatherer(): Gatherer {
  const pieces: Uint8Array[] = [];
  let sizeBytes = 0;
  return {
    add(piece) {
      sizeBytes += piece.byteLength;
      if (sizeBytes > ANSWER_LIMIT_BYTES) throw new TransportFault('too_large', true, undefined, 'more than 256 MiB');
      pieces.push(piece);
    },
    whole: () => (pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces)),
  };
}

/** @throws TransportFault `too_large` */
export async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const gathered = gatherer();
  for await (const piece of body) gathered.add(piece);
  return gathered.whole();
}
