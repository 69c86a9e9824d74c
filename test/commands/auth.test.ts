/** `svc whoami`, `svc auth status` and `svc auth token`: what is told of a key, and to whom. */
import { describe, expect, test } from 'vitest';
import { brokenKeychain, openHome, type Home } from '../support/home.ts';
import { keyOf, loginApi, type LoginApi, type LoginScript } from '../support/login-api.ts';
import { errorIn } from '../support/svc.ts';

const KEY = keyOf('a');

async function loggedIn(script: LoginScript = {}, ...words: string[]): Promise<{ home: Home; api: LoginApi }> {
  const [home, api] = [await openHome(), await loginApi(script)];
  api.works.add(KEY);
  const argv = ['login', '--with-token', '--base-url', api.url, '--context', 'live', ...words];
  expect((await home.run(argv, { stdin: KEY })).code).toBe(0);
  return { home, api };
}

describe('svc whoami', () => {
  test('says whose key it is, where it goes and where it came from', async () => {
    const { home, api } = await loggedIn();
    expect(await home.json(['whoami'])).toEqual({
      user: { id: 'u1', name: 'Ada', email: 'ada@example.com' },
      authType: 'api_key',
      scope: 'full',
      context: 'live',
      baseUrl: api.url,
      key: 'sk_****aaaa',
      source: 'context live',
      storage: 'keychain',
      expires: 'unknown',
      savedAt: '2026-01-05T09:00:00.000Z',
    });
  });

  test('without a key is exit 4, with a refused one as well', async () => {
    const { home, api } = await loggedIn();
    api.works.clear();
    expect((await home.run(['whoami'])).code).toBe(4);
    await home.run(['logout']);
    expect(errorIn(await home.run(['whoami']))).toMatchObject({ code: 'no_credential' });
  });
});

const listed = (more: object) => ({
  special: ({ url }: { url: string }) =>
    url === '/v1/api-keys'
      ? { body: { apiKeys: [{ keyPreview: 'sk_aaaa…aaaa', ...more }, { keyPreview: 'sk_bbbb…bbbb' }] } }
      : undefined,
});

describe('svc auth status', () => {
  test('AUTH-26 tells storage, source, masked key, groups, scope and profiles', async () => {
    const { home } = await loggedIn(
      listed({
        permission: 'read',
        scope: 'profiles',
        profileIds: [{ _id: 'p1', name: 'One' }],
        disabledResourceGroups: ['ads', 'billing'],
        expiresAt: '2026-02-01T00:00:00.000Z',
      }),
      '--device-name',
      'desk',
    );
    expect(await home.json(['auth', 'status'])).toMatchObject({
      loggedIn: true,
      context: 'live',
      key: 'sk_****aaaa',
      source: 'context live',
      storage: 'keychain',
      device: 'desk',
      behind: [],
      valid: true,
      user: { email: 'ada@example.com' },
      permission: 'read',
      groups: ['publishing', 'engagement', 'messages', 'contacts', 'analytics', 'telephony', 'accounts', 'webhooks'],
      profiles: ['p1'],
      expiresAt: '2026-02-01T00:00:00.000Z',
      expires: '2026-02-01T00:00:00.000Z',
    });
    expect(await home.json(['whoami'])).toMatchObject({ expires: '2026-02-01T00:00:00.000Z' });
    expect(await home.json(['auth', 'status', '--offline'])).toMatchObject({ expires: '2026-02-01T00:00:00.000Z' });
  });

  test('a key without an end never expires', async () => {
    const { home } = await loggedIn(listed({}));
    expect(await home.json(['auth', 'status'])).toMatchObject({ expiresAt: null, expires: 'never' });
    expect(await home.json(['whoami'])).toMatchObject({ expires: 'never' });
  });

  test('a key that may not list keys leaves that open', async () => {
    const { home } = await loggedIn({
      special: ({ url }) => (url === '/v1/api-keys' ? { status: 403, body: { error: 'No.' } } : undefined),
    });
    expect(await home.json(['auth', 'status'])).toMatchObject({
      valid: true,
      groups: null,
      permission: null,
      expires: 'unknown',
    });
  });

  test('without a key says so as a result, and ends with 4', async () => {
    const home = await openHome();
    const said = await home.run(['auth', 'status']);
    expect(said.code).toBe(4);
    expect(JSON.parse(said.stdout)).toEqual({
      loggedIn: false,
      context: null,
      baseUrl: null,
      key: null,
      source: null,
      storage: null,
      behind: [],
    });
  });

  test('a refused key is told apart from one that nobody could ask about', async () => {
    const { home, api } = await loggedIn();
    api.works.clear();
    const refused = await home.run(['auth', 'status']);
    expect([refused.code, JSON.parse(refused.stdout)]).toMatchObject([4, { loggedIn: true, valid: false }]);
    const silent = await home.run(['auth', 'status'], {
      keychain: brokenKeychain('silent', 'it did not respond within 3 s'),
    });
    expect([silent.code, JSON.parse(silent.stdout)]).toMatchObject([1, { loggedIn: true, valid: null }]);
  });

  test('--offline asks neither the service nor the keychain', async () => {
    const { home, api } = await loggedIn();
    const before = api.asked.length;
    const said = await home.run(['auth', 'status', '--offline'], { keychain: brokenKeychain() });
    expect([said.code, JSON.parse(said.stdout)]).toMatchObject([0, { key: 'sk_****aaaa', valid: null }]);
    expect(api.asked).toHaveLength(before);
  });

  test('names the keys behind the one that is used', async () => {
    const { home, api } = await loggedIn();
    api.works.add(keyOf('b'));
    expect(await home.json(['auth', 'status'], { env: { SVC_API_KEY: keyOf('b') } })).toMatchObject({
      key: 'sk_****bbbb',
      source: 'SVC_API_KEY',
      storage: 'environment',
      behind: [{ source: 'context live', storage: 'keychain', masked: 'sk_****aaaa' }],
    });
  });
});

