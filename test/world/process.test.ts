import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openClock } from '../../src/world/clock.ts';
import { openInstallation } from '../../src/world/installation.ts';
import { openMachine, type Machine } from '../../src/world/machine.ts';
import type { Env } from '../../src/world/env.ts';
import { temporaryFolder } from '../support/temp.ts';
import { ROOT, runModule, startModule } from '../support/module.ts';
import { scriptedApi } from '../support/scripted-api.ts';
import { testWorld } from '../support/world.ts';

const SHOW = 'process.stdout.write(JSON.stringify([process.env.SVC_API_KEY ?? null, process.env.A ?? null]))';

test('a child never inherits the key, unless it is given one on purpose', async () => {
  const { world } = testWorld({ env: { SVC_API_KEY: 'sk_live', LEGACY_SVC_API_KEY: 'sk_old', A: '1' } });
  const plain = await world.spawn.run(process.execPath, ['-e', SHOW]);
  expect(plain).toMatchObject({ code: 0, stdout: '[null,"1"]' });
  const given = await world.spawn.run(process.execPath, ['-e', SHOW], { env: { SVC_API_KEY: 'sk_local' } });
  expect(given.stdout).toBe('["sk_local","1"]');
});

test('a program that does not exist is exit 127, one that a signal killed 128 and its number', async () => {
  const { world } = testWorld({ env: { PATH: process.env['PATH'] } });
  expect((await world.spawn.run('no-such-program-anywhere', [])).code).toBe(127);
  expect((await world.spawn.run(process.execPath, ['-e', 'process.kill(process.pid, "SIGKILL")'])).code).toBe(137);
});

test('a detached program outlives the call, and what it says on stderr is in the log file, but not its result', async () => {
  const folder = await temporaryFolder();
  const { world } = testWorld({ folder });
  const logFile = join(folder, 'log');
  const waits =
    'console.log("a key"); console.error("up"); process.on("SIGTERM", () => { console.error("bye"); process.exit(0); }); setInterval(() => {}, 1e6)';
  const pid = await world.spawn.detach(process.execPath, ['-e', waits], { logFile });
  expect(world.spawn.alive(pid)).toBe(true);
  await expect.poll(() => readFileSync(logFile, 'utf8'), { timeout: 20_000 }).toBe('up\n');
  expect(world.spawn.kill(pid, 'SIGTERM')).toBe(true);
  await expect.poll(() => readFileSync(logFile, 'utf8'), { timeout: 20_000 }).toBe('up\nbye\n');
});

test('a process that is not there is not alive', () => {
  const { world } = testWorld();
  expect(world.spawn.alive(2 ** 22 + 1)).toBe(false);
  expect(world.spawn.kill(2 ** 22 + 1, 'SIGTERM')).toBe(false);
});

const SIGNALS = `import { openSignals } from '${ROOT}/src/world/signals.ts';
  const { signal } = openSignals();
  const stay = setInterval(() => {}, 1e6);
  console.log('armed');`;

// prettier-ignore
test.each([
  ['SIGINT',  'interrupted', 130],
  ['SIGTERM', 'terminated',  143],
  ['SIGHUP',  'terminated',  143],
] as const)('the first %s aborts with %s, the second ends with %i', async (name, code, exit) => {
  const polite = startModule(`${SIGNALS} signal.addEventListener('abort', () => console.log(signal.reason.fields.code));`);
  let text = '';
  polite.stdout.on('data', (piece: Buffer) => (text += piece.toString()));
  await heard(() => text, 'armed');
  polite.kill(name);
  await heard(() => text, code);
  polite.kill(name);
  expect((await polite).exitCode).toBe(exit);
});

test('a file that has reached the limit of the shell is an error of the write, and ends nothing by a signal', async () => {
  const folder = await temporaryFolder();
  const source = `${SIGNALS}
    const { openFiles } = await import('${ROOT}/src/world/files.ts');
    const end = await openFiles({ cwd: () => '/' }).openEnd('${join(folder, 'kept')}');
    await end.add('x'.repeat(200_000)).catch(({ fields }) => console.log(fields.code, fields.message));
    clearInterval(stay);`;
  const { exitCode, stdout } = await runModule(source, { TSX_DISABLE_CACHE: '1' }, { shell: 'ulimit -f 64; $MODULE' });
  expect(stdout).toBe(`armed\nlocal_io ${join(folder, 'kept')}: the file may not grow any further.`);
  expect(exitCode).toBe(0);
});

