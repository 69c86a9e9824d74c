/**
 * What each journey loads. Start-up is guarded by these lists and not by a stopwatch: a file or library that creeps in
 * shows here, on any machine.
 */
import { execa } from 'execa';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BINARY, ROOT } from '../support/process.ts';
import { scriptedApi } from '../support/scripted-api.ts';
import { temporaryFolder } from '../support/temp.ts';

interface Output {
  readonly modules: readonly string[];
  readonly imports: readonly string[];
}

const outputs = JSON.parse(await readFile(join(ROOT, 'dist', 'modules.json'), 'utf8')) as Record<string, Output>;

/** Names, when the process ends, every file of the package that ran: packed ones by their place in the bundle. */
const WITNESS = `
const { relative } = require('node:path');
process.on('exit', () => {
  const files = Object.keys(require.cache).map((path) => relative(${JSON.stringify(ROOT)}, path));
  const starts = ['main', 'complete', 'help'].map((name) => require.cache[${JSON.stringify(join(ROOT, 'dist'))} + '/' + name + '.cjs']);
  const packed = starts.flatMap((start) => (start === undefined ? [] : start.exports.ran().map((name) => 'dist/' + name)));
  const builtins = process.moduleLoadList.filter((name) => name.startsWith('NativeModule ')).map((name) => name.replace('NativeModule ', 'node:'));
  require('node:fs').writeSync(3, [...files, ...packed, ...builtins].join('\\n'));
});`;

interface Loaded {
  /** Named files of the bundle that ran, without their hashes; what several share lies in nameless ones. */
  readonly files: readonly string[];
  /** Libraries inside those files. */
  readonly libraries: readonly string[];
  /** Modules of Node itself. */
  readonly builtins: readonly string[];
  readonly stdout: string;
}