describe('svc auth token', () => {
  test('prints the key into a pipe', async () => {
    const { home } = await loggedIn();
    expect(await home.run(['auth', 'token'])).toEqual({ code: 0, stdout: `${KEY}\n`, stderr: '' });
    expect(await home.json(['auth', 'token', '-o', 'json'])).toEqual({ token: KEY });
    expect((await home.run(['auth', 'token', '--jq', '.token | length'])).stdout).toBe('67\n');
  });

  test('on a terminal only with --yes', async () => {
    const { home } = await loggedIn();
    const said = await home.run(['auth', 'token'], { terminal: 80 });
    expect(said).toMatchObject({ code: 2, stdout: '' });
    expect(said.stderr).not.toContain(KEY);
    expect((await home.run(['auth', 'token', '--yes'], { terminal: 80 })).stdout).toContain(KEY);
  });
});

describe('svc api-keys create --save-as', () => {
  const MADE = keyOf('c');

  const making = () =>
    loggedIn({
      special: ({ method, url }) =>
        method === 'POST' && url === '/v1/api-keys'
          ? { status: 201, body: { message: 'Made.', apiKey: { id: 'k1', name: 'ci', key: MADE } } }
          : undefined,
    });

  test('keeps the key as that of a context, and does not show it', async () => {
    const { home, api } = await making();
    api.works.add(MADE);
    const said = await home.run(['api-keys', 'create', '--name', 'ci', '--save-as', 'ci']);
    expect(said.stdout + said.stderr).not.toContain(MADE);
    expect(JSON.parse(said.stdout)).toMatchObject({
      apiKey: { name: 'ci', key: 'sk_****cccc' },
      savedAs: { context: 'ci', storage: 'keychain' },
    });
    expect(home.settings()).toMatchObject({ currentContext: 'live', contexts: { ci: { baseUrl: api.url } } });
    expect((await home.run(['auth', 'token', '--context', 'ci'])).stdout).toBe(`${MADE}\n`);
  });

  test('without it the key is shown, this once', async () => {
    const { home } = await making();
    expect(await home.json(['api-keys', 'create', '--name', 'ci'])).toMatchObject({ apiKey: { key: MADE } });
  });

  test('is refused before there is a key, for a context of another address and for a name that is none', async () => {
    const { home, api } = await making();
    await home.run(['context', 'create', 'far', '--base-url', 'https://api.example']);
    for (const name of ['far', '../x', '']) {
      expect((await home.run(['api-keys', 'create', '--name', 'ci', '--save-as', name])).code, name).toBe(2);
    }
    expect(api.calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('a key that could not be kept is told of', async () => {
    const { home } = await making();
    expect(errorIn(await home.run(['api-keys', 'create', '--name', 'ci', '--save-as', 'ci']))).toMatchObject({
      message: expect.stringContaining('The key was created but could not be stored.') as string,
      hint: expect.stringContaining('svc api-keys delete') as string,
    });
  });
});
