/** How an export or an import is put into words: its progress and its last line. Pure. */
import { counted } from '../../kernel/counted.ts';
import { isFields } from '../../kernel/json.ts';
import { failure } from '../../kernel/failure.ts';
import type { Carried } from '../../kernel/portable.ts';

/** `412 records and 3 media files (1.2 MB)` */
export const carriedText = ({ records, media, sizeBytes }: Carried): string =>
  `${counted(records, 'record')} and ${counted(media, 'media file')} (${sizeText(sizeBytes)})`;

/** Decimal units, as media are counted elsewhere. */
export const sizeText = (sizeBytes: number): string =>
  sizeBytes < 1_000_000 ? `${Math.ceil(sizeBytes / 1_000).toLocaleString('en-US')} kB` : `${megabytes(sizeBytes)} MB`;

const megabytes = (sizeBytes: number): string =>
  (sizeBytes / 1_000_000).toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Enough for the last line of a document. */
const TAIL_BYTES = 4_096;

export interface Watched {
  readonly pieces: AsyncIterable<Uint8Array>;
  /** @throws Failure `bad_answer` when the document did not come to its end */
  carried(): Carried;
}

/** Passes a document on, and reads its last line as it goes by. */
export function watched(
  pieces: AsyncIterable<Uint8Array | string>,
  cameSoFar: (sizeBytes: number) => void = () => undefined,
): Watched {
  let tail = Buffer.alloc(0);
  let sizeBytes = 0;
  return {
    pieces: (async function* () {
      for await (const piece of pieces) {
        const bytes = Buffer.from(piece as Uint8Array);
        sizeBytes += bytes.byteLength;
        tail = Buffer.concat([tail, bytes.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
        cameSoFar(sizeBytes);
        yield bytes;
      }
    })(),
    carried() {
      const counts = countsIn(tail.toString('utf8').trimEnd().split('\n').at(-1) ?? '');
      const { media = 0, ...rows } = counts;
      return { records: Object.values(rows).reduce((sum, count) => sum + count, 0), media, sizeBytes };
    },
  };
}

function countsIn(line: string): Readonly<Record<string, number>> {
  try {
    const { end } = JSON.parse(line) as { end?: unknown };
    if (isFields(end) && isFields(end['counts'])) return end['counts'] as Record<string, number>;
  } catch {
    // Said below.
  }
  throw failure('bad_answer', { message: 'The export was interrupted.' });
}
