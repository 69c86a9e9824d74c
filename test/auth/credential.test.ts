/** Which key goes where: stored ones, those of the environment, those of older versions, and what is said when one is refused. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { resolveTarget } from '../../src/auth/target.ts';
import type { Env } from '../../src/world/env.ts';
import { brokenKeychain, openHome, type Home } from '../support/home.ts';
import { keyOf, loginApi, type LoginApi } from '../support/login-api.ts';
import { errorIn } from '../support/svc.ts';
import { testWorld } from '../support/world.ts';

const OLD = keyOf('a');
const OTHER = keyOf('e');

async function loggedIn(...words: string[]): Promise<{ home: Home; api: LoginApi }> {
  const [home, api] = [await openHome(), await loginApi()];
  api.works.add(OLD);
  const argv = ['login', '--with-token', '--base-url', api.url, '--context', 'live', '--device-name', 'desk', ...words];
  expect((await home.run(argv, { stdin: OLD })).code).toBe(0);
  return { home, api };
}

describe('a stored key', () => {
  test('AUTH-01 travels as a Bearer header to the address it was checked at', async () => {
    const { home, api } = await loggedIn();
    expect((await home.run(['profiles', 'list'])).code).toBe(0);
    expect(api.calls.at(-1)?.headers.authorization).toBe(`Bearer ${OLD}`);
  });

  test('goes to no other address, whoever names it', async () => {
    const { home, api } = await loggedIn();
    const other = await loginApi();
    const said = await home.run(['profiles', 'list'], { env: { SVC_BASE_URL: other.url } });
    expect(errorIn(said)).toMatchObject({
      code: 'no_credential',
      message: `The key of context live is for ${api.url} only, and SVC_BASE_URL sets another base URL.`,
    });
    expect(other.asked).toEqual([]);
  });

  test('that the keychain does not give is no invalid key', async () => {
    const { home, api } = await loggedIn();
    const before = api.asked.length;
    const said = await home.run(['profiles', 'list'], { keychain: brokenKeychain() });
    expect(said.code).toBe(1);
    expect(errorIn(said)).toMatchObject({
      code: 'keychain_failed',
      message: 'The keychain did not return the key: it is locked.',
      hint: expect.stringContaining('The key itself may be fine.') as string,
    });
    expect(api.asked).toHaveLength(before);
  });

  test('that is gone from its place is exit 4 and says so', async () => {
    const { home } = await loggedIn();
    home.entries.clear();
    expect(errorIn(await home.run(['profiles', 'list']))).toMatchObject({
      exit: 4,
      message: 'The key of context live is no longer in the keychain.',
    });
  });

  test('of a local service survives its change of port, and goes nowhere else', async () => {
    const home = await openHome();
    const dataDir = join(home.folder, 'data');
    const key = {
      storage: 'file',
      id: 'local.1',
      origin: 'http://127.0.0.1:4010',
      dataDir,
      masked: 'm',
      savedAt: '2026-01-05T09:00:00Z',
    };
    home.place('config/keys/local.1', OLD);
    const settingsFor = (baseUrl: string) => ({
      currentContext: 'local',
      contexts: { local: { baseUrl, dataDir, key } },
    });
    const used = async (settings: object, env: Env = {}): Promise<string> => {
      home.place('config/settings.json', settings);
      const { chmodSync } = await import('node:fs');
      chmodSync(join(home.folder, 'config', 'keys', 'local.1'), 0o600);
      return (await resolveTarget(testWorld({ folder: home.folder, env }).world)).key;
    };
    expect(await used(settingsFor('http://127.0.0.1:5020'))).toBe(OLD);
    await expect(used(settingsFor('https://api.example'))).rejects.toMatchObject({ exit: 'auth' });
    await expect(
      used(settingsFor('http://127.0.0.1:5020'), { SVC_BASE_URL: 'http://127.0.0.1:9' }),
    ).rejects.toMatchObject({ exit: 'auth' });
  });
});

describe('what goes before what', () => {
  // prettier-ignore
  test.each<[string, Env, string[], string]>([
    ['the environment before a stored key',       { SVC_API_KEY: OTHER },        [],                    OTHER],
    ['a context named by flag before both',       { SVC_API_KEY: OTHER },        ['--context', 'live'], OLD],
    ['a context named by the environment not',    { SVC_API_KEY: OTHER, SVC_CONTEXT: 'live' }, [],      OTHER],
    ['a stored key without anything else',        {},                            [],                    OLD],
    ['an empty variable is none',                 { SVC_API_KEY: ' ' },          [],                    OLD],
  ])('%s', async (_, env, flags, key) => {
    const { home } = await loggedIn();
    expect((await home.run(['auth', 'token', ...flags], { env })).stdout).toBe(`${key}\n`);
  });
});

describe('a key that the service refuses', () => {
  test('AUTH-06 from the environment: the hint names the variable and the key behind it', async () => {
    const { home } = await loggedIn();
    const { hint } = errorIn(await home.run(['profiles', 'list'], { env: { SVC_API_KEY: OTHER } }));
    expect(hint).toBe(
      'The key comes from SVC_API_KEY. It takes precedence over the key of context live: unset it to use that one.',
    );
  });

  test('AUTH-07 AUTH-08 from the keychain: the hint says since when, under which name, and how to get a new one', async () => {
    const { home, api } = await loggedIn();
    api.works.clear();
    const said = await home.run(['profiles', 'list']);
    expect(errorIn(said)).toMatchObject({ exit: 4, code: 'invalid_credentials' });
    expect(errorIn(said)['hint']).toBe(
      'The key sk_****aaaa comes from the keychain, stored by the login of context live on 2026-01-05. ' +
        'Another machine that logs in as desk replaces it. `svc login --context live` creates a new one.',
    );
  });

  test('AUTH-05 no key was sent: the hint does not speak of a key', async () => {
    const { home } = await loggedIn();
    const api = await loginApi({
      special: () => ({
        status: 401,
        body: { error: 'None.', type: 'authentication_error', code: 'missing_credentials' },
      }),
    });
    const said = await home.run(['profiles', 'list'], { env: { SVC_API_KEY: OTHER, SVC_BASE_URL: api.url } });
    expect(errorIn(said)).toMatchObject({
      code: 'missing_credentials',
      hint: 'Log in with `svc login`, or set SVC_API_KEY.',
    });
  });

  test('AUTH-09 AUTH-10 for want of a group: the error names it and says how to get it', async () => {
    const { home } = await loggedIn();
    const body = {
      error: 'Not with this key.',
      type: 'permission_error',
      code: 'insufficient_permissions',
      required_group: 'webhooks',
    };
    const api = await loginApi({ special: () => ({ status: 403, body }) });
    const said = await home.run(['webhooks', 'list'], { env: { SVC_API_KEY: OTHER, SVC_BASE_URL: api.url } });
    expect(errorIn(said)).toMatchObject({
      exit: 5,
      details: { required_group: 'webhooks' },
      hint: expect.stringMatching(/group webhooks.*svc api-keys create --name NAME/) as string,
    });
  });
});

describe('ASM-37 settings of older versions', () => {
  const OLDER = '.service/config.json';

  test('count where nothing current has been made', async () => {
    const [home, api] = [await openHome(), await loginApi()];
    api.works.add(OLD);
    home.place(OLDER, { apiKey: OLD, apiUrl: api.url });
    expect((await home.run(['profiles', 'list'])).code).toBe(0);
    expect(await home.json(['config', 'explain', 'apiKey'])).toMatchObject({
      candidates: [{ source: join(home.folder, OLDER), wins: true }],
    });
  });

  test('count no more as soon as there is a context', async () => {
    const { home } = await loggedIn();
    home.place(OLDER, { apiKey: OTHER, baseUrl: 'https://elsewhere.example' });
    expect((await home.run(['auth', 'token'])).stdout).toBe(`${OLD}\n`);
    expect(JSON.stringify(await home.json(['config', 'list']))).not.toContain('elsewhere');
  });

  test('keep their key to their address', async () => {
    const [home, api] = [await openHome(), await loginApi()];
    home.place(OLDER, { apiKey: OLD, baseUrl: 'https://elsewhere.example' });
    expect((await home.run(['profiles', 'list'], { env: { SVC_BASE_URL: api.url } })).code).toBe(4);
    home.place(OLDER, { apiKey: OLD });
    expect((await home.run(['profiles', 'list'], { env: { SVC_BASE_URL: api.url } })).code).toBe(4);
    expect(api.asked).toEqual([]);
  });

  test('give way to the environment', async () => {
    const home = await openHome();
    home.place(OLDER, { apiKey: OLD, baseUrl: 'https://elsewhere.example' });
    const env = { SVC_API_KEY: OTHER, SVC_BASE_URL: 'https://api.example' };
    expect(await home.json(['config', 'list'], { env })).toMatchObject({
      settings: [
        { setting: 'baseUrl', source: 'SVC_BASE_URL' },
        { setting: 'apiKey', source: 'SVC_API_KEY' },
      ],
    });
  });
});
