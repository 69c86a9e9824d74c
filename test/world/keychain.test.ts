/** Asking the keychain through a process: what it is told, what its answers mean, and what becomes of one that gives none. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openHost } from '../../src/world/host.ts';
import { openInstallation } from '../../src/world/installation.ts';
import { openKeychain } from '../../src/world/keychain.ts';
import type { Keychain } from '../../src/world/keychain-door.ts';
import { temporaryFolder } from '../support/temp.ts';

interface Asked {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly input: string;
}

/** Writes down what it was started with, then does what `source` says; `input` is what it was asked. */
const childOf = (source: string): string => `
  const { appendFileSync, readFileSync } = require('node:fs');
  const input = readFileSync(0, 'utf8');
  appendFileSync(__dirname + '/asked', JSON.stringify({ argv: process.argv, env: process.env, input }) + '\\n');
  const say = (answer) => process.stdout.write(JSON.stringify(answer));
  ${source}`;

/** @param source of the process that is asked; without it there is none, as when its file is missing */
async function keychainOf(source: string | undefined, env: Readonly<Record<string, string>> = {}) {
  const root = await temporaryFolder();
  mkdirSync(join(root, 'dist'));
  if (source !== undefined) writeFileSync(join(root, 'dist', 'keychain.cjs'), source);
  const host = { ...openHost(), env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nobody', ...env } };
  const keychain: Keychain = openKeychain(host, { ...openInstallation(), root });
  const path = join(root, 'dist', 'asked');
  const asked = (): readonly Asked[] =>
    existsSync(path)
      ? readFileSync(path, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as Asked)
      : [];
  return { keychain, asked };
}

test('a secret goes in by standard input alone, and no key of the environment goes along', async () => {
  const env = { SVC_API_KEY: 'sk_env', SERVICE_API_KEY: 'sk_older' };
  const { keychain, asked } = await keychainOf(childOf('say({ ok: true })'), env);
  expect(await keychain.store('live', 'sk_secret')).toEqual({ ok: true });
  const [{ argv, env: seen, input } = { argv: [], env: {}, input: '' }] = asked();
  expect(JSON.parse(input)).toEqual({ act: 'store', account: 'live', secret: 'sk_secret' });
  expect(JSON.stringify([argv, seen])).not.toMatch(/sk_/);
});

test('an entry that is not there is undefined, and no trouble', async () => {
  const { keychain } = await keychainOf(childOf('say({ ok: true, secret: null })'));
  expect(await keychain.read('live')).toEqual({ ok: true, secret: undefined });
});

// prettier-ignore
test.each([
  ['Platform failure: the collection IsLocked',                     'locked', 'it is locked'],
  ["Couldn't access platform storage: prompt was dismissed",        'locked', 'it is locked'],
  ['Did not receive a reply. Possible causes include: a timeout.',  'silent', 'it did not respond'],
  ['Platform failure: DBus error:\n  no such service.',             'failed', 'DBus error: no such service'],
])('%j is %s', async (message, trouble, reason) => {
  const { keychain } = await keychainOf(childOf(`say({ ok: false, message: ${JSON.stringify(message)} })`));
  expect(await keychain.read('live')).toEqual({ ok: false, trouble, reason });
});

// prettier-ignore
describe.each([
  ['cannot be loaded',     'throw new Error("wrong libc")'],
  ['says what is no JSON', 'process.stdout.write("panicked at")'],
  ['says nothing',         ''],
  ['dies',                 'process.kill(process.pid, "SIGSEGV")'],
  ['is missing',           undefined],
])('a library that %s', (_, source) => {
  test('is no keychain, and no crash', async () => {
    const { keychain } = await keychainOf(source);
    const refusal = { ok: false, trouble: 'failed', reason: 'its library does not run on this system' };
    expect([await keychain.read('live'), await keychain.store('live', 'x')]).toEqual([refusal, refusal]);
  });
});

test('one that gives no answer is left alone for a while; one that answers is asked each time', async () => {
  const silent = await keychainOf(childOf('say({ ok: false, message: "Did not receive a reply" })'));
  for (const name of ['one', 'two', 'three'])
    expect(await silent.keychain.remove(name)).toMatchObject({ trouble: 'silent' });
  expect(silent.asked()).toHaveLength(1);
  const failing = await keychainOf(childOf('say({ ok: false, message: "no" })'));
  for (const name of ['one', 'two']) await failing.keychain.remove(name);
  expect(failing.asked()).toHaveLength(2);
});

test('without a bus nothing is started', async () => {
  const { keychain, asked } = await keychainOf(childOf('say({ ok: true })'), {
    ...{ DBUS_SESSION_BUS_ADDRESS: '', XDG_RUNTIME_DIR: '/nowhere' },
  });
  const answer = process.platform === 'linux' ? { ok: false, trouble: 'absent' } : { ok: true };
  expect(await keychain.accounts()).toMatchObject(answer);
  if (process.platform === 'linux') expect(asked()).toEqual([]);
});
