/** The house keeps its own rules: what no compiler or linter looks at. */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/process.ts';

const sources = await textsUnder('src', /\.ts$/);
const tests = await textsUnder('test', /\.ts$/);
const docs = [
  ...(await textsUnder('docs', /\.md$/)),
  ['README.md', await readFile(join(ROOT, 'README.md'), 'utf8')] as const,
];

test('every source file begins with a sentence that says what it is for', () => {
  const silent = sources.filter(([, text]) => !/^(?:#!.*\n)?\/\*\*[\s\S]{10,}?\*\//.test(text));
  expect(silent.map(([path]) => path)).toEqual([]);
});

test('no source file has a loose end', () => {
  const loose = sources.filter(([, text]) =>
    /\b(?:TODO|FIXME|XXX)\b|eslint-disable|@ts-(?:ignore|expect-error|nocheck)|\bas any\b/.test(text),
  );
  expect(loose.map(([path]) => path)).toEqual([]);
});

test('no room is called utils, helpers, common or shared, and none has a barrel', () => {
  const names = sources.map(([path]) => path);
  expect(names.filter((path) => /\/(?:utils?|helpers?|common|shared|index)(?:\/|\.ts$)/.test(path))).toEqual([]);
});

test('words for a person leave through the door of output, which makes them harmless', () => {
  const around = sources.filter(([path, text]) => !path.startsWith('src/output/') && /\berr\.write\(/.test(text));
  const ours = around.filter(([path]) => !/^src\/(?:build|service|world)\//.test(path));
  expect(ours.map(([path]) => path)).toEqual([]);
});

test('no test is skipped, singled out or left to do', () => {
  const marked = tests.filter(([, text]) =>
    /\b(?:test|it|describe)\.(?:skip|only|todo|fails|skipIf|runIf)\b/.test(text),
  );
  expect(marked.map(([path]) => path)).toEqual([]);
});

test('no test sleeps', () => {
  const sleepy = tests.filter(([, text]) => /setTimeout\(|timers\/promises/.test(text));
  expect(sleepy.map(([path]) => path)).toEqual([]);
});

test('the lock file names no registry', async () => {
  expect(await readFile(join(ROOT, 'package-lock.json'), 'utf8')).not.toMatch(/"resolved":/);
});

test('no dependency needs an install script to run', async () => {
  const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean; dev?: boolean; devOptional?: boolean }>;
  };
  const scripted = Object.entries(lock.packages).filter(
    ([, entry]) => entry.hasInstallScript === true && entry.dev !== true,
  );
  expect(scripted.map(([path]) => path)).toEqual([]);
});

test('no text in the repository holds a path of a machine', () => {
  const found = [...sources, ...tests, ...docs].filter(([, text]) =>
    /\/(?:work|root|home\/[a-z]+)\/(?!\.\.)/.test(text),
  );
  expect(found.map(([path]) => path).filter((path) => path !== 'test/rules/house.test.ts')).toEqual([]);
});

test('an architecture decision is short and says how one would notice that it was wrong', () => {
  const decisions = docs.filter(([path]) => path.startsWith('docs/decisions/'));
  expect(decisions.length).toBeGreaterThan(5);
  for (const [path, text] of decisions) {
    expect(text.split('\n').length, path).toBeLessThanOrEqual(41);
    expect(text, path).toContain('## How we would notice that this was wrong');
  }
});

async function textsUnder(folder: string, wanted: RegExp): Promise<(readonly [path: string, text: string])[]> {
  const names = await readdir(join(ROOT, folder), { recursive: true });
  const paths = names
    .filter((name) => wanted.test(name))
    .map((name) => join(folder, name))
    .sort();
  return Promise.all(paths.map(async (path) => [path, await readFile(join(ROOT, path), 'utf8')] as const));
}
