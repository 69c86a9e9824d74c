/** What only the built binary in a process of its own can show. */
import { execa } from 'execa';
import { cp, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runModule } from '../support/module.ts';
import { BINARY, ROOT } from '../support/process.ts';
import { scriptedApi } from '../support/scripted-api.ts';
import { binary, errorIn } from '../support/svc.ts';
import { temporaryFolder } from '../support/temp.ts';

const post = (n: number) => ({ _id: `${n}`.padStart(24, '0'), content: 'x'.repeat(200) });

/** Endless pages of posts. */
const endless = () =>
  scriptedApi((_, count) => ({
    body: {
      posts: Array.from({ length: 100 }, (__, at) => post(count * 100 + at)),
      pagination: { page: count, pages: count + 1 },
    },
  }));

async function shell(line: string, env: Readonly<Record<string, string>>) {
  const folder = await temporaryFolder();
  const svc = `'${process.execPath}' '${BINARY}'`;
  const { exitCode, stdout, stderr } = await execa('bash', ['-c', line.replaceAll('svc', svc)], {
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, SVC_CONFIG_DIR: folder, ...env },
    extendEnv: false,
    reject: false,
  });
  return { exitCode, stdout, stderr };
}

describe('the launcher', () => {
  test('says the version by itself, and through main', async () => {
    const version = { code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string, stderr: '' };
    expect(await binary(['--version'])).toEqual(version);
    expect(await binary(['-o', 'json', '-V'])).toEqual(version);
  });

  test('says so when nothing is built', async () => {
    const folder = await temporaryFolder();
    await cp(dirname(BINARY), join(folder, 'bin'), { recursive: true });
    await writeFile(join(folder, 'package.json'), '{"type":"module","version":"9.9.9"}');
    const run = (...argv: string[]) =>
      execa(process.execPath, [join(folder, 'bin', 'svc.js'), ...argv], { reject: false });
    expect(await run('posts', 'list')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('not built') as string,
    });
    expect(await run('-V')).toMatchObject({ exitCode: 0, stdout: '9.9.9' });
  });

  test('runs from any folder and through a link', async () => {
    const folder = await temporaryFolder();
    const { stdout } = await execa('bash', ['-c', `ln -s '${BINARY}' svc && ./svc --help`], { cwd: folder });
    expect(stdout).toMatch(/^Usage: svc/);
  });
});

test.each(['', 'relative'])(
  'with HOME=%j no settings of the current folder decide where the key goes',
  async (HOME) => {
    const { stdout } = await binary(['config', 'path'], { env: { HOME, XDG_CONFIG_HOME: HOME } });
    expect(stdout).toMatch(/^\{"path":"\/[^"]*\/svc\/settings\.json"/);
  },
);

describe('pipes', () => {
  test('a reader that goes away ends the command quietly with 0', async () => {
    const api = await endless();
    const env = { SVC_BASE_URL: api.url, SVC_API_KEY: 'sk_x' };
    expect(await shell('svc posts list --all -o ndjson | head -1; echo ${PIPESTATUS[0]}', env)).toMatchObject({
      stdout: expect.stringMatching(/^\{"_id".*\}\n0$/) as string,
      stderr: '',
    });
    expect(await shell('svc --help | head -1; echo ${PIPESTATUS[0]}', env)).toMatchObject({
      stdout: 'Usage: svc <command> [flags]\n0',
      stderr: '',
    });
    expect((await shell('svc --version | true; echo ${PIPESTATUS[0]}', env)).stdout).toBe('0');
  });

  test('a large result leaves whole, beyond what a pipe holds', async () => {
    const api = await scriptedApi(() => ({ body: { posts: Array.from({ length: 5000 }, (_, at) => post(at)) } }));
    const { stdout } = await shell('svc posts list | wc -c', { SVC_BASE_URL: api.url, SVC_API_KEY: 'sk_x' });
    expect(Number(stdout)).toBe(
      JSON.stringify({ posts: Array.from({ length: 5000 }, (_, at) => post(at)) }).length + 1,
    );
  });

  test('a full disk is one sentence and exit 1, without a stack', async () => {
    expect(await shell('svc --version > /dev/full; echo $?', {})).toMatchObject({
      stdout: '1',
      stderr: expect.stringMatching(/^error: The output could not be written: ENOSPC[^\n]*$/) as string,
    });
  });

  test('closed streams do no harm', async () => {
    const env = { SVC_BASE_URL: 'http://127.0.0.1:1', SVC_API_KEY: 'sk_x' };
    expect((await shell('svc profiles create --name n --dry-run <&- | head -c 14', env)).stdout).toBe('{"dryRun":true');
    expect((await shell('svc profiles create --input - <&-; echo $?', env)).stdout).toBe('2');
    expect((await shell('svc posts list 2>&-; echo $?', env)).stdout).toBe('13');
    expect((await shell('svc posts --help >&-; echo $? >&2', env)).stderr).toBe('0');
  });
});

describe('what is loaded late is there', () => {
  // prettier-ignore
  test.each([
    [['--jq', '.posts | map(._id) | join("+")'],       'a+b\n'],
    [['--template', '{{ _id | upcase }} {{ n }}'],     'A 12345678901234567890\nB 2\n'],
    [['-o', 'yaml', '--fields', '_id'],                'posts:\n  - _id: a\n  - _id: b\n'],
    [['-o', 'csv', '--fields', '_id,n'],               '_id,n\na,12345678901234567890\nb,2\n'],
    [['-o', 'table', '--fields', '_id,n'],             'ID  N\na   12345678901234567890\nb   2\n'],
    [['--all', '-o', 'lines'],                         'a\nb\n'],
  ])('svc posts list %j', async (flags, stdout) => {
    const api = await scriptedApi(() => ({ body: '{"posts":[{"_id":"a","n":12345678901234567890},{"_id":"b","n":2}]}' }));
    const env = { SVC_BASE_URL: api.url, SVC_API_KEY: 'sk_x', HOME: await temporaryFolder() };
    expect(await binary(['posts', 'list', ...flags], { env })).toEqual({ code: 0, stdout, stderr: '' });
  });
});

test('jq that never ends is ended by Ctrl-C', async () => {
  let asked = (): void => undefined;
  const reached = new Promise<void>((resolve) => (asked = resolve));
  const api = await scriptedApi(() => (asked(), { body: { posts: [] } }));
  const folder = await temporaryFolder();
  const child = execa(process.execPath, [BINARY, 'posts', 'list', '--jq', 'last(repeat(1))'], {
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, SVC_BASE_URL: api.url, SVC_API_KEY: 'sk_x' },
    extendEnv: false,
    reject: false,
  });
  await reached;
  // The answer has to be read before jq begins; until then the signal ends the call itself, which is as good.
  child.kill('SIGINT');
  const { exitCode, signal } = await child;
  expect([130, 'SIGINT']).toContain(exitCode ?? signal);
});

