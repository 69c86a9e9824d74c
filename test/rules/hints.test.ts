/** Every command that a sentence of ours names is there: a hint that cannot be followed is worse than none. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { treeOf, understood } from '../../src/cli/tree.ts';
import { handMade, headings, ownBranches } from '../../src/commands/table.ts';
import { catalog } from '../client/cards.ts';
import { ROOT } from '../support/module.ts';

const tree = treeOf(catalog.index(), { handMade, ownBranches, headings });

/** `svc a b` between marks, in a string or a template; what follows in capitals, signs or places is left away. */
const NAMED = /`svc ((?:[a-z][a-z-]*)(?: [a-z][a-z-]*)*)/g;

/** Sentences that are a template of their own and begin with `svc`. */
const VERBS = ['failed', 'needs', 'help'];

const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') || name.endsWith('.yaml'))
  .map((name) => [name, readFileSync(join(ROOT, 'src', name), 'utf8').replaceAll('\\`', '`')] as const);

const isThere = (words: readonly string[]): boolean => {
  const { path, rest } = understood(tree, words);
  return rest.length === 0 || tree.leaves.has(path);
};

test('every `svc …` in the sources begins with a command or a noun', () => {
  const named = sources.flatMap(([name, text]) =>
    [...text.matchAll(NAMED)].map(([, words = '']) => ({ name, words: words.split(' ') })),
  );
  expect(named.length).toBeGreaterThan(100);
  const strange = named.filter(({ words }) => !VERBS.includes(words[0] ?? '') && !isThere(words));
  expect(strange.map(({ name, words }) => `${name}: svc ${words.join(' ')}`)).toEqual([]);
});
