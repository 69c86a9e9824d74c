/** What is pressed from the small contract, and the press as a command over the real one. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { command, override } from '../../src/cli/command.ts';
import { differing, write } from '../../src/build/outputs.ts';
import { pressCards, pressPages, pressTree } from '../../src/build/press.ts';
import type { Hand } from '../../src/build/specs.ts';
import { ROOT } from '../support/process.ts';
import { temporaryFolder } from '../support/temp.ts';
import { FIXTURE, NO_HAND } from './fixture.ts';

const { compiled, outputs } = await pressCards(FIXTURE);
const { tree, outputs: machine } = await pressTree(compiled, NO_HAND);

/** One operation of the small contract has a function, the others are served by what they declare. */
const serving = { functions: new Set(['sendBox']) };
const human = await pressPages(tree, compiled, serving);

const jsonOf = (text: string | undefined): Record<string, unknown> => JSON.parse(text ?? '') as Record<string, unknown>;

test('the same contract gives the same bytes', async () => {
  const again = await pressCards(FIXTURE);
  expect(again.outputs).toEqual(outputs);
  const { tree: same, outputs: bytes } = await pressTree(again.compiled, NO_HAND);
  expect(bytes).toEqual(machine);
  expect(await pressPages(same, again.compiled, serving)).toEqual(human);
});

test('the merged description keeps its references and loses our keys', () => {
  const text = outputs['dist/openapi.json'] ?? '';
  expect(text).not.toContain('x-svc-');
  expect(text).toContain('#/components/schemas/Thing');
  expect(Object.keys(jsonOf(text)['paths'] as object)).toEqual(['/v1/boxes', '/v1/things', '/v1/things/{thingId}']);
});

test('the types name schemas, bodies and answers', () => {
  const types = outputs['dist/types/contract.d.ts'];
  for (const name of ['Thing', 'Colour', 'CreateThingBody', 'CreateThing201', 'ListThings200']) {
    expect(types).toMatch(new RegExp(`^export (type|interface) ${name}\\b`, 'm'));
  }
});

test('the manifest has every command with its flags, choices and exits', () => {
  const { commands } = jsonOf(machine['dist/svc.manifest.json']) as {
    commands: Record<string, { flags: Record<string, unknown>; operation: unknown; hidden: boolean }>;
  };
  expect(Object.keys(commands)).toHaveLength(5);
  expect(commands['things:list']?.flags['colour']).toMatchObject({ options: ['red', 'green', 'blue'], in: 'query' });
  expect(commands['things:create']?.flags['name']).toMatchObject({ required: true, field: 'name', in: 'body' });
  expect(commands['things:create']?.operation).toMatchObject({ id: 'createThing', method: 'POST' });
  expect(commands['things:open']?.hidden).toBe(true);
});

test('the manifest tells flags of every command apart, and what a command may do', () => {
  const { commands } = jsonOf(machine['dist/svc.manifest.json']) as {
    commands: Record<string, { flags: Record<string, { helpGroup?: string }>; danger: string; deprecated: boolean }>;
  };
  expect(commands['things:list']?.flags['output']?.helpGroup).toBe('GLOBAL');
  expect(commands['things:list']?.flags['colour']?.helpGroup).toBeUndefined();
  expect(commands['things:list']).toMatchObject({ danger: 'none', deprecated: false });
  expect(commands['things:create']?.danger).toBe('write');
  expect(commands['things:open']).toMatchObject({ danger: 'destructive', deprecated: true });
});

test('the manifest names each exit of a command once', async () => {
  const { commands } = jsonOf(await readFile(join(ROOT, 'dist', 'svc.manifest.json'), 'utf8')) as {
    commands: Record<string, { exits: readonly string[] }>;
  };
  const doubled = Object.values(commands).filter(({ exits }) => new Set(exits).size !== exits.length);
  expect(doubled).toEqual([]);
});

test('an operation is looked up by id, command, address and the names of its fields', () => {
  const rows = jsonOf(outputs['dist/cards/operations.json']) as unknown as { id: string }[];
  expect(rows.map(({ id }) => id)).toHaveLength(5);
  expect(rows.find(({ id }) => id === 'createThing')).toEqual({
    id: 'createThing',
    command: 'things create',
    method: 'POST',
    path: '/v1/things',
    summary: 'Make a thing.',
    description: 'A thing has a name.',
    fields: ['_id', 'name', 'colour'],
  });
});

test('a reference page shows a command whole', () => {
  const page = human['docs/reference/things.md'] ?? '';
  expect(page).toContain('## svc things create\n\nMake a thing.');
  expect(page).toContain('- `--name <text>`: What people call it. Required.');
  expect(page).toContain('One of `red`, `green`, `blue`.');
  expect(page).toContain('svc things create --name Cup');
  expect(page).toContain('Calls `POST /v1/things` (`createThing`).');
  expect(page).toMatch(/Answers: `\d{3}`/);
});

