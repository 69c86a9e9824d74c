import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, runModule } from '../support/module.ts';
import { testWorld } from '../support/world.ts';

test('settings that were never written are empty, and reading makes no file', () => {
  const { world, folder } = testWorld();
  expect(world.settings.read()).toEqual({});
  expect(existsSync(join(folder, 'config'))).toBe(false);
});

test('a write makes the folder 0700 and the file 0600', async () => {
  const { world } = testWorld();
  await world.settings.write((before) => ({ ...before, currentContext: 'local' }));
  expect(world.settings.read()).toEqual({ currentContext: 'local' });
  expect(statSync(world.settings.path).mode & 0o777).toBe(0o600);
  expect(statSync(join(world.settings.path, '..')).mode & 0o777).toBe(0o700);
});

test('a file that others could read is 0600 after the next write', async () => {
  const { world } = testWorld();
  await world.settings.write(() => ({ a: 1 }));
  chmodSync(world.settings.path, 0o644);
  await world.settings.write((before) => before);
  expect(statSync(world.settings.path).mode & 0o777).toBe(0o600);
});

test('unknown keys stay', async () => {
  const { world } = testWorld();
  place(world.settings.path, '{"fromTheFuture":{"x":[1,2]},"currentContext":"a"}');
  await world.settings.write((before) => ({ ...before, currentContext: 'b' }));
  expect(JSON.parse(readFileSync(world.settings.path, 'utf8'))).toEqual({
    fromTheFuture: { x: [1, 2] },
    currentContext: 'b',
  });
});

test('a broken file is named with line and column, and is never overwritten', async () => {
  const { world } = testWorld();
  place(world.settings.path, '{\n  "currentContext": "a",\n  oops\n}\n');
  expect(() => world.settings.read()).toThrow(`${world.settings.path} cannot be used: line 3, column 3`);
  await expect(world.settings.write(() => ({ a: 1 }))).rejects.toMatchObject({ fields: { code: 'settings_broken' } });
  expect(readFileSync(world.settings.path, 'utf8')).toContain('oops');
});

// prettier-ignore
test.each([
  ['{"a": oops}',              'line 1, column 7'],
  ['{"a": oops\n',             'line 1, column 7'],
  ['{\n  "a": 1,\n  "b": nul\n}', 'line 3, column 11'],
  ['{"a": 1} x',               'line 1, column 10'],
  ["{'a': 1}",                 'line 1, column 2'],
  ['{"a": "x',                 'line 1, column 9'],
  ['{"a": 1',                  'line 1, column 8'],
  ['hello',                    'line 1, column 1'],
])('the mistake in %j is at %s', (text, place) => {
  const { world } = testWorld();
  mkdirSync(join(world.settings.path, '..'), { recursive: true });
  writeFileSync(world.settings.path, text);
  expect(() => world.settings.read()).toThrow(`${place} is not JSON`);
});

test('a file that was cut off in the middle is broken, not empty', () => {
  const { world } = testWorld();
  place(world.settings.path, '{"currentContext": "a"');
  expect(() => world.settings.read()).toThrow(/line 1, column \d+ is not JSON/);
});

test('a list is no settings file', () => {
  const { world } = testWorld();
  place(world.settings.path, '[]');
  expect(() => world.settings.read()).toThrow('must start an object');
});

test('an empty file and a byte order mark are forgiven', () => {
  const { world } = testWorld();
  place(world.settings.path, '');
  expect(world.settings.read()).toEqual({});
  writeFileSync(world.settings.path, '\uFEFF{"a":1}');
  expect(world.settings.read()).toEqual({ a: 1 });
});

test('a symbolic link is refused for reading and writing', async () => {
  const { world, folder } = testWorld();
  writeFileSync(join(folder, 'elsewhere.json'), '{"a":1}');
  mkdirSync(join(world.settings.path, '..'), { recursive: true });
  symlinkSync(join(folder, 'elsewhere.json'), world.settings.path);
  expect(() => world.settings.read()).toThrow('symbolic link');
  await expect(world.settings.write(() => ({ b: 2 }))).rejects.toThrow('symbolic link');
  expect(readFileSync(join(folder, 'elsewhere.json'), 'utf8')).toBe('{"a":1}');
});

test('a settings path that is a folder is a clear failure', () => {
  const { world } = testWorld();
  mkdirSync(world.settings.path, { recursive: true });
  expect(() => world.settings.read()).toThrow(`${world.settings.path}: it is a folder`);
});

test('writes at the same time lose nothing', async () => {
  const { world } = testWorld();
  const names = Array.from({ length: 12 }, (_, at) => `context${at}`);
  await Promise.all(names.map((name) => world.settings.write((before) => ({ ...before, [name]: true }))));
  expect(Object.keys(world.settings.read()).sort()).toEqual([...names].sort());
});

test('several processes that write at the same time lose nothing', async () => {
  const { world, folder } = testWorld();
  const names = ['a', 'b', 'c', 'd'];
  const runs = await Promise.all(
    names.map((name) =>
      runModule(
        `import { openSettings } from '${ROOT}/src/world/settings.ts';
         import { openHost } from '${ROOT}/src/world/host.ts';
         const settings = openSettings(openHost());
         for (let n = 0; n < 5; n++) await settings.write((before) => ({ ...before, ['${name}' + n]: n }));`,
        { SVC_CONFIG_DIR: join(folder, 'config') },
      ),
    ),
  );
  expect(runs.map(({ exitCode, stderr }) => exitCode || stderr)).toEqual(names.map(() => ''));
  expect(Object.keys(world.settings.read())).toHaveLength(20);
});

// prettier-ignore
test.each([
  ['linux',  { XDG_CONFIG_HOME: '/x' },                     '/x/svc/settings.json'],
  ['linux',  { XDG_CONFIG_HOME: 'x' },                      '/h/.config/svc/settings.json'],
  ['linux',  {},                                            '/h/.config/svc/settings.json'],
  ['darwin', {},                                            '/h/Library/Preferences/svc/settings.json'],
  ['linux',  { SVC_CONFIG_DIR: '/y', XDG_CONFIG_HOME: '/x' }, '/y/settings.json'],
] as const)('on %s with %j the settings lie at %s', (platform, env, path) => {
  const { world } = testWorld({ platform, folder: '/h', env: { SVC_CONFIG_DIR: undefined, ...env } });
  expect(world.settings.path).toBe(path);
});

function place(path: string, text: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
}
