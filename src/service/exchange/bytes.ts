/** Bytes of a file as an answer, whole or one range of them. Used by the addresses of files outside the API. */
import type { ByteRange } from '../store/shelf.ts';
import type { RawReply } from './raw.ts';

interface Sized {
  readonly contentType: string;
  readonly sizeBytes: number;
  /** The header of that name. */
  readonly range: string | undefined;
}

/** @param bytesOf reads a range, or everything without one; answers undefined when the file is gone */
export async function answerBytes(
  { contentType, sizeBytes, range: header }: Sized,
  bytesOf: (range?: ByteRange) => Promise<AsyncIterable<Uint8Array> | undefined>,
): Promise<RawReply> {
  const range = rangeOf(header, sizeBytes);
  if (range === 'unsatisfiable')
    return { status: 416, headers: { 'content-range': `bytes */${String(sizeBytes)}` }, body: '' };
  const body = await bytesOf(range);
  if (body === undefined) return { status: 404, body: { error: 'There is no such file.' } };
  const headers = {
    'content-type': contentType,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
  };
  if (range === undefined) return { status: 200, headers: { ...headers, 'content-length': String(sizeBytes) }, body };
  const { start, end } = range;
  const contentRange = `bytes ${String(start)}-${String(end)}/${String(sizeBytes)}`;
  const length = String(end - start + 1);
  return { status: 206, headers: { ...headers, 'content-range': contentRange, 'content-length': length }, body };
}

/** One range of bytes; several ranges and other units are answered with the whole file. */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size || (first === '' && Number(last) === 0)) return 'unsatisfiable';
  return start > end ? undefined : { start, end };
}
