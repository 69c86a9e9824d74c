/** What tools say of themselves, against what the contract declares of their operations. */
import { expect, test } from 'vitest';
import { openCatalog } from '../../src/catalog/catalog.ts';
import { hintsOf } from '../../src/mcp/hints.ts';
import { openToolbox } from '../../src/mcp/toolbox.ts';
import { READINGS } from '../../src/kernel/effect.ts';

const catalog = openCatalog('dist/cards');
const toolbox = openToolbox(catalog);
const effects = catalog.service().operations;

const hintsFor = (name: string) => {
  const tool = toolbox.tool(name);
  if (tool === undefined) throw new Error(`There is no tool ${name}.`);
  return toolbox.hints(tool);
};

test('exactly the operations that the contract declares as readings are read-only, whatever their method', () => {
  for (const { id } of catalog.operations()) {
    const { readOnlyHint, destructiveHint, idempotentHint } = hintsFor(id);
    const does = effects[id]?.effect.does ?? 'run';
    expect(readOnlyHint, id).toBe(READINGS.includes(does));
    if (readOnlyHint)
      expect({ destructiveHint, idempotentHint }, id).toEqual({ destructiveHint: false, idempotentHint: true });
    if (does === 'delete') expect(destructiveHint, id).toBe(true);
    if (does === 'create') expect(idempotentHint, id).toBe(false);
  }
});

test('whatever a command asks about first is destructive', () => {
  for (const { id } of catalog.operations())
    if (catalog.card(id).command.confirm !== undefined) expect(hintsFor(id).destructiveHint, id).toBe(true);
});

// prettier-ignore
test.each([
  // tool                    read-only  destructive  idempotent
  ['accounts_list',          true,      false,       true],
  ['accounts_get',           true,      false,       true],
  ['posts_list_failed',      true,      false,       true],
  ['validate_validate_post', true,      false,       true],
  ['search_tools',           true,      false,       true],
  ['posts_create',           false,     false,       false],
  ['posts_cross_post',       false,     false,       false],
  ['posts_publish_now',      false,     true,        true],
  ['posts_update',           false,     true,        true],
  ['posts_retry_all_failed', false,     true,        false],
  ['profiles_delete',        false,     true,        true],
  ['connect_get_connect_url', false,    false,       false],
  ['call_tool',              false,     true,        false],
] as const)('%s', (name, readOnlyHint, destructiveHint, idempotentHint) => {
  expect(hintsFor(name)).toEqual({ readOnlyHint, destructiveHint, idempotentHint });
});

test('a tool is as dangerous as the most dangerous operation that it may call', () => {
  const [reading, adding, losing] = ['listPosts', 'createPost', 'deletePost'].map((id) => catalog.card(id));
  if (reading === undefined || adding === undefined || losing === undefined) throw new Error('No cards.');
  expect(hintsOf([reading, adding])).toEqual({ readOnlyHint: false, destructiveHint: false, idempotentHint: false });
  expect(hintsOf([adding, losing])).toMatchObject({ readOnlyHint: false, destructiveHint: true });
});