test('the clock sleeps, and stops sleeping when told', async () => {
  const clock = openClock();
  const before = clock.monotonic();
  await clock.sleep(5);
  expect(clock.monotonic() - before).toBeGreaterThanOrEqual(4);
  const controller = new AbortController();
  const sleeping = clock.sleep(1e9, controller.signal);
  controller.abort(new Error('enough'));
  await expect(sleeping).rejects.toThrow('enough');
  await expect(clock.sleep(1, AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
});

test('a deadline counts down and aborts', async () => {
  const deadline = openClock().deadline(10);
  expect(deadline.remaining()).toBeGreaterThan(0);
  await new Promise((resolve) => deadline.signal.addEventListener('abort', resolve));
  expect(deadline.remaining()).toBe(0);
});

test('the installation knows its folder and its version', () => {
  const { root, version, launcher } = openInstallation();
  expect(root).toBe(ROOT);
  expect(version).toBe((JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version);
  expect(launcher).toBe(join(ROOT, 'bin', 'svc.js'));
});

test('no question is asked off a terminal', async () => {
  const { world } = testWorld();
  expect(world.prompt.possible).toBe(false);
  await expect(world.prompt.confirm('Sure?')).rejects.toMatchObject({ exit: 'usage' });
});

// prettier-ignore
test.each<[NodeJS.Platform, Env, Partial<Machine>, boolean]>([
  ['linux',  {},                                     {},                    false],
  ['linux',  { DISPLAY: ':0' },                      {},                    true],
  ['linux',  { WAYLAND_DISPLAY: 'w' },               {},                    true],
  ['linux',  { DISPLAY: ':0', SSH_CONNECTION: 'x' }, {},                    false],
  ['linux',  { DISPLAY: ':0', SSH_TTY: '/dev/x' },   {},                    false],
  ['linux',  { DISPLAY: ':0' },                      { isCi: true },        false],
  ['linux',  { DISPLAY: ':0' },                      { isContainer: true }, false],
  ['linux',  { DISPLAY: ':0', BROWSER: 'w3m' },      {},                    false],
  ['linux',  { DISPLAY: ':0', BROWSER: '/usr/bin/lynx -x' }, {},            false],
  ['linux',  { DISPLAY: ':0', BROWSER: 'firefox' },  {},                    true],
  ['linux',  {},                                     { isWsl: true },       false],
  ['linux',  { WAYLAND_DISPLAY: 'w' },               { isWsl: true },       true],
  ['darwin', {},                                     {},                    true],
  ['darwin', { SSH_TTY: '/dev/pts/1' },              {},                    false],
  ['win32',  {},                                     {},                    true],
  ['win32',  {},                                     { isCi: true },        false],
])('a browser on %s with %j and %j is usable: %s', (platform, env, machine, usable) => {
  expect(testWorld({ platform, env, machine }).world.browser.usable).toBe(usable);
});

// prettier-ignore
test.each([
  [{ CI: 'true' }, true],
  [{ CI: '1' },    true],
  [{ CI: 'false' }, false],
  [{ CI: '' },     false],
  [{},             false],
])('with %j it is a build machine: %s', (env, expected) => {
  expect(openMachine({ ...testWorld().world.host, env }).isCi).toBe(expected);
});

test('a machine tells its name and whether one may listen on it', async () => {
  const machine = openMachine({
    ...testWorld().world.host,
    env: { KUBERNETES_SERVICE_HOST: '10.0.0.1', WSL_DISTRO_NAME: 'x' },
  });
  expect(machine).toMatchObject({ name: hostname(), isContainer: true, isWsl: true });
  expect(await machine.canListen(0)).toBe(true);
  const api = await scriptedApi(() => ({}));
  expect(await machine.canListen(Number(new URL(api.url).port))).toBe(false);
});

async function heard(said: () => string, word: string): Promise<void> {
  await expect.poll(said, { timeout: 20_000 }).toContain(`${word}\n`);
}
