import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Keychain } from '../../../src/world/keychain-door.ts';
import { errorIn, svc, type SvcOptions } from '../../support/svc.ts';
import { temporaryFolder } from '../../support/temp.ts';
import { memoryKeychain } from '../../support/world.ts';

/** A home with a context of its own, and what its keychain holds. */
async function home(keychain?: Keychain) {
  const folder = await temporaryFolder();
  const entries = new Map<string, string>();
  const options: SvcOptions = { folder, keychain: keychain ?? memoryKeychain(entries) };
  const run = (argv: readonly string[], more: SvcOptions = {}) => svc(argv, { ...options, ...more });
  await run(['context', 'create', 'here', '--base-url', 'https://api.example.com']);
  await run(['context', 'use', 'here']);
  const settings = () => readFileSync(join(folder, 'config', 'settings.json'), 'utf8');
  return { run, entries, settings, folder };
}

const none: Keychain = {
  read: async () => ({ ok: false, trouble: 'absent', reason: 'there is none' }),
  store: async () => ({ ok: false, trouble: 'absent', reason: 'there is none' }),
  remove: async () => ({ ok: false, trouble: 'absent', reason: 'there is none' }),
  accounts: async () => ({ ok: false, trouble: 'absent', reason: 'there is none' }),
};

test('a new secret has 256 bits and is printed for a pipe when no name keeps it', async () => {
  const one = await svc(['webhooks', 'secret', 'new']);
  const other = await svc(['webhooks', 'secret', 'new']);
  expect(one.stdout).toMatch(/^[0-9a-f]{64}\n$/);
  expect(other.stdout).not.toBe(one.stdout);
});

test('on a terminal a secret is shown only with --yes', async () => {
  const refused = await svc(['webhooks', 'secret', 'new'], { terminal: 80 });
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  const { run } = await home();
  await run(['webhooks', 'secret', 'new', 'builds']);
  expect(await run(['webhooks', 'secret', 'show', 'builds'], { terminal: 80 })).toMatchObject({ code: 2, stdout: '' });
  const shown = await run(['webhooks', 'secret', 'show', 'builds', '--yes'], { terminal: 80 });
  expect(shown.stdout).toMatch(/^[0-9a-f]{64}\n$/);
});

test('a kept secret lies in the keychain alone, and comes back for another program', async () => {
  const { run, entries, settings } = await home();
  const made = await run(['webhooks', 'secret', 'new', 'builds']);
  expect(made.code).toBe(0);
  const secret = (await run(['webhooks', 'secret', 'show', 'builds'])).stdout.trim();
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect([...entries.values()]).toEqual([secret]);
  expect(made.stdout + made.stderr).not.toContain(secret);
  expect(settings()).not.toContain(secret);
  expect(JSON.parse(made.stdout)).toMatchObject({ name: 'builds', context: 'here', storage: 'the keychain' });
});

test('without a keychain the secret is in a file that only its owner reads, and that is said', async () => {
  const { run, folder, settings } = await home(none);
  const said = await run(['webhooks', 'secret', 'set', 'builds'], { stdin: 'tell nobody\n' });
  expect(said.stderr).toContain('The secret was saved in');
  const { contexts } = JSON.parse(settings()) as { contexts: { here: { webhookSecrets: { builds: { id: string } } } } };
  const path = join(folder, 'config', 'keys', contexts.here.webhookSecrets.builds.id);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect((await run(['webhooks', 'secret', 'show', 'builds'])).stdout).toBe('tell nobody\n');
});

test('setting a secret again replaces it, and nothing of the old one stays', async () => {
  const { run, entries } = await home();
  await run(['webhooks', 'secret', 'set', 'builds'], { stdin: 'first' });
  await run(['webhooks', 'secret', 'set', 'builds', '--secret-env', 'NEXT'], { env: { NEXT: 'second' } });
  expect([...entries.values()]).toEqual(['second']);
});

test('names are listed without reading a secret, and one that is not there is named with those that are', async () => {
  const { run } = await home();
  await run(['webhooks', 'secret', 'set', 'orders'], { stdin: 'one' });
  await run(['webhooks', 'secret', 'set', 'builds'], { stdin: 'two' });
  const { secrets } = JSON.parse((await run(['webhooks', 'secret', 'list'])).stdout) as { secrets: { name: string }[] };
  expect(secrets.map(({ name }) => name)).toEqual(['builds', 'orders']);
  const said = await run(['webhooks', 'secret', 'show', 'constructor']);
  expect(said.code).toBe(2);
  expect(errorIn(said)).toMatchObject({ hint: 'Secrets: builds, orders.' });
});

test('a secret that is deleted is gone from keychain and settings, and asks first', async () => {
  const { run, entries, settings } = await home();
  await run(['webhooks', 'secret', 'set', 'builds'], { stdin: 'one' });
  expect((await run(['webhooks', 'secret', 'delete', 'builds'])).code).toBe(2);
  expect(entries.size).toBe(1);
  expect((await run(['webhooks', 'secret', 'delete', 'builds', '--yes'])).code).toBe(0);
  expect(entries.size).toBe(0);
  expect(settings()).not.toContain('webhookSecrets');
});

test('logging out forgets the secrets of the context, too', async () => {
  const { run, entries, settings } = await home();
  await run(['webhooks', 'secret', 'set', 'builds'], { stdin: 'one' });
  const said = await run(['logout']);
  expect(JSON.parse(said.stdout)).toMatchObject({ removed: ['webhook secret builds of here'], left: [] });
  expect(entries.size).toBe(0);
  expect(settings()).not.toContain('webhookSecrets');
});

test('a secret is used under its name', async () => {
  const { run } = await home();
  await run(['webhooks', 'secret', 'set', 'builds'], { stdin: 'tell nobody' });
  const kept = await run(['webhooks', 'sign', '-', '--secret-name', 'builds'], { stdin: '{}' });
  const told = await run(['webhooks', 'sign', '-', '--secret-env', 'S'], { stdin: '{}', env: { S: 'tell nobody' } });
  expect(kept.stdout).toBe(told.stdout);
});

test.each([[''], ['two\nlines'], [' \r\n\r\n ']])('%j is no secret', async (stdin) => {
  const { run, entries } = await home();
  expect((await run(['webhooks', 'secret', 'set', 'builds'], { stdin })).code).toBe(2);
  expect(entries.size).toBe(0);
});
