import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFifo } from '../support/fifo.ts';
import { testWorld } from '../support/world.ts';

/** The smallest picture there is. */
const GIF = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

test('a file is opened with its size and streamed whole, twice', async () => {
  const { world, folder } = testWorld();
  const bytes = Buffer.from(Array.from({ length: 600_000 }, (_, at) => at % 251));
  writeFileSync(join(folder, 'clip.mp4'), bytes);
  const file = await world.files.open('clip.mp4');
  expect(file).toMatchObject({ name: 'clip.mp4', sizeBytes: 600_000, path: join(folder, 'clip.mp4') });
  expect((await collected(file.stream())).equals(bytes)).toBe(true);
  expect((await collected(file.stream())).equals(bytes)).toBe(true);
  await file.close();
});

test('the type comes from the content before the name', async () => {
  const { world, folder } = testWorld();
  writeFileSync(join(folder, 'photo.jpg'), GIF);
  const file = await world.files.open('photo.jpg');
  expect(file.contentType).toBe('image/gif');
  await file.close();
});

// prettier-ignore
test.each([
  ['notes.csv',  'text/csv'],
  ['CLIP.MOV',   'video/quicktime'],
  ['strange.xyz', undefined],
  ['none',        undefined],
])('content that says nothing leaves the type of %s to its name: %s', async (name, type) => {
  const { world, folder } = testWorld();
  writeFileSync(join(folder, name), 'just text');
  const file = await world.files.open(name);
  expect(file.contentType).toBe(type);
  await file.close();
});

test('what is no regular file is refused with its kind and exit 2', async () => {
  const { world, folder } = testWorld();
  makeFifo(join(folder, 'pipe'));
  mkdirSync(join(folder, 'sub'));
  await expect(world.files.open('pipe')).rejects.toMatchObject({
    exit: 'usage',
    message: 'pipe is a named pipe, not a file.',
  });
  await expect(world.files.open('sub')).rejects.toMatchObject({
    exit: 'usage',
    message: 'sub is a folder, not a file.',
  });
  await expect(world.files.open('/dev/null')).rejects.toMatchObject({
    exit: 'usage',
    message: '/dev/null is a device, not a file.',
  });
  await expect(world.files.readText('sub')).rejects.toMatchObject({ exit: 'usage' });
});

test('an empty path is no folder', async () => {
  const { world } = testWorld();
  for (const read of [world.files.open, world.files.readText])
    await expect(read('')).rejects.toMatchObject({ exit: 'usage', message: 'An empty string is not a file name.' });
});

test('a missing file is exit 2 and named', async () => {
  const { world } = testWorld();
  await expect(world.files.open('nowhere.png')).rejects.toMatchObject({
    exit: 'usage',
    message: 'nowhere.png: there is no such file.',
    fields: { param: 'nowhere.png' },
  });
});

test('a file that grows or shrinks after opening is seen to have changed', async () => {
  const { world, folder } = testWorld();
  writeFileSync(join(folder, 'log.txt'), 'one');
  const file = await world.files.open('log.txt');
  expect(await file.hasChanged()).toBe(false);
  appendFileSync(join(folder, 'log.txt'), ' and more');
  expect(await file.hasChanged()).toBe(true);
  expect((await collected(file.stream())).toString()).toBe('one');
  await file.close();
});

test('text is read without its byte order mark and refused when it is too large', async () => {
  const { world, folder } = testWorld();
  writeFileSync(join(folder, 'text'), '\uFEFFhello');
  expect(await world.files.readText('text')).toBe('hello');
  await expect(world.files.readText('text', 4)).rejects.toMatchObject({ exit: 'usage' });
});

test('a file in another encoding is refused, not read with signs in place of those it has', async () => {
  const { world, folder } = testWorld();
  writeFileSync(join(folder, 'latin.csv'), Buffer.from('Gr\u00fc\u00dfe', 'latin1'));
  writeFileSync(join(folder, 'utf16.csv'), Buffer.from('\uFEFFcontent', 'utf16le'));
  for (const name of ['latin.csv', 'utf16.csv'])
    await expect(world.files.readText(name)).rejects.toMatchObject({
      exit: 'usage',
      message: `${name} is not text in UTF-8.`,
      fields: { param: name },
    });
});

test('a file that may be absent reads as undefined', async () => {
  const { world } = testWorld();
  expect(await world.files.readIfThere('service.json')).toBeUndefined();
});

test('an atomic write leaves the whole text with mode 0600 and nothing beside it', async () => {
  const { world, folder } = testWorld();
  await world.files.writeAtomic('state.json', '{}');
  await world.files.writeAtomic('state.json', '{"a":1}');
  expect(readFileSync(join(folder, 'state.json'), 'utf8')).toBe('{"a":1}');
  expect(statSync(join(folder, 'state.json')).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['state.json']);
});

test('a write that cannot succeed says why and leaves nothing', async () => {
  const { world, folder } = testWorld();
  await expect(world.files.writeAtomic('no/such/folder/x', 'x')).rejects.toMatchObject({
    fields: { param: 'no/such/folder/x' },
  });
  expect(readdirSync(folder)).toEqual([]);
});

test('a full disk is told as such', async () => {
  const { world } = testWorld();
  await expect(world.files.writeAtomic('/dev/full/x', 'x')).rejects.toMatchObject({ exit: 'usage' });
  const { asFailure } = await import('../../src/world/file-fault.ts');
  const full = asFailure(Object.assign(new Error('write'), { code: 'ENOSPC' }), 'data');
  expect(full).toMatchObject({ exit: 'internal', message: 'data: the disk is full.' });
});

test('folders are made private, and removing what is not there is no error', async () => {
  const { world, folder } = testWorld();
  await world.files.makeFolder('a/b');
  expect(statSync(join(folder, 'a')).mode & 0o777).toBe(0o700);
  await world.files.removeFolder('a');
  await world.files.removeFolder('a');
  expect(existsSync(join(folder, 'a'))).toBe(false);
  await expect(world.files.remove('a')).resolves.toBeUndefined();
});

test('where no folder can be made, that is said at once', async () => {
  const { world, folder } = testWorld();
  for (const path of ['/proc/none', '/proc/none/deeper'])
    await expect(world.files.makeFolder(path), path).rejects.toMatchObject({
      exit: 'internal',
      message: 'Cannot create a folder in /proc.',
    });
  await expect(world.privateFiles.write('/proc/none/key', 'x')).rejects.toMatchObject({ exit: 'internal' });
  symlinkSync(join(folder, 'none'), join(folder, 'link'));
  for (const path of ['link', 'link/deeper', '/dev/null/x'])
    await expect(world.files.makeFolder(path), path).rejects.toMatchObject({ exit: 'usage' });
});

test('who removes a file never loses a folder, a device, or what a link leads to', async () => {
  const { world, folder } = testWorld();
  mkdirSync(join(folder, 'sub'));
  writeFileSync(join(folder, 'sub', 'kept'), 'text');
  for (const [name, target] of Object.entries({ toFolder: 'sub', toFile: 'sub/kept', nowhere: 'none' }))
    symlinkSync(join(folder, target), join(folder, name));
  for (const path of ['sub', 'toFolder', '/dev/null'])
    await expect(world.files.remove(path), path).rejects.toMatchObject({ exit: 'usage' });
  for (const path of ['toFile', 'nowhere']) await world.files.remove(path);
  expect(readdirSync(folder).sort()).toEqual(['sub', 'toFolder']);
  expect(readFileSync(join(folder, 'sub', 'kept'), 'utf8')).toBe('text');
});

async function collected(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(Uint8Array.from(piece));
  return Buffer.concat(pieces);
}
