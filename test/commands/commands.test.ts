/** `svc commands`: the command line as data, complete. */
import { describe, expect, test } from 'vitest';
import { catalog } from '../client/cards.ts';
import { svc } from '../support/svc.ts';
import { handMade } from '../../src/commands/table.ts';
import { EXITS } from '../../src/kernel/exits.ts';
import { commandTree, type CommandTree } from '../../src/cli/command-tree.ts';

const treeOf = async (...words: string[]): Promise<CommandTree> =>
  JSON.parse((await svc(['commands', ...words, '-o', 'json'])).stdout) as CommandTree;

const tree = commandTree(catalog.manifest(), []);
const commandOf = (path: string) => tree.commands.find((one) => one.path === path);

test('what is printed is the whole tree', async () => {
  expect(await treeOf()).toEqual(JSON.parse(JSON.stringify(tree)));
});

test('every operation is a command, once', () => {
  const ids = tree.commands.flatMap(({ operation }) => operation?.id ?? []);
  expect([...ids].sort()).toEqual(
    catalog
      .operations()
      .map(({ id }) => id)
      .sort(),
  );
});

test('every hand-made command is there too', () => {
  expect(tree.commands.map(({ path }) => path)).toEqual(expect.arrayContaining(Object.keys(handMade)));
});

test('a command tells its arguments, flags, exits, examples, operation and danger', () => {
  expect(commandOf('posts get')).toMatchObject({
    arguments: [{ name: 'postId', label: 'post-id', required: true, repeat: false }],
    operation: { id: 'getPost', method: 'GET', path: '/v1/posts/{postId}', group: 'publishing' },
    danger: 'none',
    hidden: false,
    deprecated: false,
    examples: expect.arrayContaining([expect.stringMatching(/^svc posts get /)]) as string[],
  });
  const list = commandOf('posts list');
  expect(list?.aliases).toEqual(['ls']);
  expect(list?.flags.find(({ name }) => name === '--status')).toMatchObject({
    type: 'string',
    choices: expect.arrayContaining(['draft', 'published']) as string[],
    required: false,
    repeat: false,
    field: 'status',
    in: 'query',
  });
  expect(list?.exits.slice(0, 3)).toEqual(['ok', 'internal', 'usage']);
  expect(list?.exits).toContain('not_found');
});

test('danger is none, write or destructive, and what is destructive asks', () => {
  expect(commandOf('posts create')?.danger).toBe('write');
  expect(commandOf('posts delete')).toMatchObject({ danger: 'destructive', confirm: expect.any(String) as string });
  for (const { path, danger, confirm, operation } of tree.commands) {
    expect(danger === 'destructive', path).toBe(confirm !== undefined);
    if (operation !== undefined && operation.method !== 'GET') expect(danger, path).not.toBe('none');
    if (operation?.method === 'DELETE') expect(danger, path).toBe('destructive');
  }
});

/** Words of hand-made commands that only look. */
const LOOKS =
  /^(list|show|get|explain|path|status|version|events|requests|timeline|feed|search|describe|spec|commands|doctor|whoami|bash|zsh|fish|powershell|export|open|verify|sign|inspect|help|token|skill|inbound|calendar|audit|report)$/;

test('a hand-made command whose name is no look says that it writes', () => {
  const silent = tree.commands.filter(({ danger, operation }) => operation === undefined && danger === 'none');
  const acts = silent.filter(({ path }) => !LOOKS.test(path.split(' ').at(-1) ?? ''));
  expect(acts.map(({ path }) => path)).toEqual([]);
});

test('flags of every command are told once, and not with each', () => {
  const globals = tree.flags.map(({ name }) => name);
  expect(globals).toEqual(expect.arrayContaining(['--output', '--yes', '--debug']));
  for (const name of ['--output', '--debug'])
    expect(tree.commands.filter(({ flags }) => flags.some((flag) => flag.name === name))).toEqual([]);
  expect(tree.exits).toEqual(EXITS);
  expect(tree.version).toBe('1.117.1');
});

test('--fields help names every field that a command has', async () => {
  const { fields } = JSON.parse((await svc(['commands', '--fields', 'help'])).stdout) as {
    fields: { field: string }[];
  };
  const told = fields.map(({ field }) => field.split('.')[0]);
  for (const name of new Set(tree.commands.flatMap((one) => Object.keys(one)))) expect(told).toContain(name);
});

describe('words narrow it', () => {
  test('by path, summary and operation, all of them', async () => {
    const { commands, nouns } = await treeOf('queue', 'slots');
    expect(commands.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['queue slots list', 'queue slots create']),
    );
    expect(commands.every((one) => /queue/i.test(JSON.stringify(one)) && /slots/i.test(JSON.stringify(one)))).toBe(
      true,
    );
    expect(nouns.map(({ name }) => name)).toContain('queue slots');
    expect((await treeOf('getPost')).commands.map(({ path }) => path)).toContain('posts get');
    expect((await treeOf('zzzzzz')).commands).toEqual([]);
  });
});

describe('on a terminal', () => {
  test('it is a tree under headings', async () => {
    const { stdout } = await svc(['commands', 'queue', 'slots'], { terminal: 100 });
    expect(stdout).toMatch(/^Publishing:\n(?: .*\n)* {2}queue +.*\n(?: .*\n)* {4}slots +.*\n(?: {6}\w.*\n)* {6}list /m);
    expect(stdout).toMatch(/\n\n\d+ commands\n$/);
  });

  test('what is deprecated is shown with --hidden alone', async () => {
    const old = tree.commands.find(({ hidden, operation }) => hidden && operation !== undefined);
    const words = old?.path.split(' ') ?? [];
    const line = new RegExp(`^ +${words.at(-1)} `, 'm');
    expect((await svc(['commands', ...words], { terminal: 100 })).stdout).not.toMatch(line);
    expect((await svc(['commands', ...words, '--hidden'], { terminal: 100 })).stdout).toMatch(line);
  });

  test('words that nothing has say so', async () => {
    expect((await svc(['commands', 'zzzzzz'], { terminal: 100 })).stdout).toBe('No command matches.\n');
  });

  test('a command under no noun stands at the end', async () => {
    expect((await svc(['commands', 'all commands'], { terminal: 100 })).stdout).toMatch(
      /^ {2}commands +List all commands/m,
    );
  });
});

test('records come one a line', async () => {
  const { stdout } = await svc(['commands', 'queue', '-o', 'ndjson']);
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { path: string });
  expect(lines.map(({ path }) => path)).toContain('queue preview');
});
