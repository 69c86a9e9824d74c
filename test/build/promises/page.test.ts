/** The table of promises: every title that it names is that of a test. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { pageOf, problemsOf, type Promises } from '../../../src/build/promises/page.ts';
import { titlesIn } from '../../../src/build/titles.ts';
import { ROOT } from '../../support/process.ts';

const rows = (...listed: object[]) => ({ features: { Area: listed }, hazards: {} }) as Promises;
const titles = new Map([['a.test.ts', new Set(['it works'])]]);

test('titles are those of test, it and describe, as they are written', () => {
  const text = `describe('a', () => { test.each([1])('b %s', f); it(\`c \${d}\`, f); test.concurrent.each\`x\`('e', f); say('f') })`;
  expect([...titlesIn(text)]).toEqual(['a', 'b %s', 'c ${d}', 'e']);
});

test('a title that no test has, a file without titles, and a promise without either are refused', () => {
  expect(problemsOf(rows({ promise: 'p', tests: { 'a.test.ts': ['it works'] } }), titles)).toEqual([]);
  expect(problemsOf(rows({ promise: 'p', tests: { 'a.test.ts': ['it worked'] } }), titles)).toEqual([
    'No test in test/a.test.ts is called "it worked".',
  ]);
  expect(problemsOf(rows({ promise: 'p', tests: { 'b.test.ts': [] } }), titles)).toEqual([
    'b.test.ts is named without a title: p',
  ]);
  expect(problemsOf(rows({ promise: 'p' }), titles)).toEqual(['No test shows: p']);
  expect(problemsOf(rows({ promise: 'p', missing: 'all of it' }), titles)).toEqual([]);
});

test('the page numbers the promises, and says what does not hold yet', () => {
  const page = pageOf(rows({ promise: 'p', tests: { 'a.test.ts': ['it works'] } }, { promise: 'q', missing: 'r' }));
  expect(page).toContain('| 1 | p | `test/a.test.ts` |');
  expect(page).toContain('| 2 | q |  |');
  expect(page).toContain('Not yet: r.');
  expect(pageOf(rows({ promise: 'p', tests: {} }))).toContain('All of them hold.');
});

test('the 68 features and 40 hazards are there, and every title that they name is that of a test', async () => {
  const text = await readFile(join(ROOT, 'test', 'promises', 'promises.yaml'), 'utf8');
  const promises = parse(text) as Promises;
  const parts = [promises.features, promises.hazards].map((part) => Object.values(part).flat());
  expect(parts.map((part) => part.length)).toEqual([68, 40]);
  const files = parts.flat().flatMap(({ tests = {} }) => Object.keys(tests));
  const read = async (file: string) => [file, titlesIn(await readFile(join(ROOT, 'test', file), 'utf8'))] as const;
  expect(problemsOf(promises, new Map(await Promise.all(files.map(read))))).toEqual([]);
});
