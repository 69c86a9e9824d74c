/** The bundle as it lies in dist/: a small entry, everything heavy in chunks that come later. */
import { execa } from 'execa';
import { access, cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BINARY, ROOT } from '../support/process.ts';
import { temporaryFolder } from '../support/temp.ts';

interface Output {
  readonly modules: readonly string[];
  readonly imports: readonly string[];
  readonly later: readonly string[];
}

interface Manifest {
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

const DIST = join(ROOT, 'dist');
const outputs = JSON.parse(await readFile(join(DIST, 'modules.json'), 'utf8')) as Record<string, Output>;

/** The files that are loaded with `file` before anything runs. */
function atOnce(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const next of outputs[file]?.imports ?? []) atOnce(next, seen);
  return seen;
}

test('the entry brings two libraries along: what reads the command line, and what finds the word that was meant', () => {
  const modules = [...atOnce('main.cjs')].flatMap((file) => outputs[file]?.modules ?? []);
  const libraries = modules.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
  expect([...new Set(libraries)].sort()).toEqual(['commander', 'fastest-levenshtein']);
});

test('nothing of the local service is loaded with the entry', () => {
  const modules = [...atOnce('main.cjs')].flatMap((file) => outputs[file]?.modules ?? []);
  expect(modules.filter((path) => path.startsWith('src/service/'))).toEqual([]);
});

test('every chunk on disk belongs to this build, and every chunk of this build is on disk', async () => {
  const chunks = (await readdir(join(DIST, 'chunks'))).map((name) => `chunks/${name}`);
  expect(chunks.sort()).toEqual(
    Object.keys(outputs)
      .filter((path) => path.startsWith('chunks/'))
      .sort(),
  );
});

test('the packages with native binaries stay outside', () => {
  const modules = Object.values(outputs).flatMap((output) => output.modules);
  expect(modules.filter((path) => /node_modules\/@(?:libsql|napi-rs)\//.test(path))).toEqual([]);
});

test('the binaries that are installed are those which the bundled libsql belongs to, one libc a machine', async () => {
  const binariesOf = async (folder: string): Promise<readonly [string, string][]> => {
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
    return Object.entries(manifest.optionalDependencies).sort();
  };
  const all = await binariesOf(join(ROOT, 'node_modules', 'libsql'));
  expect(await binariesOf(ROOT)).toEqual(all.filter(([name]) => !name.includes('-musl')));
});

test('without the binary of its machine the local service says what to install', async () => {
  const folder = await temporaryFolder();
  for (const name of ['bin', 'dist', 'package.json'])
    await cp(join(ROOT, name), join(folder, name), { recursive: true });
  const { exitCode, stdout, stderr } = await execa(
    process.execPath,
    [join(folder, 'bin', 'svc.js'), 'local', 'start', '--foreground', '--ephemeral'],
    { env: { PATH: process.env['PATH'], HOME: folder, NODE_PATH: '' }, extendEnv: false, reject: false },
  );
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(JSON.parse(stderr)).toMatchObject({
    error: {
      code: 'local_io',
      message: `A package that svc needs is not installed: Cannot find module '@libsql/${process.platform}-${process.arch}-gnu'.`,
      hint: 'Install svc-cli again, with its optional packages.',
    },
  });
});

test('on a system with musl the local service says which package it needs, in the version that belongs to it', async () => {
  const folder = await temporaryFolder();
  for (const name of ['bin', 'dist', 'package.json'])
    await cp(join(ROOT, name), join(folder, name), { recursive: true });
  const store = join(folder, 'dist', 'store.cjs');
  await writeFile(store, (await readFile(store, 'latin1')).replaceAll('-gnu"', '-musl"'), 'latin1');
  const { exitCode, stderr } = await execa(
    process.execPath,
    [join(folder, 'bin', 'svc.js'), 'local', 'start', '--foreground', '--ephemeral'],
    { env: { PATH: process.env['PATH'], HOME: folder, NODE_PATH: '' }, extendEnv: false, reject: false },
  );
  const { hint } = (JSON.parse(stderr) as { error: { hint: string } }).error;
  const [, wanted, version = 'none'] = /install --global (\S+)@(\S+)`/.exec(hint) ?? [];
  const libsql = JSON.parse(await readFile(join(ROOT, 'node_modules', 'libsql', 'package.json'), 'utf8')) as Manifest;
  expect({ exitCode, wanted }).toEqual({ exitCode: 1, wanted: `@libsql/linux-${process.arch}-musl` });
  expect(libsql.optionalDependencies[wanted ?? '']).toMatch(new RegExp(`^${version}\\.`));
});

test('the license of every bundled library lies beside the bundle', async () => {
  const text = await readFile(join(DIST, 'LICENSES.txt'), 'utf8');
  const packages = Object.values(outputs)
    .flatMap((output) => output.modules)
    .flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
  expect([...new Set(packages)].filter((name) => !text.includes(`\n${name} `))).toEqual([]);
});

test('every chunk can be loaded', async () => {
  // The child that asks the keychain waits for its question as soon as it is loaded.
  const files = Object.keys(outputs).filter((path) => path.endsWith('.cjs') && path !== 'keychain.cjs');
  const script = `for (const file of ${JSON.stringify(files)}) require('${DIST}/' + file);`;
  const { stdout, stderr } = await execa(process.execPath, ['--eval', script]);
  expect({ stdout, stderr }).toEqual({ stdout: '', stderr: '' });
});

test('the launcher runs the bundle', async () => {
  await access(join(DIST, 'main.cjs'));
  const { stdout } = await execa(process.execPath, [BINARY, '--help'], { env: { NO_COLOR: '1' } });
  expect(stdout).toContain('Usage: svc');
});
