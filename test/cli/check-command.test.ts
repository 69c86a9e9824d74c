import { expect, test } from 'vitest';
import { checkCommand } from '../../src/cli/check-command.ts';
import { choose } from '../../src/cli/program.ts';
import { treeOf } from '../../src/cli/tree.ts';
import { families, handMade, headings, ownBranches } from '../../src/commands/table.ts';
import { parse } from 'shell-quote';
import { catalog, inputOf } from '../client/cards.ts';
import { testWorld } from '../support/world.ts';

const ID = '65a1b2c3d4e5f60718293a4b';
const check = (id: string, more: Parameters<typeof inputOf>[0] = {}) =>
  checkCommand(catalog.card(id), inputOf(more), catalog);

test('names the record where the write named it, else the list it would stand in', () => {
  expect(check('updatePost', { path: { postId: ID } })).toBe(`svc posts get ${ID}`);
  expect(check('retryPost', { path: { postId: ID } })).toBe(`svc posts get ${ID}`);
  expect(check('createPost')).toBe('svc posts list');
});

test('takes what the look requires out of what the write was told', () => {
  expect(check('createQueueSlot', { body: { profileId: ID } })).toBe(`svc queue slots list --profile-id ${ID}`);
});

const writes = Object.values(catalog.index().commands)
  .map(({ id }) => catalog.card(id))
  .filter(({ method }) => method !== 'GET');

/** What a write may have been told beside its address. */
const toldBy = ({ params }: (typeof writes)[number]): Record<string, string> =>
  Object.fromEntries(['accountId', 'profileId', ...params.map(({ name }) => name)].map((name) => [name, ID]));

test.each(writes.map((card) => [card.command.path.join(' '), card] as const))(
  'after svc %s the check is a command line that parses and only looks',
  async (_, card) => {
    const path = Object.fromEntries(card.params.filter((one) => one.in === 'path').map(({ name }) => [name, ID]));
    for (const input of [inputOf({ path }), inputOf({ path, query: toldBy(card) })]) {
      const line = checkCommand(card, input, catalog);
      const argv = parse(line).map(String).slice(1);
      const tree = treeOf(catalog.index(), { handMade, families, ownBranches, headings });
      const { world } = testWorld();
      const choice = await choose({ argv, version: '0', catalog, tree, out: world.io.out });
      expect(choice === undefined || choice.spec.card?.method === 'GET', line).toBe(true);
    }
  },
);
