/** The sound of a recording: a second of a tone, and silence for as long as the call was. The same bytes at every call; served by raw.ts. */
import type { ByteRange } from '../../../store/shelf.ts';

/** Samples a second, of one byte each: how telephones sound. */
const SAMPLE_RATE = 8_000;

const TONE_HZ = 440;

const SILENCE = 128;

const HEADER_BYTES = 44;

/** @param seconds length of the sound */
export const wavBytes = (seconds: number): number => HEADER_BYTES + seconds * SAMPLE_RATE;

/** The head of a WAV file: uncompressed, one channel, eight bits a sample. */
function headerOf(seconds: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  const size = seconds * SAMPLE_RATE;
  header.write('RIFF', 0, 'ascii');
  header.writeUInt32LE(HEADER_BYTES - 8 + size, 4);
  header.write('WAVEfmt ', 8, 'ascii');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36, 'ascii');
  header.writeUInt32LE(size, 40);
  return header;
}

const toneSecond = (): Buffer =>
  Buffer.from(
    Array.from({ length: SAMPLE_RATE }, (_, at) =>
      Math.round(SILENCE + 48 * Math.sin((2 * Math.PI * TONE_HZ * at) / SAMPLE_RATE)),
    ),
  );

/** The bytes of the file, or of a range of it, second by second. */
export async function* wavFrom(seconds: number, range?: ByteRange): AsyncGenerator<Uint8Array> {
  const { start, end } = range ?? { start: 0, end: wavBytes(seconds) - 1 };
  const quiet = Buffer.alloc(SAMPLE_RATE, SILENCE);
  let at = 0;
  for (let second = -1; second < seconds && at <= end; second += 1) {
    const part = second < 0 ? headerOf(seconds) : second === 0 ? toneSecond() : quiet;
    const wanted = part.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at));
    if (wanted.length > 0) yield wanted;
    at += part.length;
  }
}
