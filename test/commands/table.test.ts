import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { specOfLeaf } from '../../src/cli/branch.ts';
import { branchesUnder, leavesUnder, treeOf } from '../../src/cli/tree.ts';
import { families, handMade, headings, ownBranches } from '../../src/commands/table.ts';
import { catalog } from '../client/cards.ts';
import { ROOT } from '../support/module.ts';

const tree = treeOf(catalog.index(), { handMade, families, ownBranches, headings });

/** `posts/create.ts` is `posts create`. */
async function commandFiles(): Promise<readonly string[]> {
  const files = await readdir(join(ROOT, 'src', 'commands'), { recursive: true });
  return files
    .filter((file) => file.endsWith('.ts') && file !== 'table.ts')
    .map((file) => file.slice(0, -'.ts'.length).replaceAll('/', ' '));
}

test('the table names the files of the folder, all of them and no others', async () => {
  expect(Object.keys(handMade).sort()).toEqual([...(await commandFiles())].sort());
});

test('each command says the path of its file', async () => {
  for (const [path, load] of Object.entries(handMade)) expect((await load()).default.path.join(' '), path).toBe(path);
});

test('an override has a generated command to go over, and a command made by hand has none', async () => {
  const generated = catalog.index().commands;
  for (const [path, load] of Object.entries(handMade))
    expect(Object.hasOwn(generated, path), path).toBe((await load()).default.kind === 'override');
});

test('an override hides only fields that the operation has', async () => {
  for (const [path, load] of Object.entries(handMade)) {
    const made = (await load()).default;
    const id = catalog.index().commands[path]?.id;
    if (made.kind !== 'override' || id === undefined) continue;
    const { body, params } = catalog.card(id);
    const fields = [...Object.keys(body?.schema.properties ?? {}), ...params.map(({ name }) => name)];
    expect(fields, path).toEqual(expect.arrayContaining([...made.hide]));
  }
});

test('every noun has a summary, a heading of the known ones, and commands under it', () => {
  for (const { name, summary, heading } of tree.branches) {
    expect(summary, name).toMatch(/^[A-Z].*\.$/);
    expect([...Object.values(catalog.index().groups), ...headings], name).toContain(heading);
    expect(branchesUnder(tree, name).length + leavesUnder(tree, name).length, name).toBeGreaterThan(0);
  }
});

test('every command stands under a noun of the tree, and made by hand perhaps at its top', () => {
  const nouns = tree.branches.map(({ name }) => name);
  for (const { path, entry } of tree.leaves.values()) {
    const above = path.split(' ').slice(0, -1).join(' ');
    expect(entry === undefined ? ['', ...nouns] : nouns, path).toContain(above);
  }
});

test('every command has a summary, an example of its own, and flags that differ', async () => {
  for (const leaf of tree.leaves.values()) {
    const spec = specOfLeaf(leaf, (await leaf.load?.())?.default, catalog);
    expect(spec.summary, leaf.path).toMatch(/^[A-Z].*\.$/);
    expect(spec.examples.length, leaf.path).toBeGreaterThan(0);
    for (const example of spec.examples) expect(example, leaf.path).toContain(`svc ${leaf.path}`);
    const longs = [...spec.flags, ...spec.globals].map(({ long }) => long);
    expect(longs, leaf.path).toEqual([...new Set(longs)]);
  }
});
