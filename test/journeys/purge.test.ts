/** The built binary, used in every way that writes something, with a real keychain: after `svc purge` nothing of it is left. */
import { readdirSync, writeFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { needSecretService, startBus, startKeyring } from '../support/secret-service.ts';
import { binary } from '../support/svc.ts';
import { temporaryFolder } from '../support/temp.ts';

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();

test('without a keychain, what was there before is all there is after it', async () => {
  await useAndPurge(await temporaryFolder(), {});
});

test('with a keychain, nothing is left in it either', async (context) => {
  needSecretService(context);
  const folder = await temporaryFolder();
  const bus = await startBus(folder);
  await startKeyring(bus);
  const { XDG_RUNTIME_DIR = '', DBUS_SESSION_BUS_ADDRESS = '' } = bus.env;
  await useAndPurge(folder, { XDG_RUNTIME_DIR, DBUS_SESSION_BUS_ADDRESS });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Login, completion, imports, two services, snapshots and more; then `svc purge`. */
async function useAndPurge(folder: string, bus: Readonly<Record<string, string>>): Promise<void> {
  const home = join(folder, 'home');
  mkdirSync(home);
  const env = {
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'xdg-config'),
    XDG_STATE_HOME: join(home, 'xdg-state'),
    ...bus,
  };
  const svc = async (words: readonly string[], input?: string) => {
    const said = await binary(words, { env, ...(input !== undefined && { input }) });
    expect(said.code, `${words.join(' ')}: ${said.stderr}`).toBe(0);
    return said.stdout;
  };
  writeFileSync(join(home, '.bashrc'), 'alias ll="ls -l"\n');
  mkdirSync(join(home, 'second'));
  writeFileSync(join(home, 'second', 'notes.txt'), 'mine');
  writeFileSync(join(home, 'rows.csv'), 'content\nhello\n');
  const before = filesBelow(home);

  const start = async (...words: string[]) => {
    const state = JSON.parse(await svc(['local', 'start', ...words])) as { url: string; apiKey: string; pid: number };
    onTestFinished(() => void (isAlive(state.pid) && process.kill(state.pid, 'SIGKILL')));
    return state;
  };
  const first = await start();
  const { url, apiKey } = first;
  const second = join(home, 'second');
  const other = await start('--data-dir', second);
  await svc(['local', 'snapshot', 'create', 'one']);
  await svc(['login', '--with-token', '--context', 'mine', '--base-url', url], apiKey);
  await svc(['login', '--with-token', '--context', 'file', '--base-url', url, '--store', 'file'], apiKey);
  await svc(['login', '--start', '--context', 'later', '--base-url', url, '--device-name', 'desk']);
  await svc(['webhooks', 'secret', 'new', 'endpoint', '--context', 'mine']);
  await svc(['posts', 'import', join(home, 'rows.csv'), '--yes', '--context', 'mine']);
  await svc(['accounts', 'list', '--context', 'mine']);
  for (const shell of ['bash', 'zsh', 'fish', 'powershell']) await svc(['completion', 'install', '--shell', shell]);

  const found = JSON.parse(await svc(['purge', '--dry-run'])) as { places: { what: string }[]; others: string[] };
  expect([...new Set(found.places.map(({ what }) => what))]).toEqual([
    'data of a local service',
    'import journals',
    'completion cache',
    'pending logins',
    'keys in files',
    'shell completion',
    ...('DBUS_SESSION_BUS_ADDRESS' in bus ? ['keys in the keychain'] : []),
    'settings and contexts',
  ]);
  expect(found.others).toEqual([join(second, 'notes.txt')]);

  await svc(['purge', '--yes']);
  expect(filesBelow(home)).toEqual(before);
  await expect.poll(() => [first.pid, other.pid].filter(isAlive), { timeout: 20_000 }).toEqual([]);
  expect(JSON.parse(await svc(['purge', '--yes']))).toMatchObject({ places: [] });
}
