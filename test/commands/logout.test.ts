/** `svc logout`: nothing of a key is left, or it is said what is. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { brokenKeychain, openHome, type Home } from '../support/home.ts';
import { keyOf, loginApi } from '../support/login-api.ts';
import { errorIn } from '../support/svc.ts';

const [A, B] = [keyOf('a'), keyOf('b')];

async function homeWith(contexts: Readonly<Record<string, readonly string[]>>): Promise<Home> {
  const [home, api] = [await openHome(), await loginApi({ polls: ['pending'] })];
  api.works.add(A).add(B);
  for (const [name, words] of Object.entries(contexts)) {
    const argv = ['login', '--with-token', '--base-url', api.url, '--context', name, ...words];
    expect((await home.run(argv, { stdin: name === 'one' ? A : B })).code).toBe(0);
  }
  return home;
}

describe('svc logout', () => {
  test('forgets the key of the context in force; its address stays', async () => {
    const home = await homeWith({ one: [], two: [] });
    expect(await home.json(['logout'])).toEqual({ removed: ['key of two (keychain)'], left: [] });
    expect([...home.entries.values()]).toEqual([A]);
    expect(home.settings().contexts['two']).toEqual({ baseUrl: expect.stringContaining('http://127.0.0.1') as string });
    expect((await home.run(['profiles', 'list'])).code).toBe(4);
    expect((await home.run(['auth', 'token', '--context', 'one'])).stdout).toBe(`${A}\n`);
  });

  test('forgets a file as well, and a login that is under way', async () => {
    const home = await homeWith({ one: ['--store', 'file'] });
    await home.run(['login', '--start', '--context', 'one']);
    const pending = join(home.folder, 'config', 'state', 'logins', 'one.json');
    expect(existsSync(pending)).toBe(true);
    expect(await home.json(['logout', '--context', 'one'])).toEqual({
      removed: ['key of one (file)', 'pending login of one'],
      left: [],
    });
    expect(existsSync(pending)).toBe(false);
    expect(readdirSync(join(home.folder, 'config', 'keys'))).toEqual([]);
  });

  test('says what is left and ends with 1 when the keychain does not let go; a further try succeeds', async () => {
    const home = await homeWith({ one: [] });
    const said = await home.run(['logout'], { keychain: brokenKeychain() });
    expect(said.code).toBe(1);
    expect(errorIn(said)).toMatchObject({
      code: 'keychain_failed',
      message: expect.stringMatching(
        /Some data could not be removed: The entry one\.\w+ of the keychain could not be removed: it is locked\./,
      ) as string,
    });
    expect((await home.run(['logout'])).code).toBe(0);
    expect(home.entries.size).toBe(0);
  });

  test('without a key is fine, and says so', async () => {
    const home = await homeWith({ one: [] });
    await home.run(['logout']);
    expect(await home.run(['logout'])).toMatchObject({
      code: 0,
      stderr: 'You were not logged in: there was no key to remove.\n',
    });
  });

  test('tells that a key in the environment still counts', async () => {
    const home = await homeWith({ one: [] });
    expect((await home.run(['logout'], { env: { SVC_API_KEY: B } })).stderr).toBe(
      'SVC_API_KEY is set and still in use.\n',
    );
  });

  test('needs a context', async () => {
    const home = await openHome();
    expect((await home.run(['logout'])).code).toBe(2);
    expect((await home.run(['logout', '--context', 'gone'])).code).toBe(2);
    expect((await home.run(['logout', '--all'])).code).toBe(0);
  });
});

describe('svc logout --all', () => {
  test('forgets the keys of all contexts, and what earlier logins left', async () => {
    const home = await homeWith({ one: [], two: ['--store', 'file'] });
    const [account = ''] = home.entries.keys();
    home.entries.set(account.replace(/^one\.\w+/, 'lost.0a0b0c'), keyOf('c'));
    home.place('config/keys/lost.1', keyOf('d'));
    const { removed } = await home.json<{ removed: string[] }>(['logout', '--all']);
    expect(removed.sort()).toEqual([
      'file lost.1',
      'key of one (keychain)',
      'key of two (file)',
      'keychain lost.0a0b0c',
    ]);
    expect(home.entries.size).toBe(0);
    expect(readdirSync(join(home.folder, 'config', 'keys'))).toEqual([]);
  });

  test('leaves entries of other settings folders alone', async () => {
    const home = await homeWith({ one: [] });
    home.entries.set('live.0a0b0c@ffffffff', keyOf('c'));
    await home.run(['logout', '--all']);
    expect([...home.entries.keys()]).toEqual(['live.0a0b0c@ffffffff']);
  });

  test('goes on past a key that it cannot forget', async () => {
    const home = await homeWith({ one: [], two: ['--store', 'file'] });
    const said = await home.run(['logout', '--all'], { keychain: brokenKeychain() });
    expect(said.code).toBe(1);
    expect(JSON.parse(said.stdout)).toMatchObject({
      removed: ['key of two (file)'],
      left: [expect.stringContaining('entry one.')],
    });
  });
});