async function loadedBy(argv: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Loaded> {
  const folder = await temporaryFolder();
  const witness = join(folder, 'witness.cjs');
  await writeFile(witness, WITNESS);
  const running = execa(process.execPath, ['--require', witness, BINARY, ...argv], {
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, SVC_CONFIG_DIR: folder, ...env },
    extendEnv: false,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    reject: false,
  });
  // What stays until it is ended has started when it says so.
  if (argv.includes('--foreground')) running.stdout.once('data', () => running.kill('SIGTERM'));
  const { stdio, exitCode, stderr } = await running;
  expect(exitCode, String(stderr)).toBe(0);
  const ran = String(stdio[3]).split('\n');
  const paths = ran.filter((path) => path.startsWith('dist/'));
  const modules = paths.flatMap((path) => outputs[path.replace(/^dist\//, '')]?.modules ?? []);
  const libraries = modules.flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
  return {
    files: [...new Set(paths.map((path) => path.replace(/-[A-Z0-9]{8}\.cjs$/, '')))]
      .filter((path) => !path.endsWith('/chunk'))
      .sort(),
    libraries: [...new Set(libraries)].sort(),
    builtins: ran.flatMap((name) => /^node:(.*)/.exec(name)?.[1] ?? []),
    stdout: String(stdio[1]),
  };
}

/** What is loaded before the modules run. */
function modulesWith(...names: readonly string[]): readonly string[] {
  const found = new Set<string>();
  const follow = (path: string): void => {
    if (found.has(path)) return;
    found.add(path);
    outputs[path]?.imports.forEach(follow);
  };
  const isHome = ({ modules }: Output): boolean => names.some((name) => modules.includes(name));
  Object.entries(outputs).forEach(([path, output]) => (isHome(output) ? follow(path) : undefined));
  return [...found].flatMap((path) => outputs[path]?.modules ?? []);
}

const MAIN = ['dist/main.cjs'];
const CALL = ['dist/call.cjs', 'dist/chunks/authorities', 'dist/chunks/calling', 'dist/chunks/failure'];
const START = ['commander', 'fastest-levenshtein'];

describe('a start loads', () => {
  test('for --version the launcher alone', async () => {
    expect(await loadedBy(['--version'])).toMatchObject({ files: [], libraries: [] });
  });

  test.each([[['--help']], [['posts', '-h']], [['posts', 'create', '--help']]])(
    'for the help of %j a start of its own, and no library',
    async (argv) => {
      expect(await loadedBy(argv)).toMatchObject({ files: ['dist/help.cjs'], libraries: [] });
    },
  );

  test.each([[[]], [['posts']], [['help', 'posts', 'get']], [['help', 'queue', 'slots', 'list']]])(
    'for the help of %j, which is rendered anew, one file more, with the command line in it',
    async (argv) => {
      expect(await loadedBy(argv)).toMatchObject({ files: MAIN, libraries: START });
    },
  );

  test('for the help of posts create its override as well', async () => {
    const { files, libraries } = await loadedBy(['help', 'posts', 'create']);
    expect(files).toEqual(['dist/chunks/create', 'dist/create.cjs', ...MAIN]);
    expect(libraries).toEqual(START);
  });

  test('for the help of posts list its override, one small file', async () => {
    const { files, libraries } = await loadedBy(['help', 'posts', 'list']);
    expect(files).toEqual(['dist/chunks/list', 'dist/list.cjs', ...MAIN]);
    expect(libraries).toEqual(START);
  });

  test('for posts list that and one file more for the call; neither table nor judge', async () => {
    const body = { posts: [{ platformPostId: 'urn:li:share:6684380187281510856' }], pagination: {} };
    const api = await scriptedApi(() => ({ body }));
    const env = { SVC_BASE_URL: api.url, SVC_API_KEY: 'sk_x' };
    const { files, libraries, builtins, stdout } = await loadedBy(['posts', 'list'], env);
    expect(JSON.parse(stdout)).toEqual(body);
    expect(files).toEqual([...CALL, 'dist/chunks/list', 'dist/list.cjs', ...MAIN]);
    expect(libraries).toEqual(START);
    expect(builtins).not.toContain('fs/promises');
  });

  test('for a filtered list the judge of its input as well', async () => {
    const api = await scriptedApi(() => ({ body: { posts: [], pagination: {} } }));
    const env = { SVC_BASE_URL: api.url, SVC_API_KEY: 'sk_x' };
    const { files, libraries } = await loadedBy(['posts', 'list', '--status', 'draft'], env);
    expect(files).toContain('dist/chunks/validation');
    expect(libraries).toEqual(['@cfworker/json-schema', ...START]);
  });

  test('for a table the library that draws it, and the one that measures', async () => {
    const api = await scriptedApi(() => ({ body: { posts: [{ _id: 'a' }], pagination: {} } }));
    const env = { SVC_BASE_URL: api.url, SVC_API_KEY: 'sk_x' };
    const { libraries } = await loadedBy(['posts', 'list', '-o', 'table'], env);
    expect(libraries).toEqual(expect.arrayContaining(['cli-table3', 'string-width']));
    expect(libraries).not.toContain('chalk');
  });

  test.each([
    [['zsh', '=l', 'posts']],
    [['zsh', '=--st', 'posts', 'create']],
    [['bash', '9', '80', '=', 'svc posts create --to ']],
  ])('for a press of the completion key a start of its own, and no library: %j', async (asked) => {
    const env = { SVC_BASE_URL: 'http://127.0.0.1:1', SVC_API_KEY: 'sk_x' };
    const { files, libraries, stdout } = await loadedBy(['__complete', ...asked], env);
    expect(stdout).toMatch(/^words\b/);
    expect(files).toEqual(['dist/complete.cjs']);
    expect(libraries).toEqual([]);
  });

  test('for the help of webhooks listen its words alone; for a listener neither the service nor what passes on', async () => {
    const help = await loadedBy(['help', 'webhooks', 'listen']);
    expect(help.files).toEqual(['dist/chunks/listen', ...MAIN]);
    expect(help.libraries).toEqual(START);
    const ran = await loadedBy(['webhooks', 'listen', '--verify', 'off', '--idle-timeout', '1ms']);
    expect(ran.stdout).toMatch(/"type":"ready"[^]*"type":"summary"/);
    expect(ran.libraries).toEqual(START);
  });

  test('for settings nothing that calls, asks or draws', async () => {
    const { libraries } = await loadedBy(['config', 'path']);
    expect(libraries).toEqual(START);
  });

  test('for a start of the local service none of the packs that calls are made with', async () => {
    const start = ['local', 'start', '--foreground', '--ephemeral', '--port', '0', '--seed-pack', 'empty'];
    const { files } = await loadedBy([...start, '-o', 'json']);
    expect(files).toContain('dist/service.cjs');
    for (const pack of ['call', 'create', 'list', 'compose', 'schedule', 'table'])
      expect(files).not.toContain(`dist/${pack}.cjs`);
  });

  test('what other commands need of the local service is packed apart, and is little beside it', async () => {
    const [shared, service] = await Promise.all(
      ['shared', 'service'].map(async (name) => (await stat(join(ROOT, 'dist', `${name}.cjs`))).size),
    );
    expect(shared).toBeLessThan((service ?? 0) / 2);
  });

  test('for the local service everything but the tool server', () => {
    const modules = modulesWith('src/service/service.ts', 'src/commands/local/start.ts');
    expect(modules).toContain('src/service/http/tool-route.ts');
    expect(modules.filter((path) => /^src\/mcp\/|modelcontextprotocol|\/zod\//.test(path))).toEqual([]);
  });

  test('for the local service no area: only the paths and small checks that its other rooms ask for', () => {
    const modules = modulesWith('src/service/service.ts', 'src/commands/local/start.ts');
    expect(modules.filter((path) => path.startsWith('src/service/areas/')).sort()).toEqual([
      'src/service/areas/auth/paths.ts',
      'src/service/areas/connect/paths.ts',
      'src/service/areas/phone-numbers/paths.ts',
      'src/service/areas/posts/changes.ts',
      'src/service/areas/posts/sync/sync-time.ts',
      'src/service/areas/sign-in/paths.ts',
      'src/service/areas/sms/paths.ts',
      'src/service/areas/users/paths.ts',
    ]);
  });
});
