import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testWorld } from '../support/world.ts';

function setting() {
  const { world, folder } = testWorld();
  const keys = join(folder, 'keys');
  return { files: world.privateFiles, folder, keys, path: join(keys, 'a') };
}

const modeOf = (path: string): number => statSync(path).mode & 0o777;

test('a file is written for its owner alone, in a folder that is his alone', async () => {
  const { files, keys, path } = setting();
  await files.write(path, 'secret');
  expect([modeOf(path), modeOf(keys)]).toEqual([0o600, 0o700]);
  expect(await files.read(path)).toBe('secret');
  expect(await files.names(keys)).toEqual(['a']);
});

test('a folder that was open is closed when something is written into it', async () => {
  const { files, keys, path } = setting();
  mkdirSync(keys, { mode: 0o755 });
  await files.write(path, 'secret');
  expect(modeOf(keys)).toBe(0o700);
});

test('a file that others can read is not used', async () => {
  const { files, path } = setting();
  await files.write(path, 'secret');
  chmodSync(path, 0o640);
  await expect(files.read(path)).rejects.toMatchObject({
    fields: { code: 'settings_broken', hint: expect.stringContaining(`chmod 600 '${path}'`) as string },
  });
});

test('a file in a folder that others can write to is not used', async () => {
  const { files, keys, path } = setting();
  await files.write(path, 'secret');
  chmodSync(keys, 0o777);
  await expect(files.read(path)).rejects.toThrow('others can write to it');
});

test('a link is followed neither for reading nor for writing', async () => {
  const { files, folder, keys, path } = setting();
  const target = join(folder, 'target');
  writeFileSync(target, 'theirs', { mode: 0o600 });
  mkdirSync(keys, { mode: 0o700 });
  symlinkSync(target, path);
  await expect(files.read(path)).rejects.toThrow('symbolic link');
  await expect(files.write(path, 'mine')).rejects.toThrow('symbolic link');
  symlinkSync(keys, join(folder, 'linked'));
  await expect(files.write(join(folder, 'linked', 'b'), 'mine')).rejects.toThrow('symbolic link');
  expect(readdirSync(keys)).toEqual(['a']);
});

test('what is not there is undefined, and removing it is no error', async () => {
  const { files, keys, path } = setting();
  expect(await files.read(path)).toBeUndefined();
  expect(await files.remove(path)).toBe(false);
  expect(await files.names(keys)).toEqual([]);
  await files.write(path, 'secret');
  expect(await files.remove(path)).toBe(true);
  expect(await files.read(path)).toBeUndefined();
});
