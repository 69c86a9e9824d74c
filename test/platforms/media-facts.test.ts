/** Pixels, durations and frame rates come from the headers of files, however large the rest of them is. */
import { expect, test } from 'vitest';
import type { ByteSource } from '../../src/kernel/media-facts.ts';
import { mediaFactsOf } from '../../src/platforms/media-facts.ts';
import { box, gifOf, mp4Of, pngOf, type Movie } from '../support/media-files.ts';

/** @param reads gets the bounds of every read */
const source = (bytes: Uint8Array, reads: [number, number][] = []): ByteSource => ({
  sizeBytes: bytes.byteLength,
  read(start, end) {
    reads.push([start, end]);
    return Promise.resolve(bytes.subarray(start, end));
  },
});

const UPRIGHT: Movie = { width: 1080, height: 1920, seconds: 12.5, framesPerSecond: 30 };

test.each([
  ['image/png', pngOf({ width: 640, height: 480 })],
  ['image/gif', gifOf({ width: 640, height: 480 })],
])('the size of a file of the type %s', async (type, bytes) => {
  expect(await mediaFactsOf(type, source(bytes))).toEqual({ width: 640, height: 480 });
});

test.each<[about: string, movie: Movie]>([
  ['with its header first', UPRIGHT],
  ['with its header last', { ...UPRIGHT, isLate: true }],
  ['with fields of 64 bits', { ...UPRIGHT, isWide: true }],
  ['of twelve hours', { ...UPRIGHT, seconds: 43_200, framesPerSecond: 60 }],
])('the size, duration and frame rate of a video %s', async (_, movie) => {
  const { width, height, seconds, framesPerSecond } = movie;
  const facts = await mediaFactsOf('video/mp4; codecs=avc1', source(mp4Of(movie)));
  expect(facts).toEqual({ width, height, seconds, framesPerSecond });
});

test('a video with a quarter turn is measured as it is shown', async () => {
  const facts = await mediaFactsOf('video/quicktime', source(mp4Of({ ...UPRIGHT, isTurned: true })));
  expect(facts).toMatchObject({ width: 1920, height: 1080 });
});

test('of a large video only the headers are read', async () => {
  const reads: [number, number][] = [];
  const bytes = mp4Of({ ...UPRIGHT, isLate: true }, 5_000_000);
  expect(await mediaFactsOf('video/mp4', source(bytes, reads))).toMatchObject({ seconds: 12.5 });
  expect(reads.reduce((sum, [start, end]) => sum + end - start, 0)).toBeLessThan(1_000);
});

test.each<[about: string, type: string, bytes: Buffer]>([
  ['no bytes', 'image/png', Buffer.alloc(0)],
  ['zeros', 'image/jpeg', Buffer.alloc(200)],
  ['a text', 'image/webp', Buffer.from('Doors open at nine, and this is no picture.')],
  ['no bytes', 'video/mp4', Buffer.alloc(0)],
  ['zeros', 'video/mp4', Buffer.alloc(200)],
  ['a header that is cut off', 'video/mp4', mp4Of(UPRIGHT).subarray(0, 100)],
  [
    'a box larger than the file',
    'video/mp4',
    Buffer.concat([box('ftyp'), Buffer.from([0xff, 0xff, 0xff, 0xff]), Buffer.from('moov')]),
  ],
  ['a type without a reader', 'video/x-msvideo', mp4Of(UPRIGHT)],
  ['a document', 'application/pdf', Buffer.from('%PDF-1.7')],
])('%s of the type %s tell nothing', async (_, type, bytes) => {
  expect(await mediaFactsOf(type, source(bytes))).toEqual({});
});

test('a header of a few bytes that claims four billion pictures is read at once', async () => {
  const times = Buffer.alloc(16);
  times.writeUInt32BE(1, 4);
  times.writeUInt32BE(0xffffffff, 8);
  times.writeUInt32BE(1, 12);
  const media = box(
    'mdia',
    box('hdlr', Buffer.alloc(8), Buffer.from('vide'), Buffer.alloc(13)),
    box('minf', box('stbl', box('stts', times))),
  );
  const bytes = Buffer.concat([box('ftyp', Buffer.alloc(8)), box('moov', box('trak', media))]);
  expect(await mediaFactsOf('video/mp4', source(bytes))).toEqual({});
});
