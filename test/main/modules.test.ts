/**
 * What each journey loads. Start-up is guarded by these lists and not by a stopwatch: a file or library that creeps in
 * shows here, on any machine.
 */
import { execa } from 'execa';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BINARY, ROOT } from '../support/process.ts';
import { scriptedApi } from '../support/scripted-api.ts';
import { temporaryFolder } from '../support/temp.ts';

interface Output {
  readonly modules: readonly string[];
}

const outputs = JSON.parse(await readFile(join(ROOT, 'dist', 'modules.json'), 'utf8')) as Record<string, Output>;

/** A loader hook that names every module on file descriptor 3. */
const HOOK = `
import { writeSync } from 'node:fs';
export async function load(url, context, next) {
  writeSync(3, url + '\\n');
  return next(url, context);
}`;
const dataUrl = (source: string): string => `data:text/javascript,${encodeURIComponent(source)}`;
const REGISTER = `import { register } from 'node:module'; register(${JSON.stringify(dataUrl(HOOK))});`;

interface Loaded {
  /** Files of the bundle, without their hashes; `bin/svc.js` first. */
  readonly files: readonly string[];
  /** Libraries inside those files. */
  readonly libraries: readonly string[];
  /** Node's own modules that are imported with a facade. */
  readonly builtins: readonly string[];
  readonly stdout: string;
}

async function loadedBy(argv: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Loaded> {
  const folder = await temporaryFolder();
  const { stdio, exitCode, stderr } = await execa(process.execPath, ['--import', dataUrl(REGISTER), BINARY, ...argv], {
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, SVC_CONFIG_DIR: folder, ...env },
    extendEnv: false,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    reject: false,
  });
  expect(exitCode, String(stderr)).toBe(0);
  const urls = String(stdio[3])
    .trim()
    .split('\n')
    .filter((url) => !url.startsWith('data:'));
  const paths = urls.filter((url) => url.startsWith('file:')).map((url) => url.slice(`file://${ROOT}/`.length));
  const modules = paths.flatMap((path) => outputs[path.replace(/^dist\//, '')]?.modules ?? []);
  const libraries = modules.flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
  return {
    files: paths.map((path) => path.replace(/-[A-Z0-9]{8}\.js$/, '')),
    libraries: [...new Set(libraries)].sort(),
    builtins: urls.filter((url) => url.startsWith('node:')),
    stdout: String(stdio[1]),
  };
}

const MAIN = ['bin/svc.js', 'dist/main.js'];
const START = ['commander', 'fastest-levenshtein'];

describe('a start loads', () => {
  test('for --version the launcher alone', async () => {
    expect(await loadedBy(['--version'])).toMatchObject({ files: ['bin/svc.js'], libraries: [], builtins: [] });
  });

  test.each([[[]], [['--help']], [['posts']], [['posts', 'list', '--help']], [['help', 'queue', 'slots', 'list']]])(
    'for the help of %j one file more, with the command line in it',
    async (argv) => {
      expect(await loadedBy(argv)).toMatchObject({ files: MAIN, libraries: START, builtins: [] });
    },
  );

  test('for the help of posts create its override as well', async () => {
    const { files, libraries } = await loadedBy(['posts', 'create', '--help']);
    expect(files).toEqual([...MAIN, 'dist/chunks/create']);
    expect(libraries).toEqual(START);
  });

  test('for posts list one file more for the call; neither table nor judge', async () => {
    const api = await scriptedApi(() => ({ body: { posts: [], pagination: {} } }));
    const env = { SVC_BASE_URL: api.url, SVC_API_KEY: 'sk_x' };
    const { files, libraries, builtins, stdout } = await loadedBy(['posts', 'list'], env);
    expect(JSON.parse(stdout)).toEqual({ posts: [], pagination: {} });
    expect(files).toEqual([...MAIN, 'dist/chunks/calling']);
    expect(libraries).toEqual(START);
    expect(builtins).toEqual([]);
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

  test('for settings nothing that calls, asks or draws', async () => {
    const { libraries } = await loadedBy(['config', 'path']);
    expect(libraries).toEqual(START);
  });
});