test('SIGTERM ends a call with 143 and a word', async () => {
  let asked = (): void => undefined;
  const reached = new Promise<void>((resolve) => (asked = resolve));
  const api = await scriptedApi(() => (asked(), new Promise(() => undefined)));
  const child = execa(process.execPath, [BINARY, 'profiles', 'delete', '65a1b2c3d4e5f60718293a4b', '--yes'], {
    env: { PATH: process.env['PATH'] ?? '', HOME: await temporaryFolder(), SVC_BASE_URL: api.url, SVC_API_KEY: 'sk_x' },
    extendEnv: false,
    reject: false,
  });
  await reached;
  child.kill('SIGTERM');
  const { exitCode, stdout, stderr } = await child;
  expect(exitCode).toBe(143);
  expect(errorIn({ code: 143, stdout, stderr })).toMatchObject({
    code: 'terminated',
    message: 'Terminated. It is unknown whether the request took effect.',
    details: { check: 'svc profiles get 65a1b2c3d4e5f60718293a4b' },
  });
});

test('Ctrl-C ends a call with 130 and a word', async () => {
  const folder = await temporaryFolder();
  let asked = (): void => undefined;
  const reached = new Promise<void>((resolve) => (asked = resolve));
  const api = await scriptedApi(() => (asked(), new Promise(() => undefined)));
  const child = execa(process.execPath, [BINARY, 'posts', 'list'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      SVC_CONFIG_DIR: folder,
      SVC_BASE_URL: api.url,
      SVC_API_KEY: 'sk_x',
    },
    extendEnv: false,
    reject: false,
  });
  await reached;
  child.kill('SIGINT');
  const { exitCode, stdout, stderr } = await child;
  expect(exitCode).toBe(130);
  expect(errorIn({ code: 130, stdout, stderr })).toMatchObject({ code: 'interrupted' });
});

test('what nobody caught is told in a sentence, without its stack, and ends the process with 1', async () => {
  const api = await scriptedApi(() => new Promise(() => undefined));
  const source = `
    import { main } from './src/main.ts';
    process.argv = [process.execPath, 'svc', 'posts', 'list'];
    process.stdin.once('data', () => void Promise.reject(new Error('nobody waits for me')));
    await main();`;
  const env = { HOME: await temporaryFolder(), SVC_BASE_URL: api.url, SVC_API_KEY: 'sk_x' };
  const { exitCode, stdout, stderr } = await runModule(source, env, { input: 'now' });
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(errorIn({ code: 1, stdout, stderr })).toMatchObject({
    code: 'internal',
    message: 'svc failed unexpectedly: nobody waits for me',
  });
  expect(stderr).not.toContain('    at ');
});

test('settings that cannot be read are named, and svc config path still works', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'settings.json'), '{"contexts": {');
  const env = { HOME: folder, SVC_CONFIG_DIR: folder };
  const said = await binary(['posts', 'list'], { env });
  expect(said.code).toBe(1);
  expect(errorIn(said)).toMatchObject({
    code: 'settings_broken',
    message: expect.stringContaining('line 1') as string,
  });
  expect((await binary(['config', 'path'], { env })).code).toBe(0);
  expect((await binary(['posts', 'create', '--help'], { env })).code).toBe(0);
});

test('the package that is published says where it runs', async () => {
  const { stdout } = await execa('npm', ['pkg', 'get', 'bin.svc', 'engines.node'], { cwd: ROOT });
  expect(JSON.parse(stdout)).toEqual({ 'bin.svc': 'bin/svc.js', 'engines.node': '>=20.19' });
});
