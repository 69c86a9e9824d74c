/** `svc mcp uninstall`, and what `svc purge` takes out of the settings of AI clients: the entries of svc, and nothing else. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AI_CLIENT_NAMES } from '../../../src/cli/mcp/clients.ts';
import { openHome, type Home } from '../../support/home.ts';
import { errorIn } from '../../support/svc.ts';

const MINE = `{
  // Mine.
  "theme": "dark",
  "mcpServers": {
    "other": { "command": "other", "args": ["mcp"] }, // Theirs.
  }
}
`;

const CURSOR = '.cursor/mcp.json';

const textIn = ({ folder }: Home, path: string): string => readFileSync(join(folder, path), 'utf8');

async function install(home: Home, ...words: readonly string[]): Promise<void> {
  const said = await home.run(['mcp', 'install', ...words, '--yes']);
  expect(said.code, said.stderr).toBe(0);
}

const places = async (home: Home, ...words: readonly string[]) =>
  (await home.json<{ places: { what: string; where: string; state: string }[] }>(['purge', ...words])).places;

test.each(AI_CLIENT_NAMES)(
  'takes what was added to %s out again, and the file that was made for it',
  async (client) => {
    const home = await openHome();
    await install(home, client);
    const { path, ...said } = await home.json<{ path: string }>(['mcp', 'uninstall', client]);
    expect(said).toEqual({ client, server: 'svc', action: 'removed' });
    expect(existsSync(path)).toBe(false);
    expect(home.settings()['mcpEntries']).toBeUndefined();
    expect(await home.json(['mcp', 'uninstall', client])).toMatchObject({ action: 'absent' });
  },
);

test('leaves everything else in the file, comments included', async () => {
  const home = await openHome();
  home.place(CURSOR, MINE);
  await install(home, 'cursor');
  await install(home, 'cursor', '--name', 'live', '--draft-only');
  await home.run(['mcp', 'uninstall', 'cursor']);
  const text = textIn(home, CURSOR);
  expect(text).not.toContain('"svc":');
  for (const kept of ['// Mine.', '// Theirs.', '"theme": "dark"', '"other": {', '"live": {'])
    expect(text).toContain(kept);
});

test('leaves an entry of that name that starts another program', async () => {
  const home = await openHome();
  home.place(CURSOR, MINE);
  const said = await home.run(['mcp', 'uninstall', 'cursor', '--name', 'other']);
  expect([said.code, errorIn(said)['param']]).toEqual([2, '--name']);
  expect(textIn(home, CURSOR)).toBe(MINE);
});

test('leaves a file that is not JSON', async () => {
  const home = await openHome();
  home.place(CURSOR, '{ "mcpServers": ');
  expect((await home.run(['mcp', 'uninstall', 'cursor'])).code).toBe(2);
  expect(textIn(home, CURSOR)).toBe('{ "mcpServers": ');
});

test('svc purge finds the entries, wherever they were put, and removes no other', async () => {
  const home = await openHome();
  home.place(CURSOR, MINE);
  const elsewhere = join(home.folder, 'a b#c', 'mcp.json');
  await install(home, 'cursor');
  await install(home, 'cursor', '--name', 'live/1');
  await install(home, 'windsurf', '--file', elsewhere);
  const servers = 'server in the settings of an AI client';
  const found = (await places(home, '--dry-run')).filter(({ what }) => what === servers);
  expect(found.map(({ where, state }) => [where, state])).toEqual([
    [join(home.folder, CURSOR), 'found'],
    [join(home.folder, CURSOR), 'found'],
    [elsewhere, 'found'],
  ]);
  expect((await places(home, '--yes')).map(({ state }) => state)).not.toContain('left');
  const text = textIn(home, CURSOR);
  expect(text).not.toMatch(/"svc"|live/);
  for (const kept of ['// Mine.', '// Theirs.', '"theme": "dark"', '"other": {']) expect(text).toContain(kept);
  expect(existsSync(elsewhere)).toBe(false);
  expect(existsSync(join(home.folder, 'config'))).toBe(false);
  expect(await places(home, '--yes')).toEqual([]);
});

test('svc purge leaves an entry that somebody has replaced since', async () => {
  const home = await openHome();
  await install(home, 'cursor');
  const text = '{ "mcpServers": { "svc": { "command": "mine", "args": [] } } }';
  home.place(CURSOR, text);
  await places(home, '--yes');
  expect(textIn(home, CURSOR)).toBe(text);
});
