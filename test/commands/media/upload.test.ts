import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failure } from '../../../src/kernel/failure.ts';
import { ran, type Running } from '../running.ts';

const GIF = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

const before: Running['before'] = ({ folder }) => {
  writeFileSync(join(folder, 'photo.jpg'), GIF);
  writeFileSync(join(folder, 'clip.pdf'), '%PDF-1.7\n');
  mkdirSync(join(folder, 'sub'));
};

const upload = (words: readonly string[], running: Running = {}) =>
  ran(['media', 'upload', ...words], { before, ...running });

test('MED-01 one file is one record, its type told by its content', async () => {
  const { code, result, calls, err } = await upload(['photo.jpg']);
  expect({ code, err: err() }).toEqual({ code: 0, err: '' });
  expect(calls).toEqual(['POST /v1/media/presign', 'PUT /up/photo.jpg']);
  expect(result).toEqual({
    url: expect.stringContaining('/pub/photo.jpg') as string,
    key: 'photo.jpg',
    filename: 'photo.jpg',
    contentType: 'image/gif',
    size: GIF.byteLength,
    sha256: createHash('sha256').update(GIF).digest('hex'),
  });
});

test('several files are one document, in their order', async () => {
  const { code, result } = await upload(['clip.pdf', 'photo.jpg']);
  expect(code).toBe(0);
  expect(result).toMatchObject({
    files: [{ filename: 'clip.pdf', contentType: 'application/pdf' }, { filename: 'photo.jpg' }],
  });
});

test('a file that fails does not stop the others: exit 9, and both are in the document', async () => {
  const special: Running['special'] = ({ url }) => (url.startsWith('/up/clip') ? { status: 413 } : undefined);
  const { code, result, error } = await upload(['clip.pdf', 'photo.jpg'], { special });
  expect(code).toBe(9);
  expect(result).toMatchObject({
    files: [
      { filename: 'clip.pdf', error: { status: 413 } },
      { filename: 'photo.jpg', size: GIF.byteLength },
    ],
  });
  expect(error.message).toContain('1 of 2 files were not uploaded.\nclip.pdf:');
  expect(error.hint).toBe('`svc media upload clip.pdf` uploads only what is missing.');
});

test('one file that fails is its own failure', async () => {
  const { code, result } = await upload(['clip.pdf'], {
    special: ({ url }) => (url.startsWith('/up/') ? { status: 413 } : undefined),
  });
  expect({ code, result }).toEqual({ code: 3, result: {} });
});

// prettier-ignore
test.each([
  [['photo.jpg', 'nowhere.png'],            'nowhere.png: there is no such file.'],
  [['photo.jpg', 'sub'],                    'sub is a folder, not a file.'],
  [['https://cdn.example/a.png'],           'https://cdn.example/a.png is already a URL: use it in a post.'],
  [['photo.jpg', '/dev/null'],              '/dev/null is a device, not a file.'],
])('%j is exit 2 and nothing is uploaded', async (words, message) => {
  const { code, error, asked } = await upload(words);
  expect({ code, asked, message: error.message }).toEqual({ code: 2, asked: [], message });
});

test('no file at all is exit 2', async () => {
  expect((await upload([])).code).toBe(2);
});

test('an expired upload address is asked for again', async () => {
  let puts = 0;
  const special: Running['special'] = ({ method }) => (method === 'PUT' && ++puts === 1 ? { status: 410 } : undefined);
  const { code, calls, err } = await upload(['photo.jpg'], { special });
  expect({ code, presigned: calls.filter((call) => call.includes('presign')).length }).toEqual({
    code: 0,
    presigned: 2,
  });
  expect(err()).toContain('has expired; requesting another');
});

test('--permanent fails for a file that cannot be read afterwards, and says where it is', async () => {
  const special: Running['special'] = ({ url }) => (url.startsWith('/pub/') ? { status: 403 } : undefined);
  const { code, error } = await upload(['photo.jpg', '--permanent'], { special });
  expect({ code, error: error['code'] }).toEqual({ code: 3, error: 'not_permanent' });
  expect(error.details).toMatchObject({ uploaded: [{ key: 'photo.jpg' }] });
  expect((await upload(['photo.jpg', '--permanent'])).code).toBe(0);
});

test('Ctrl-C says what exists and what does not', async () => {
  let interrupt: (reason: unknown) => void = () => undefined;
  const { code, error } = await upload(['photo.jpg', 'clip.pdf'], {
    before: async (made) => {
      await before(made);
      interrupt = made.interrupt;
    },
    special: ({ url }) => {
      if (!url.startsWith('/up/clip')) return undefined;
      interrupt(failure('interrupted'));
      return new Promise(() => undefined);
    },
  });
  expect(code).toBe(130);
  expect(error.message).toMatch(/^Interrupted\. Uploaded: photo\.jpg at http\S+\. Not uploaded: clip\.pdf\.$/);
  expect(error.details).toMatchObject({ uploaded: [{ filename: 'photo.jpg' }], notUploaded: ['clip.pdf'] });
  expect(error.hint).toBe('`svc media upload clip.pdf` uploads only what is missing.');
});

test('--dry-run shows what each file would ask for, and asks nothing', async () => {
  const one = await upload(['photo.jpg', '--dry-run']);
  expect({ code: one.code, calls: one.calls }).toEqual({ code: 0, calls: [] });
  expect(one.result).toMatchObject({
    dryRun: true,
    method: 'POST',
    body: { filename: 'photo.jpg', contentType: 'image/gif' },
    curl: expect.stringContaining('/v1/media/presign') as string,
  });
  const two = await upload(['photo.jpg', 'clip.pdf', '--dry-run']);
  expect(two.result).toMatchObject({
    requests: [{ body: { filename: 'photo.jpg' } }, { body: { filename: 'clip.pdf' } }],
  });
  expect(two.calls).toEqual([]);
});
