/** `svc doctor`: what it finds, what it says to do, and that nothing leaves the machine unasked. */
import { describe, expect, test } from 'vitest';
import { brokenKeychain, openHome, type Home } from '../support/home.ts';
import { keyOf, loginApi } from '../support/login-api.ts';
import type { SvcOptions } from '../support/svc.ts';

interface Check {
  readonly check: string;
  readonly status: 'ok' | 'warn' | 'fail' | 'skip';
  readonly message: string;
  readonly hint?: string;
}

async function doctor(home: Home, words: readonly string[] = [], options: SvcOptions = {}) {
  const { code, stdout } = await home.run(['doctor', '-o', 'json', ...words], options);
  const { checks } = JSON.parse(stdout) as { checks: Check[] };
  return { code, checks, found: Object.fromEntries(checks.map((one) => [one.check, one])) as Record<string, Check> };
}

const statuses = (found: Record<string, Check>) =>
  Object.fromEntries(Object.values(found).map(({ check, status }) => [check, status]));

test('a fresh machine is well', async () => {
  const { code, found } = await doctor(await openHome());
  expect(code).toBe(0);
  expect(statuses(found)).toEqual({
    versions: 'ok',
    settings: 'ok',
    project: 'ok',
    environment: 'ok',
    keychain: 'ok',
    key: 'warn',
    proxy: 'ok',
    port: 'ok',
    completion: 'ok',
    'local service': 'ok',
  });
  expect(found['key']?.hint).toContain('svc login');
});

test('every finding that is not ok says what to do', async () => {
  const home = await openHome();
  home.place('config/settings.json', '{ oops');
  home.place('.svc.json', { baseUrl: 'https://elsewhere.example' });
  const env = { LEGACY_SVC_API_KEY: 'k', HTTP_PROXY: 'not an address', SHELL: '/bin/bash' };
  const machine = { nodeVersion: '18.20.0', canListen: async () => false };
  const { code, checks, found } = await doctor(home, [], { env, machine, keychain: brokenKeychain() });
  expect(code).toBe(1);
  expect(statuses(found)).toEqual({
    versions: 'fail',
    settings: 'fail',
    project: 'warn',
    environment: 'warn',
    keychain: 'warn',
    key: 'skip',
    proxy: 'fail',
    port: 'fail',
    completion: 'warn',
    'local service': 'ok',
  });
  expect(checks.filter(({ status, hint }) => status !== 'ok' && hint === undefined)).toEqual([]);
  expect(found['settings']?.message).toContain('line 1, column 3');
});

test('on a terminal nothing of it is cut off, however narrow; --fields chooses columns all the same', async () => {
  const home = await openHome();
  const keychain = brokenKeychain('failed', `it has ${'a long story '.repeat(10)}to tell`);
  const { stdout } = await home.run(['doctor'], { keychain, terminal: 60 });
  expect(stdout).toMatch(/^ok {4}versions {12}svc \d/m);
  expect(stdout.replace(/\n {26}/g, ' ')).toMatch(
    /^warn {2}keychain {12}The keychain .+: it has (a long story ){10}to tell\. Keys are stored in files/m,
  );
  expect((await home.run(['doctor', '--fields', 'check'], { terminal: 60 })).stdout).not.toContain('svc');
});

describe('the keychain', () => {
  test('that does not work is an error as soon as a key lies in it', async () => {
    const [home, api] = [await openHome(), await loginApi()];
    api.works.add(keyOf('a'));
    await home.run(['login', '--with-token', '--base-url', api.url, '--context', 'live'], { stdin: keyOf('a') });
    const { code, found } = await doctor(home, [], { keychain: brokenKeychain() });
    expect(code).toBe(1);
    expect(found['keychain']).toMatchObject({
      status: 'fail',
      message: expect.stringContaining('It holds the keys of these contexts: live') as string,
    });
    expect(found['key']).toMatchObject({
      status: 'fail',
      message: 'The keychain did not return the key: it is locked.',
    });
  });

  test('is left as it was', async () => {
    const home = await openHome();
    await doctor(home);
    expect(home.entries.size).toBe(0);
  });
});

// prettier-ignore
test.each([
  ['a current context that is gone',  { currentContext: 'gone' },                                                                    'settings', 'warn'],
  ['a port that another one took',    { contexts: { local: { baseUrl: 'http://127.0.0.1:4010', dataDir: '/nowhere' } } },           'port',     'warn'],
])('%s is told', async (_, settings, check, status) => {
  const home = await openHome();
  home.place('config/settings.json', settings);
  const machine = { canListen: async (port: number) => port === 0 };
  expect((await doctor(home, [], { machine })).found[check]).toMatchObject({ status, hint: expect.any(String) as string });
});

test('credentials of a proxy are not shown', async () => {
  const { found } = await doctor(await openHome(), [], {
    env: { HTTPS_PROXY: 'http://ada:hunter2@proxy.example:3128' },
  });
  expect(found['proxy']?.message).toBe('HTTPS_PROXY proxy.example:3128; never for this machine.');
});

