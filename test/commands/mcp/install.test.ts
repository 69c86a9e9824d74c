/** `svc mcp install`: what is written into the settings of AI clients, and what never is. */
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { AI_CLIENT_NAMES } from '../../../src/cli/mcp/clients.ts';
import { errorIn, svc, type Said } from '../../support/svc.ts';
import { temporaryFolder } from '../../support/temp.ts';

let folder: string;

beforeEach(async () => {
  folder = await temporaryFolder();
});

const run = (words: readonly string[], more: object = {}) => svc(['mcp', 'install', ...words], { folder, ...more });

const jsonOf = ({ stdout }: Said): Record<string, unknown> => JSON.parse(stdout) as Record<string, unknown>;

async function settings(text: string): Promise<string> {
  const path = join(folder, '.cursor', 'mcp.json');
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return path;
}

const PATHS: Readonly<Record<string, string>> = {
  'claude-code': '.mcp.json',
  'claude-desktop': '.config/Claude/claude_desktop_config.json',
  cursor: '.cursor/mcp.json',
  'gemini-cli': '.gemini/settings.json',
  vscode: '.vscode/mcp.json',
  windsurf: '.codeium/windsurf/mcp_config.json',
};

test.each(AI_CLIENT_NAMES)('writes the settings of %s where there are none yet', async (client) => {
  const said = await run([client, '--draft-only', '--context', 'live', '--yes'], { platform: 'linux' });
  expect(said.code, said.stderr).toBe(0);
  const path = join(folder, PATHS[client] ?? '');
  expect(jsonOf(said)).toMatchObject({ client, path, changed: true });
  const whole = JSON.parse(await readFile(path, 'utf8')) as Record<
    string,
    Record<string, { command: string; args: string[] }>
  >;
  const entry = whole[client === 'vscode' ? 'servers' : 'mcpServers']?.['svc'];
  expect(entry?.args.slice(-4)).toEqual(['mcp', '--draft-only', '--context', 'live']);
  expect(entry?.command).toBe(['claude-code', 'vscode'].includes(client) ? 'svc' : process.execPath);
});

test('the settings of Claude Desktop are where each system has them', async () => {
  const pathFor = async (options: object) => jsonOf(await run(['claude-desktop', '--print'], options))['path'];
  expect(await pathFor({ platform: 'darwin' })).toBe(
    join(folder, 'Library', 'Application Support', 'Claude', 'claude_desktop_config.json'),
  );
  expect(await pathFor({ platform: 'win32', env: { APPDATA: '/roaming' } })).toBe(
    join('/roaming', 'Claude', 'claude_desktop_config.json'),
  );
});

describe('settings that there are', () => {
  const BEFORE = `{
  // Mine.
  "theme": "dark",
  "mcpServers": {
    "other": { "command": "other", "args": [] },
  }
}
`;

  test('keep everything else, comments included, and a backup', async () => {
    const path = await settings(BEFORE);
    await chmod(path, 0o640);
    const said = await run(['cursor', '--yes']);
    expect(said.code, said.stderr).toBe(0);
    const after = await readFile(path, 'utf8');
    expect(after).toContain('// Mine.');
    expect(after).toContain('"theme": "dark"');
    expect(after).toMatch(/"other": \{\s*"command": "other",\s*"args": \[\]\s*\}/);
    expect(after).toContain('"svc": {');
    const backup = String(jsonOf(said)['backup']);
    expect(await readFile(backup, 'utf8')).toBe(BEFORE);
    expect((await stat(path)).mode & 0o777).toBe(0o640);
  });

  test('are not written a second time', async () => {
    const path = await settings(BEFORE);
    await run(['cursor', '--yes']);
    const again = await run(['cursor']);
    expect({ code: again.code, changed: jsonOf(again)['changed'] }).toEqual({ code: 0, changed: false });
    expect(await readdir(dirname(path))).toHaveLength(2);
  });

  test('keep each backup when an entry is replaced', async () => {
    const path = await settings(BEFORE);
    for (const flags of [[], ['--draft-only'], ['--allow-write', 'posts']]) await run(['cursor', '--yes', ...flags]);
    expect(await readdir(dirname(path))).toHaveLength(4);
    expect(await readFile(path, 'utf8')).toContain('"--allow-write"');
  });

  test.each(['{ "mcpServers": ', '[]', '"text"', '{ "mcpServers": [] }', '{ "mcpServers": "none" }'])(
    'that read %s are left alone',
    async (text) => {
      const path = await settings(text);
      const said = await run(['cursor', '--yes']);
      expect(said.code).toBe(2);
      expect(errorIn(said)['message']).toContain('Nothing was changed');
      expect(await readFile(path, 'utf8')).toBe(text);
      expect(await readdir(dirname(path))).toEqual(['mcp.json']);
    },
  );

  test('may be empty', async () => {
    const path = await settings('');
    expect((await run(['cursor', '--yes'])).code).toBe(0);
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ mcpServers: { svc: {} } });
  });

  test('stay a link where they are one', async () => {
    const real = join(folder, 'dotfiles.json');
    await writeFile(real, '{}');
    await mkdir(join(folder, '.cursor'));
    await symlink(real, join(folder, '.cursor', 'mcp.json'));
    expect((await run(['cursor', '--yes'])).code).toBe(0);
    expect(await readFile(real, 'utf8')).toContain('"svc"');
  });
});

test('asks first: without a terminal and --yes nothing is written, and the entry is shown', async () => {
  const said = await run(['cursor']);
  expect({ code: said.code, error: errorIn(said)['code'] }).toEqual({ code: 2, error: 'confirmation' });
  expect(said.stderr).toContain('"mcpServers"');
  expect((await readdir(folder)).includes('.cursor')).toBe(false);
});

test('--print writes nothing, and no entry holds a key', async () => {
  const said = await run(['cursor', '--print'], { env: { SVC_API_KEY: 'sk_secret' } });
  expect(said.code).toBe(0);
  expect(said.stdout + said.stderr).not.toContain('sk_secret');
  expect((await readdir(folder)).includes('.cursor')).toBe(false);
});

test.each([
  [['emacs'], '<client>'],
  [['cursor', '--allow-write', 'post'], '--allow-write'],
])('refuses %j', async (words, param) => {
  const said = await run(words);
  expect({ code: said.code, param: errorIn(said)['param'] }).toEqual({ code: 2, param });
});
