/** Files that are nothing but their headers: a PNG, a GIF and an MP4 of any size, duration and frame rate, made in memory; and the way into the service. */
import { expect } from 'vitest';
import type { MediaFacts } from '../../src/kernel/media-facts.ts';
import type { ServiceUnderTest } from './service.ts';

/** @param sizeBytes of the whole file; what the header does not need is filled with zeros */
export function pngOf({ width = 1, height = 1 }: MediaFacts, sizeBytes = 0): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width);
  size.writeUInt32BE(height, 4);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const header = [Buffer.from([0, 0, 0, 13]), Buffer.from('IHDR'), size, Buffer.from([8, 2, 0, 0, 0, 0, 0, 0, 0])];
  return filled(Buffer.concat([signature, ...header]), sizeBytes);
}

export function gifOf({ width = 1, height = 1 }: MediaFacts, sizeBytes = 0): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width);
  size.writeUInt16LE(height, 2);
  return filled(Buffer.concat([Buffer.from('GIF89a'), size, Buffer.from([0, 0, 0])]), sizeBytes);
}

export interface Movie extends MediaFacts {
  /** Shown with a quarter turn. */
  readonly isTurned?: boolean;
  /** The header comes after the pictures, as cameras write it. */
  readonly isLate?: boolean;
  /** Fields of 64 bits for times and lengths. */
  readonly isWide?: boolean;
}

export function mp4Of(movie: Movie, sizeBytes = 0): Buffer {
  const parts = [box('ftyp', Buffer.from('isom\0\0\0\0isom')), header(movie)];
  const length = parts.reduce((sum, { byteLength }) => sum + byteLength, 0) + 8;
  const pictures = box('mdat', Buffer.alloc(Math.max(sizeBytes - length, 0)));
  return Buffer.concat(
    movie.isLate === true ? [...parts.slice(0, 1), pictures, ...parts.slice(1)] : [...parts, pictures],
  );
}

const SCALE = 30_000;

function header({ width = 0, height = 0, seconds = 0, framesPerSecond = 30, isTurned, isWide = false }: Movie): Buffer {
  const units = Math.round(seconds * SCALE);
  const pictures = Math.max(Math.round(seconds * framesPerSecond), 1);
  const track = box(
    'trak',
    box(
      'tkhd',
      ids(isWide),
      Buffer.alloc(isWide ? 12 : 8),
      Buffer.alloc(16),
      matrix(isTurned === true),
      sides(width, height),
    ),
    box(
      'mdia',
      box('mdhd', lengthOf(units, isWide)),
      box('hdlr', u32(0, 0), Buffer.from('vide'), Buffer.alloc(13)),
      box('minf', box('stbl', box('stts', u32(0, 1, pictures, Math.round(units / pictures))))),
    ),
  );
  const sound = box('trak', box('mdia', box('hdlr', u32(0, 0), Buffer.from('soun'), Buffer.alloc(13))));
  return box('moov', box('mvhd', lengthOf(units, isWide)), sound, track);
}

const ids = (isWide: boolean): Buffer => Buffer.concat([version(isWide), Buffer.alloc(isWide ? 16 : 8), u32(1)]);

const lengthOf = (units: number, isWide: boolean): Buffer =>
  isWide
    ? Buffer.concat([version(true), Buffer.alloc(16), u32(SCALE, 0, units)])
    : Buffer.concat([version(false), Buffer.alloc(8), u32(SCALE, units)]);

const version = (isWide: boolean): Buffer => Buffer.from([isWide ? 1 : 0, 0, 0, 0]);

const ONE = 0x10000;
const matrix = (isTurned: boolean): Buffer =>
  isTurned ? u32(0, ONE, 0, ONE, 0, 0, 0, 0, 0x40000000) : u32(ONE, 0, 0, 0, ONE, 0, 0, 0, 0x40000000);

const sides = (width: number, height: number): Buffer => u32(width * ONE, height * ONE);

export const box = (type: string, ...content: readonly Buffer[]): Buffer =>
  Buffer.concat([u32(8 + content.reduce((sum, { byteLength }) => sum + byteLength, 0)), Buffer.from(type), ...content]);

function u32(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, index) => bytes.writeUInt32BE(number, 4 * index));
  return bytes;
}

const filled = (head: Buffer, sizeBytes: number): Buffer =>
  Buffer.concat([head, Buffer.alloc(Math.max(sizeBytes - head.byteLength, 0))]);

/** @returns the public URL */
export async function upload(
  { api, service }: ServiceUnderTest,
  contentType: string,
  payload: Buffer,
): Promise<string> {
  const { body } = await api('POST', '/v1/media/presign', { body: { filename: 'a', contentType } });
  const { uploadUrl, publicUrl } = body as unknown as { uploadUrl: string; publicUrl: string };
  const { pathname, search } = new URL(uploadUrl);
  const headers = { 'content-type': contentType };
  const put = await service.inject({ method: 'PUT', url: pathname + search, payload, headers });
  expect(put.statusCode).toBe(200);
  return publicUrl;
}
