import { expect, test } from 'vitest';
import { sourceOf } from '../../../src/build/counts/source.ts';
import {
  apiPaths,
  bagAccesses,
  callsOf,
  effectsAsParticiples,
  hiddenKeys,
  isBareParticiple,
  platformComparisons,
  sameNamedTypes,
} from '../../../src/build/counts/words.ts';

const of = (text: string) => [sourceOf('src/service/areas/a.ts', text)];

test.each(['told', 'settled', 'kept'])('%s is a bare participle', (name) => {
  expect(isBareParticiple(name)).toBe(true);
});

test.each(['seed', 'keepSent', 'sentAt', 'notes'])('%s is none', (name) => {
  expect(isBareParticiple(name)).toBe(false);
});

test('a participle counts where it is async, answers later or takes a transaction', () => {
  const text = `async function told() {}\nfunction kept(tx: Tx) {}\nconst laid = (): Promise<void> => go();\nfunction settled() {}\n`;
  expect(effectsAsParticiples(of(text)).map((one) => one.split(' ')[1])).toEqual(['told', 'kept', 'laid']);
});

test('bags, hidden keys, paths, platforms and transactions are found where they are written', () => {
  const text = `const a = one.doc['x'];\nconst b = doc['$y'];\nconst c = '/v1/posts';\nif (p === 'reddit') store.transact(c);\n`;
  expect(bagAccesses(of(text))).toEqual({ count: 2, files: 1 });
  expect(hiddenKeys(of(text))).toEqual(['$y']);
  expect(apiPaths(of(text))).toEqual({ count: 1, files: 1 });
  expect(platformComparisons(of(text), new Set(['reddit']))).toEqual({ count: 1, files: 1 });
  expect(callsOf(of(text), 'transact')).toEqual({ count: 1, files: 1 });
});

test('a type name counts once for each file, from the fourth file on', () => {
  const files = ['a', 'b', 'c', 'd'].map((name) => sourceOf(`src/${name}.ts`, 'interface Row {}\ntype Row = 1;\n'));
  expect(sameNamedTypes(files)).toEqual([['Row', 4]]);
  expect(sameNamedTypes(files.slice(1))).toEqual([]);
});
