import { createHash } from 'node:crypto';
import { appendFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { uploadFile, whyNotPermanent, type Presigned, type Uploading } from '../../src/client/upload.ts';
import type { OpenFile } from '../../src/world/files.ts';
import { failure } from '../../src/kernel/failure.ts';
import { scriptedApi, type Asked, type Script } from '../support/scripted-api.ts';
import { testWorld, type TestWorld } from '../support/world.ts';

const GIF = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

interface Bench extends TestWorld {
  readonly file: OpenFile;
  readonly path: string;
  readonly uploading: Uploading;
  readonly asked: readonly Asked[];
  readonly presigned: Presigned[];
  readonly notices: string[];
}

/** A file of `bytes`, and a storage that answers by `script`. */
async function bench(script: Script, bytes: Buffer = GIF, more: Partial<Uploading> = {}): Promise<Bench> {
  const api = await scriptedApi(script);
  const made = testWorld();
  const path = join(made.folder, 'photo.gif');
  writeFileSync(path, bytes);
  const file = await made.world.files.open(path);
  onTestFinished(() => file.close().catch(() => undefined));
  const [presigned, notices]: [Presigned[], string[]] = [[], []];
  const uploading: Uploading = {
    sender: made.world.http.single,
    clock: made.world.clock,
    signal: made.world.signals.signal,
    notice: (line) => void notices.push(line),
    async presign() {
      const number = presigned.length + 1;
      presigned.push({
        uploadUrl: `${api.url}/up/${number}?sig=secret`,
        publicUrl: `${api.url}/pub/${number}`,
        key: `k${number}`,
      });
      return presigned[number - 1] as Presigned;
    },
    ...more,
  };
  return { ...made, file, path, uploading, asked: api.asked, presigned, notices };
}

test('MED-01 a file goes up as it is, with its type and length, and without our key', async () => {
  const { file, uploading, asked } = await bench(() => ({ status: 200 }));
  expect(await uploadFile(file, uploading)).toEqual({
    url: expect.stringContaining('/pub/1') as string,
    key: 'k1',
    filename: 'photo.gif',
    contentType: 'image/gif',
    size: GIF.byteLength,
    sha256: createHash('sha256').update(GIF).digest('hex'),
  });
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({ method: 'PUT', url: '/up/1?sig=secret' });
  expect(asked[0]?.headers).toMatchObject({ 'content-type': 'image/gif', 'content-length': String(GIF.byteLength) });
  expect(asked[0]?.headers.authorization).toBeUndefined();
  expect(asked[0]?.body.equals(GIF)).toBe(true);
});

test('MED-02 a file over 4 MB goes the same way, in pieces, with progress', async () => {
  const bytes = Buffer.concat([GIF, Buffer.alloc(5 * 1024 * 1024, 7)]);
  const shares: number[] = [];
  const progress = (sent: number, size: number): void => void shares.push(sent / size);
  const { file, uploading, asked } = await bench(() => ({ status: 200 }), bytes, { progress });
  await uploadFile(file, uploading);
  expect(asked[0]?.body.equals(bytes)).toBe(true);
  expect(shares.length).toBeGreaterThan(10);
  expect(shares.at(-1)).toBe(1);
});

test.each([403, 410])('an upload address that has expired (%i) is asked for again, once', async (status) => {
  const { file, uploading, asked, notices } = await bench((_, count) => ({ status: count === 1 ? status : 200 }));
  const sha256 = createHash('sha256').update(GIF).digest('hex');
  expect(await uploadFile(file, uploading)).toMatchObject({ key: 'k2', sha256 });
  expect(asked.map(({ url }) => url)).toEqual(['/up/1?sig=secret', '/up/2?sig=secret']);
  expect(asked[1]?.body.equals(GIF)).toBe(true);
  expect(notices).toEqual(['The upload URL of photo.gif has expired; requesting another.']);
});

test('an address that is refused twice is a failure', async () => {
  const { file, uploading, presigned } = await bench(() => ({ status: 403 }));
  await expect(uploadFile(file, uploading)).rejects.toMatchObject({
    exitCode: 5,
    message: 'The storage refused photo.gif with status 403.',
  });
  expect(presigned).toHaveLength(2);
});

test.each([400, 413])('a refusal of the storage (%i) is not tried again', async (status) => {
  const { file, uploading, asked } = await bench(() => ({ status }));
  await expect(uploadFile(file, uploading)).rejects.toMatchObject({ exitCode: 3, fields: { status } });
  expect(asked).toHaveLength(1);
});

test('a storage that is busy or breaks off is tried again with the whole file', async () => {
  const { file, uploading, asked } = await bench((_, count) =>
    count === 1 ? { cut: 'before' } : { status: count === 2 ? 503 : 200 },
  );
  await uploadFile(file, uploading);
  expect(asked).toHaveLength(3);
  expect(asked[2]?.body.equals(GIF)).toBe(true);
});

test('a file that grew while it was uploaded is not taken for whole', async () => {
  const { file, uploading, path } = await bench(() => {
    appendFileSync(path, 'more');
    return { status: 200 };
  });
  await expect(uploadFile(file, uploading)).rejects.toMatchObject({
    exit: 'internal',
    message: 'photo.gif changed while it was uploaded.',
  });
});

test('a file that shrank ends the upload instead of leaving it hanging', async () => {
  const { file, uploading, path } = await bench(() => ({ status: 200 }), Buffer.concat([GIF, Buffer.alloc(300_000)]));
  truncateSync(path, 100_000);
  await expect(uploadFile(file, uploading)).rejects.toThrow('photo.gif changed while it was uploaded');
});

test('an upload in which nothing moves any more is given up', async () => {
  const { openClock } = await import('../../src/world/clock.ts');
  const { file, uploading } = await bench(() => new Promise(() => undefined), GIF, { clock: openClock(), stallMs: 60 });
  await expect(uploadFile(file, uploading)).rejects.toMatchObject({ exitCode: 13, fields: { code: 'timed_out' } });
});

test('an interruption stops the upload with its own failure', async () => {
  const made = await bench(() => {
    made.interrupt(failure('interrupted'));
    return new Promise(() => undefined);
  });
  await expect(uploadFile(made.file, made.uploading)).rejects.toMatchObject({ exitCode: 130 });
});

test('a signed address never reaches the debug lines', async () => {
  const lines: string[] = [];
  const { file, uploading } = await bench(() => ({ status: 200 }), GIF, { debug: (line) => void lines.push(line) });
  await uploadFile(file, uploading);
  expect(lines.join('\n')).toContain('PUT');
  expect(lines.join('\n')).not.toContain('secret');
});

// prettier-ignore
test.each([
  ['/f.png',                       200, undefined],
  ['/f.png',                       404, 'its URL responds with 404'],
  ['/f.png?X-Amz-Expires=600',     200, 'its URL is valid only for a limited time'],
  ['/f.png?se=2026&sig=x',         200, 'its URL is valid only for a limited time'],
])('whether %s that answers %i stays: %s', async (path, status, why) => {
  const api = await scriptedApi(() => ({ status, body: 'bytes' }));
  const { uploading } = await bench(() => ({ status: 200 }));
  expect(await whyNotPermanent(api.url + path, uploading)).toBe(why);
});

test('MED-04 an address that nobody answers is not permanent', async () => {
  const { uploading } = await bench(() => ({ status: 200 }));
  expect(await whyNotPermanent('http://127.0.0.1:1/f.png', uploading)).toContain('its URL cannot be read');
});