test('a local service that is said to run and does not answer is an error', async () => {
  const home = await openHome();
  const dataDir = `${home.folder}/data`;
  home.place('data/service.json', { url: 'http://127.0.0.1:9', apiKey: 'k', dataDir });
  home.place('config/settings.json', {
    currentContext: 'local',
    contexts: { local: { baseUrl: 'http://127.0.0.1:9', dataDir } },
  });
  expect((await doctor(home)).found['local service']).toMatchObject({ status: 'fail' });
});

describe('--network', () => {
  const on = async (date: string, works = true) => {
    const home = await openHome();
    const api = await loginApi({
      special: ({ headers }) =>
        headers.authorization === undefined ? { status: 401, headers: { date }, body: { error: 'Who?' } } : undefined,
    });
    if (works) api.works.add(keyOf('a'));
    return { home, api, env: { SVC_BASE_URL: api.url, SVC_API_KEY: keyOf('a') } };
  };

  test('is needed before anything leaves the machine', async () => {
    const { home, api, env } = await on('Mon, 05 Jan 2026 09:00:00 GMT');
    const { found } = await doctor(home, [], { env });
    expect(api.asked).toEqual([]);
    expect(found['key']).toMatchObject({
      status: 'skip',
      message: expect.stringMatching(/SVC_API_KEY .*The key was not checked: nothing was sent\.$/) as string,
      hint: expect.stringContaining('svc doctor --network') as string,
    });
  });

  test('asks whether the service answers and takes the key', async () => {
    const { home, env } = await on('Mon, 05 Jan 2026 09:00:00 GMT');
    const { code, found } = await doctor(home, ['--network'], { env });
    expect(code).toBe(0);
    expect([found['network']?.status, found['key']?.status]).toEqual(['ok', 'ok']);
    expect(found['key at the service']).toMatchObject({
      status: 'ok',
      message: 'The service accepts the key, owned by Ada.',
    });
  });

  test('calls nothing that an untrusted project file names', async () => {
    const { home, api } = await on('Mon, 05 Jan 2026 09:00:00 GMT');
    home.place('.svc.json', { baseUrl: api.url });
    const { found } = await doctor(home, ['--network'], { env: { SVC_API_KEY: keyOf('a') } });
    expect(found['network']?.status).toBe('fail');
    expect(api.asked).toEqual([]);
  });

  test('says that a key is refused, and where it came from', async () => {
    const { home, env } = await on('Mon, 05 Jan 2026 09:00:00 GMT', false);
    const { code, found } = await doctor(home, ['--network'], { env });
    expect(code).toBe(1);
    expect(found['key']?.status).toBe('fail');
    expect(found['key at the service']).toMatchObject({
      status: 'fail',
      hint: expect.stringContaining('SVC_API_KEY') as string,
    });
  });

  test('a service that is not there is an error', async () => {
    const { code, found } = await doctor(await openHome(), ['--network'], {
      env: { SVC_BASE_URL: 'http://127.0.0.1:9', SVC_API_KEY: 'k' },
    });
    expect([code, found['network']?.status]).toEqual([1, 'fail']);
    for (const check of ['key', 'key at the service']) expect(found[check]?.status, check).toBe('fail');
    expect(found['key at the service']?.message).toMatch(/^The key was not checked: Could not connect to/);
  });

  // prettier-ignore
  test.each([
    ['Mon, 05 Jan 2026 09:00:10 GMT', 'ok',   '10 s behind'],
    ['Mon, 05 Jan 2026 08:58:00 GMT', 'warn', '120 s ahead of'],
    ['Mon, 05 Jan 2026 10:00:00 GMT', 'fail', '3600 s behind'],
  ])('a service at %s: the clock is %s', async (date, status, words) => {
    const { home, env } = await on(date);
    const url = new URL(env.SVC_BASE_URL);
    const { testWorld } = await import('../support/world.ts');
    const { http } = testWorld({ folder: home.folder }).world;
    // As if it were another machine: its clock is no business of ours otherwise.
    const single = { ...http.single, send: (request: Parameters<typeof http.single.send>[0]) => http.single.send({ ...request, url: request.url.replace('api.example', url.host) }) };
    const { found } = await doctor(home, ['--network'], { env: { ...env, SVC_BASE_URL: 'http://api.example' }, doors: { http: { ...http, single } } });
    expect(found['clock']).toMatchObject({ status, message: expect.stringContaining(words) as string });
  });
});

test('an installed completion is seen', async () => {
  const home = await openHome();
  const env = { SHELL: '/bin/bash' };
  await home.run(['completion', 'install', '--shell', 'bash'], { env });
  expect((await doctor(home, [], { env })).found['completion']).toMatchObject({ status: 'ok' });
});