test('a reference page tells what a command may do, and deprecated ones in a line', () => {
  const page = human['docs/reference/things.md'] ?? '';
  expect(page).toMatch(/`GET \/v1\/things` \(`listThings`\).* Changes nothing\./);
  expect(page).toMatch(/`POST \/v1\/things` \(`createThing`\).* Changes something\./);
  expect(page).not.toContain('## svc things open');
  expect(page).toMatch(/## Deprecated\n\n.*\n\n- `svc things open` \(`\w+`\): /);
});

const mine: Hand = {
  families: {
    shelf: () =>
      Promise.resolve({
        commands: [
          command({
            path: 'shelf fill',
            summary: 'Fill the shelf.',
            examples: ['svc shelf fill'],
            run: () => Promise.resolve({}),
          }),
        ],
      }),
  },
  handMade: {
    'shed paint': async () => ({
      default: command({
        path: 'shed paint',
        summary: 'Paint the shed.',
        flags: { coats: { type: 'integer', summary: 'How many coats' } },
        examples: ['svc shed paint --coats 2'],
        run: () => Promise.resolve({}),
      }),
    }),
    'things create': async () => ({
      default: override('things create', {
        flags: { like: { type: 'string', summary: 'A thing to copy' } },
        examples: ['svc things create --like Cup'],
      }),
    }),
  },
  ownBranches: [
    { name: 'shed', summary: 'The shed.', heading: 'House' },
    { name: 'shelf', summary: 'The shelf.', heading: 'House' },
  ],
};

test('hand-made commands stand beside the generated ones everywhere', async () => {
  const pressed = await pressTree(compiled, mine);
  const pages = await pressPages(pressed.tree, compiled, serving);
  const index = jsonOf(pressed.outputs['dist/cards/index.json']);
  expect(index['own']).toEqual({
    'shed paint': { summary: 'Paint the shed.' },
    'shelf fill': { summary: 'Fill the shelf.' },
  });
  expect(pressed.outputs['dist/svc.manifest.json']).toContain('"shed:paint"');
  expect(pages['docs/reference/shed.md']).toContain('`--coats <n>`');
  expect(pages['docs/reference/things.md']).toContain('`--like <text>`');
});

const handWith = (path: string, made: ReturnType<typeof command> | ReturnType<typeof override>): Hand => ({
  handMade: { [path]: () => Promise.resolve({ default: made }) },
  families: {},
  ownBranches: [],
});

// prettier-ignore
test.each([
  ['an override of a command that no operation has', handWith('things bend', override('things bend', {})), 'src/commands/things/bend.ts: overrides a command that no operation has'],
  ['a hand-made command in the place of a generated one', handWith('things list', command({ path: 'things list', summary: 'X', examples: ['svc things list'], run: () => Promise.resolve({}) })), 'src/commands/things/list.ts: is a command of an operation; make it an override'],
  ['an example with an unknown flag', handWith('things list', override('things list', { examples: ['svc things list --color red'] })), 'things.yaml listThings: the example "svc things list --color red" does not parse'],
  ['an example with a wrong choice', handWith('things list', override('things list', { examples: ['svc things list --colour pink'] })), 'Choices: "red", "green", "blue"'],
  ['an example with a spare word', handWith('things list', override('things list', { examples: ['svc things list now'] })), 'Unknown argument: now'],
  ['two flags of one name', handWith('things list', override('things list', { flags: { allPages: { type: 'boolean', summary: 'A' }, 'all-pages': { type: 'boolean', summary: 'B' } } })), '"things list" has two flags --all-pages'],
])('the press refuses %s', async (_what, hand, sentence) => {
  await expect(pressTree(compiled, hand)).rejects.toThrow(sentence);
});

test('writing leaves what is unchanged, and removes a generated page that is none any more', async () => {
  const root = await temporaryFolder();
  write(root, human);
  expect(differing(root, human, ['docs/reference'])).toEqual([]);
  const { 'docs/reference/things.md': things, ...fewer } = human;
  expect(things).toBeDefined();
  expect(differing(root, fewer, ['docs/reference'])).toEqual(['docs/reference/things.md']);
  write(root, fewer, ['docs/reference']);
  expect(differing(root, human, [])).toEqual(['docs/reference/things.md']);
});

test('a page that somebody wrote is left where it is', async () => {
  const root = await temporaryFolder();
  write(root, { ...human, 'docs/reference/own.md': '# Mine\n' });
  expect(differing(root, human, ['docs/reference'])).toEqual([]);
});

test('the description of the real contract has a path for every card', async () => {
  const openapi = jsonOf(await readFile(join(ROOT, 'dist/openapi.json'), 'utf8'));
  const index = jsonOf(await readFile(join(ROOT, 'dist/cards/index.json'), 'utf8'));
  const operations = Object.values(openapi['paths'] as Record<string, Record<string, unknown>>).flatMap((item) =>
    Object.keys(item).filter((key) => key !== 'parameters'),
  );
  expect(operations).toHaveLength(Object.keys(index['commands'] as object).length);
});
