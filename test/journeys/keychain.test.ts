/** The built binary with a real keychain: gnome-keyring on a message bus of its own, in every state in which one meets it. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { keyOf, loginApi } from '../support/login-api.ts';
import { needSecretService, startBus, startKeyring, startSilentBus, type Bus } from '../support/secret-service.ts';
import { binary, errorIn, type Said } from '../support/svc.ts';
import { temporaryFolder } from '../support/temp.ts';

const [OLD, NEW] = [keyOf('a'), keyOf('b')];

/** What a command may take, whatever the keychain does. */
const LIMIT_MS = 4_000;

interface Timed extends Said {
  readonly ms: number;
}

async function timed(argv: readonly string[], env: Bus['env'], input = ''): Promise<Timed> {
  const begin = performance.now();
  const said = await binary(argv, { env, input });
  return { ...said, ms: performance.now() - begin };
}

async function login(env: Bus['env'], key: string, ...words: string[]): Promise<Timed> {
  const api = await loginApi();
  api.works.add(key);
  return timed(['login', '--with-token', '--context', 'live', '--base-url', api.url, ...words], env, key);
}

const keyFiles = ({ SVC_CONFIG_DIR: folder = '' }: Bus['env']): readonly string[] =>
  existsSync(join(folder, 'keys')) ? readdirSync(join(folder, 'keys')) : [];

const storageIn = ({ stdout }: Said): unknown => (JSON.parse(stdout) as { storage: unknown }).storage;

describe('with an open keychain', () => {
  test('a key is stored, read, replaced and deleted', async (context) => {
    needSecretService(context);
    const bus = await startBus(await temporaryFolder());
    await startKeyring(bus);
    const first = await login(bus.env, OLD);
    expect([first.code, storageIn(first)], first.stderr).toEqual([0, 'keychain']);
    expect((await timed(['auth', 'token'], bus.env)).stdout).toBe(`${OLD}\n`);
    expect(storageIn(await login(bus.env, NEW))).toBe('keychain');
    expect((await timed(['auth', 'token'], bus.env)).stdout).toBe(`${NEW}\n`);
    expect(keyFiles(bus.env)).toEqual([]);
    expect(JSON.parse((await timed(['logout', '--all'], bus.env)).stdout)).toEqual({
      removed: ['key of live (keychain)'],
      left: [],
    });
    expect((await timed(['auth', 'token'], bus.env)).code).toBe(4);
  });

  test('the doctor sees it take, give and forget', async (context) => {
    needSecretService(context);
    const bus = await startBus(await temporaryFolder());
    await startKeyring(bus);
    const { checks } = JSON.parse((await timed(['doctor'], bus.env)).stdout) as {
      checks: { check: string; status: string }[];
    };
    expect(checks).toContainEqual(expect.objectContaining({ check: 'keychain', status: 'ok' }));
  });
});

/** States in which no keychain helps; each comes with an environment in which a key may lie there already. */
const STATES: readonly (readonly [
  name: string,
  trouble: string,
  enter: (folder: string, keep: (bus: Bus) => Promise<void>) => Promise<Bus['env']>,
])[] = [
  [
    'a locked collection',
    'locked',
    async (folder, keep) => {
      const bus = await startBus(folder);
      const keyring = await startKeyring(bus);
      await keep(bus);
      keyring.lock();
      return bus.env;
    },
  ],
  [
    'a daemon that hangs',
    'silent',
    async (folder, keep) => {
      const bus = await startBus(folder);
      const keyring = await startKeyring(bus);
      await keep(bus);
      keyring.stop();
      return bus.env;
    },
  ],
  [
    'a bus that has died',
    'failed',
    async (folder, keep) => {
      const bus = await startBus(folder);
      await startKeyring(bus);
      await keep(bus);
      await bus.kill();
      return bus.env;
    },
  ],
  [
    'no bus at all',
    'absent',
    async (folder, keep) => {
      const bus = await startBus(folder);
      await startKeyring(bus);
      await keep(bus);
      return { ...bus.env, DBUS_SESSION_BUS_ADDRESS: '' };
    },
  ],
];

describe.each(STATES)('with %s', (_, trouble, enter) => {
  test('a login makes do with a file and says so, in time', async (context) => {
    needSecretService(context);
    const env = await enter(await temporaryFolder(), async () => undefined);
    const said = await login(env, NEW);
    expect([said.code, storageIn(said)], said.stderr).toEqual([0, 'file']);
    expect(said.stderr).toMatch(
      /^The keychain is not available \(.+\)\. The key was saved in \/.+, which only you can read\.\n$/,
    );
    expect(said.ms).toBeLessThan(LIMIT_MS);
    expect((await timed(['auth', 'token'], env)).stdout).toBe(`${NEW}\n`);
  });

  test('a key that lies in it is out of reach, not invalid, and that is said in time', async (context) => {
    needSecretService(context);
    const env = await enter(
      await temporaryFolder(),
      async (bus) => void expect(storageIn(await login(bus.env, OLD))).toBe('keychain'),
    );
    const said = await timed(['auth', 'token'], env);
    expect(errorIn(said)).toMatchObject({ code: 'keychain_failed', exit: 1, details: { trouble } });
    expect(said.ms).toBeLessThan(LIMIT_MS);
    const insisting = await login(env, NEW, '--store', 'keychain');
    expect([insisting.code, insisting.ms < LIMIT_MS]).toEqual([1, true]);
    const leaving = await timed(['logout'], env);
    expect([leaving.code, leaving.ms < LIMIT_MS]).toEqual([1, true]);
  });
});

test('a daemon that hangs is waited for once, however many keys lie in it', async (context) => {
  needSecretService(context);
  const bus = await startBus(await temporaryFolder());
  const keyring = await startKeyring(bus);
  for (const name of ['one', 'two', 'three']) await login(bus.env, OLD, '--context', name);
  keyring.stop();
  const leaving = await timed(['logout', '--all'], bus.env);
  const { removed, left } = JSON.parse(leaving.stdout) as { removed: string[]; left: string[] };
  expect([leaving.code, removed, left.length]).toEqual([1, [], 3]);
  const looking = await timed(['doctor'], bus.env);
  const { checks } = JSON.parse(looking.stdout) as { checks: { check: string; status: string }[] };
  expect(checks.filter(({ status }) => status === 'fail').map(({ check }) => check)).toEqual(['keychain', 'key']);
  const replacing = await login(bus.env, NEW, '--context', 'three');
  expect([replacing.code, storageIn(replacing)]).toEqual([0, 'file']);
  expect([leaving, looking, replacing].filter(({ ms }) => ms >= LIMIT_MS)).toEqual([]);
});

test('a bus that never answers is given up in time', async (context) => {
  needSecretService(context);
  const { env } = await startSilentBus(await temporaryFolder());
  const said = await login(env, NEW);
  expect([said.code, storageIn(said)]).toEqual([0, 'file']);
  expect(said.stderr).toContain('it did not respond within 3 s');
  expect(said.ms).toBeLessThan(LIMIT_MS);
});

describe.each([
  ['without a keyring on it', async () => undefined],
  ['with a keyring that was never opened', async (bus: Bus) => void (await startKeyring(bus, false))],
] as const)('a bus %s', (_, prepare) => {
  test('leads to a file', async (context) => {
    needSecretService(context);
    const bus = await startBus(await temporaryFolder());
    await prepare(bus);
    const said = await login(bus.env, NEW);
    expect([said.code, storageIn(said), said.ms < LIMIT_MS]).toEqual([0, 'file', true]);
  });
});
