import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { differing, MARK, write } from '../../src/build/outputs.ts';
import { temporaryFolder } from '../support/temp.ts';

test('an output is written once, and again when its text has changed', async () => {
  const root = await temporaryFolder();
  write(root, { 'dist/a.txt': 'one' });
  const { mtimeMs } = await stat(join(root, 'dist/a.txt'));
  write(root, { 'dist/a.txt': 'one' });
  expect((await stat(join(root, 'dist/a.txt'))).mtimeMs).toBe(mtimeMs);

  expect(differing(root, { 'dist/a.txt': 'two' }, [])).toEqual(['dist/a.txt']);
  write(root, { 'dist/a.txt': 'two' });
  expect(await readFile(join(root, 'dist/a.txt'), 'utf8')).toBe('two');
});

test('an output in .gz holds its text compressed and is compared by its text', async () => {
  const root = await temporaryFolder();
  const text = 'word '.repeat(1000);
  write(root, { 'dist/a.txt.gz': text });
  const bytes = await readFile(join(root, 'dist/a.txt.gz'));
  expect(bytes.length).toBeLessThan(100);
  expect(String(gunzipSync(bytes))).toBe(text);
  expect(differing(root, { 'dist/a.txt.gz': text }, [])).toEqual([]);
  expect(differing(root, { 'dist/a.txt.gz': 'other' }, [])).toEqual(['dist/a.txt.gz']);
});

test('a generated page that is no output any more is removed, a page by hand stays', async () => {
  const root = await temporaryFolder();
  write(root, { 'docs/old.md': MARK, 'docs/hand.md': 'By hand.' });
  write(root, { 'docs/new.md': MARK }, ['docs']);
  expect(differing(root, { 'docs/new.md': MARK }, ['docs'])).toEqual([]);
  await expect(stat(join(root, 'docs/old.md'))).rejects.toThrow('ENOENT');
  expect(await readFile(join(root, 'docs/hand.md'), 'utf8')).toBe('By hand.');
});
