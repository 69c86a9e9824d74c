/** The bytes of a recording: the head of the file, a tone, silence, and parts of them. */
import { expect, test } from 'vitest';
import { wavBytes, wavFrom } from '../../../../../src/service/areas/calls/recording/tone.ts';

async function soundOf(seconds: number, range?: { readonly start: number; readonly end: number }) {
  const parts: Uint8Array[] = [];
  for await (const part of wavFrom(seconds, range)) parts.push(part);
  return { bytes: Buffer.concat(parts), lengths: parts.map(({ length }) => length) };
}

test('a recording is a WAV file of one channel with 8000 samples a second of one byte each', async () => {
  const { bytes, lengths } = await soundOf(3);
  expect([bytes.length, wavBytes(3)]).toEqual([24_044, 24_044]);
  expect(lengths).toEqual([44, 8_000, 8_000, 8_000]);
  const words = [0, 8, 12, 36].map((at) => bytes.toString('ascii', at, at + 4));
  expect(words).toEqual(['RIFF', 'WAVE', 'fmt ', 'data']);
  const longs = [4, 16, 24, 28, 40].map((at) => bytes.readUInt32LE(at));
  expect(longs).toEqual([24_036, 16, 8_000, 8_000, 24_000]);
  const shorts = [20, 22, 32, 34].map((at) => bytes.readUInt16LE(at));
  expect(shorts).toEqual([1, 1, 1, 8]);
});

test('a second of a tone of 440 Hz comes first, then silence', async () => {
  const { bytes } = await soundOf(2);
  const tone = bytes.subarray(44, 8_044);
  const isRising = (at: number) => (tone[at] ?? 0) >= 128 && (tone[at - 1] ?? 0) < 128;
  const waves = Array.from(tone.keys()).filter((at) => at > 0 && isRising(at));
  expect(waves.length).toBe(439);
  expect([tone[0], tone[1], tone[2], Math.max(...tone), Math.min(...tone)]).toEqual([128, 144, 159, 176, 80]);
  expect(new Set(bytes.subarray(8_044))).toEqual(new Set([128]));
});

test('a part has the bytes of the whole file between its ends, and no others are made', async () => {
  const { bytes: whole } = await soundOf(3);
  for (const [start, end] of [
    [0, 0],
    [0, 43],
    [43, 44],
    [40, 8_100],
    [8_043, 8_044],
    [8_044, 16_043],
    [24_043, 24_043],
  ] as const) {
    const { bytes, lengths } = await soundOf(3, { start, end });
    expect(bytes.equals(whole.subarray(start, end + 1)), `${String(start)}-${String(end)}`).toBe(true);
    expect(lengths).not.toContain(0);
  }
});

test('a recording without length is the head of a file alone', async () => {
  const { bytes } = await soundOf(0);
  expect([bytes.length, bytes.readUInt32LE(40)]).toEqual([44, 0]);
});
