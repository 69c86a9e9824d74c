/** `svc login` against a scripted API: what it says, asks, keeps and gives up. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { brokenKeychain, openHome, type Home } from '../support/home.ts';
import { DEVICE_CODE, IDENTITY, keyOf, loginApi, USER_CODE, type LoginApi } from '../support/login-api.ts';
import { errorIn } from '../support/svc.ts';
import { testWorld } from '../support/world.ts';

const NEW = keyOf('b');
const OLD = keyOf('a');

/** A home that is logged in with OLD already. */
async function loggedIn(api: LoginApi, ...more: string[]): Promise<Home> {
  const made = await openHome();
  api.works.add(OLD);
  const said = await made.run(['login', '--with-token', '--context', 'live', '--base-url', api.url, ...more], {
    stdin: `${OLD}\n`,
  });
  expect(said).toMatchObject({ code: 0 });
  return made;
}

const keyUsed = async ({ run }: Home): Promise<string> => (await run(['auth', 'token'])).stdout.trim();

const BROKEN = brokenKeychain();

describe('a login', () => {
  test('ASM-01 AUTH-03 shows code and address first, and asks with the name of the device', async () => {
    const api = await loginApi({ polls: [{ key: NEW }] });
    const { run } = await openHome();
    const { code, stdout, stderr } = await run(['login', '--base-url', `${api.url}/api/`, '--device-name', 'desk 1']);
    expect(code).toBe(0);
    const [first] = api.asked;
    expect(`${first?.method} ${first?.url}`).toBe('POST /api/auth/cli/initiate');
    expect(JSON.parse(first?.body.toString() ?? '')).toEqual({ deviceName: 'desk 1' });
    expect(first?.headers.authorization).toBeUndefined();
    expect(stderr.split('\n').slice(0, 3)).toEqual([
      `Code: ${USER_CODE}`,
      `Open: ${api.url}/device?code=${USER_CODE}`,
      'Confirm the code there within 10 minutes.',
    ]);
    expect(JSON.parse(stdout)).toMatchObject({
      device: 'desk 1',
      storage: 'keychain',
      key: 'sk_****bbbb',
      scope: 'full',
    });
  });

  test('ASM-02 asks until it is confirmed, each time with the code of the device alone', async () => {
    const api = await loginApi({ polls: ['pending', 'pending', { key: NEW }] });
    const made = await openHome();
    const { world, slept } = testWorld({ folder: made.folder, argv: ['login', '--base-url', api.url] });
    const { run } = await import('../../src/main.ts');
    expect(await run({ ...world })).toBe(0);
    const polls = api.asked.filter(({ url }) => url === '/api/auth/cli/poll');
    expect(polls.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill(`Bearer ${DEVICE_CODE}`));
    expect(slept).toEqual([5000, 5000]);
  });

  test('ASM-03 a service that finds it too fast is asked more slowly for good', async () => {
    const api = await loginApi({ polls: ['too fast', 'pending', 'too fast', { key: NEW }] });
    const { world, slept } = testWorld({ argv: ['login', '--base-url', api.url] });
    const { run } = await import('../../src/main.ts');
    expect(await run(world)).toBe(0);
    expect(slept).toEqual([10_000, 10_000, 15_000]);
  });

  test('ASM-03 a code that has expired ends it with 4 and changes nothing', async () => {
    const api = await loginApi({ polls: ['pending', 'expired'] });
    const made = await loggedIn(api);
    const said = await made.run(['login']);
    expect(said.code).toBe(4);
    expect(errorIn(said)).toMatchObject({
      code: 'login_expired',
      message: expect.stringContaining('collected by another command') as string,
      hint: 'Nothing was changed. Run `svc login` to try again.',
    });
    expect(await keyUsed(made)).toBe(OLD);
  });

  test('ASM-02 a refusal in the browser ends it with 4 and changes nothing', async () => {
    const api = await loginApi({ polls: ['denied'] });
    const made = await loggedIn(api);
    expect(errorIn(await made.run(['login']))).toMatchObject({ code: 'login_denied', exit: 4 });
    expect(await keyUsed(made)).toBe(OLD);
  });

  test('ASM-04 the key is checked before it takes the place of the old one', async () => {
    const api = await loginApi({ polls: [{ key: NEW }] });
    const made = await loggedIn(api);
    const before = made.settings().contexts['live']?.key?.id;
    expect((await made.run(['login'])).code).toBe(0);
    expect(await keyUsed(made)).toBe(NEW);
    expect(made.settings().contexts['live']?.key?.id).not.toBe(before);
    expect([...made.entries.values()]).toEqual([NEW]);
    expect(api.calls.map(({ url, headers }) => [url, headers.authorization])).toContainEqual([
      '/v1/auth/verify',
      `Bearer ${NEW}`,
    ]);
  });

  test('ASM-04 a new key that the service refuses at first leaves the old one in force, and is not lost', async () => {
    let isKnown = false;
    const api = await loginApi({
      polls: [{ key: NEW }],
      special: ({ url, headers }) =>
        !isKnown && url === '/v1/auth/verify' && headers.authorization?.endsWith('b')
          ? { status: 401, body: { error: 'No.', type: 'authentication_error', code: 'invalid_credentials' } }
          : undefined,
    });
    const made = await loggedIn(api);
    const said = await made.run(['login']);
    expect(errorIn(said)).toMatchObject({
      exit: 4,
      hint: expect.stringContaining('svc login --finish --context live') as string,
    });
    expect(await keyUsed(made)).toBe(OLD);
    isKnown = true;
    expect((await made.run(['login', '--finish'])).code).toBe(0);
    expect([...made.entries.values()]).toEqual([NEW]);
  });

  test('what no header can carry is not kept', async () => {
    const api = await loginApi({ polls: [{ key: 'two words' }] });
    const { run, entries } = await openHome();
    expect(errorIn(await run(['login', '--base-url', api.url]))).toMatchObject({ code: 'bad_answer', exit: 12 });
    expect(entries.size).toBe(0);
  });

  test.each(['sk_short', 'svc_live_51H.x~y/z+w==', 'eyJhbGciOi.J9.e30'])('a key may have the form %s', async (key) => {
    const api = await loginApi({ polls: [{ key }] });
    const made = await openHome();
    expect((await made.run(['login', '--base-url', api.url])).code).toBe(0);
    expect(await keyUsed(made)).toBe(key);
  });

  test('faults on the way do not end it, and are told once', async () => {
    const api = await loginApi({
      polls: [
        { status: 503, body: 'later' },
        { cut: 'before' },
        { body: '<html>portal</html>' },
        { status: 500 },
        { key: NEW },
      ],
    });
    const { run } = await openHome();
    const { code, stderr } = await run(['login', '--base-url', api.url]);
    expect(code).toBe(0);
    expect(stderr.match(/Unclear response/g)).toHaveLength(1);
  });

  test('faults until the code has expired end it with 4', async () => {
    const api = await loginApi({ polls: [{ cut: 'before' }] });
    const { run } = await openHome();
    expect(errorIn(await run(['login', '--base-url', api.url]))).toMatchObject({ code: 'login_expired', exit: 4 });
    expect(api.polls()).toBe(121);
  });

  test('time is what the service says, whatever the clock here says', async () => {
    const api = await loginApi({
      polls: [...Array<'pending'>(20).fill('pending'), { key: NEW }],
      begun: { expiresAt: '2030-06-01T12:05:00Z' },
      special: ({ url }) =>
        url === '/api/auth/cli/initiate'
          ? {
              headers: { date: 'Sat, 01 Jun 2030 12:00:00 GMT' },
              body: { ...BEGUN, browserUrl: 'https://a.example/d' },
            }
          : undefined,
    });
    const { run } = await openHome();
    const { code, stderr } = await run(['login', '--base-url', api.url]);
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('within 5 minutes') as string });
  });

  test('--quiet keeps the code and the address', async () => {
    const api = await loginApi({ polls: [{ key: NEW }] });
    const { run } = await openHome();
    expect((await run(['login', '--base-url', api.url, '--quiet'])).stderr).toContain(USER_CODE);
  });

  test('--debug shows neither key nor code of the device', async () => {
    const api = await loginApi({ polls: ['pending', { key: NEW }] });
    const { run } = await openHome();
    const { stdout, stderr } = await run(['login', '--base-url', api.url, '--debug']);
    expect(stderr).toContain('> GET');
    for (const secret of [NEW, DEVICE_CODE]) expect(stdout + stderr).not.toContain(secret);
  });
});

const BEGUN = { deviceCode: DEVICE_CODE, userCode: USER_CODE, expiresAt: '2030-06-01T12:05:00Z', interval: 5 };

describe('where the key goes', () => {
  test('without a keychain it goes into a file for its owner alone, and that is said once', async () => {
    const api = await loginApi({ polls: [{ key: NEW }] });
    const { run, folder } = await openHome();
    const { stdout, stderr } = await run(['login', '--base-url', api.url], { keychain: BROKEN });
    const { path, storage } = JSON.parse(stdout) as { path: string; storage: string };
    expect(storage).toBe('file');
    expect(stderr).toContain(
      `The keychain is not available (it is locked). The key was saved in ${path}, which only you can read.`,
    );
    expect(readFileSync(path, 'utf8')).toBe(`${NEW}\n`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
    const later = await run(['whoami'], { keychain: BROKEN });
    expect(later).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(later.stdout)).toMatchObject({ storage: 'file', path, key: 'sk_****bbbb' });
    expect(readFileSync(join(folder, 'config', 'settings.json'), 'utf8')).not.toContain(NEW);
  });

  test('--store keychain makes do with nothing else, and says so before anything is confirmed', async () => {
    const api = await loginApi({ polls: [{ key: NEW }] });
    const { run, folder } = await openHome();
    const said = await run(['login', '--base-url', api.url, '--store', 'keychain'], { keychain: BROKEN });
    expect(errorIn(said)).toMatchObject({ code: 'keychain_failed', exit: 1, details: { trouble: 'locked' } });
    expect(api.asked).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('--store file asks no keychain', async () => {
    const api = await loginApi({ polls: [{ key: NEW }] });
    const { run, entries } = await openHome();
    const { stdout, stderr } = await run(['login', '--base-url', api.url, '--store', 'file']);
    expect(JSON.parse(stdout)).toMatchObject({ storage: 'file' });
    expect(stderr).not.toContain('keychain');
    expect(entries.size).toBe(0);
  });

  test('moving to the keychain leaves no copy in the file', async () => {
    const api = await loginApi({ polls: [{ key: NEW }] });
    const made = await loggedIn(api, '--store', 'file');
    const keys = join(made.folder, 'config', 'keys');
    expect(readdirSync(keys)).toHaveLength(1);
    expect((await made.run(['login'])).code).toBe(0);
    expect(readdirSync(keys)).toEqual([]);
    expect(made.settings().contexts['live']?.key?.storage).toBe('keychain');
  });

  test('nothing is written while the environment holds a key', async () => {
    const api = await loginApi({ polls: [{ key: NEW }] });
    const { run, folder } = await openHome();
    const said = await run(['login', '--base-url', api.url], { env: { SVC_API_KEY: OLD } });
    expect(errorIn(said)).toMatchObject({ exit: 2, param: 'SVC_API_KEY' });
    expect(api.asked).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('--with-token', () => {
  test('says that an address without encryption shows the key to everybody on the way', async () => {
    const api = await loginApi();
    const { run } = await openHome();
    api.works.add(OLD);
    // A name of this machine that does not say so.
    const baseUrl = api.url.replace('127.0.0.1', '0.0.0.0');
    const said = await run(['login', '--with-token', '--base-url', baseUrl], { stdin: OLD });
    expect(said).toMatchObject({ code: 0, stderr: expect.stringContaining(`${baseUrl} is not encrypted`) as string });
  });

  test('takes a key from standard input, checks it and keeps it', async () => {
    const api = await loginApi();
    const made = await loggedIn(api);
    expect(await keyUsed(made)).toBe(OLD);
    expect(api.asked.every(({ url }) => ['/v1/auth/verify', '/v1/api-keys'].includes(url))).toBe(true);
  });

  test.each(['', '\n', 'pass word', `${OLD}\n${OLD}`, 'schlüssel', `Bearer ${OLD}`])(
    'refuses %j without asking anybody',
    async (stdin) => {
      const api = await loginApi();
      const { run } = await openHome();
      const said = await run(['login', '--with-token', '--base-url', api.url], { stdin });
      expect(errorIn(said)).toMatchObject({ exit: 2, param: '--with-token' });
      if (stdin.trim() !== '') expect(said.stderr).not.toContain(stdin.trim());
      expect(api.asked).toEqual([]);
    },
  );

  test('takes a key of any form that a header can carry', async () => {
    const api = await loginApi();
    api.works.add('live-key.of/another+form==');
    const made = await openHome();
    const words = ['login', '--with-token', '--base-url', api.url];
    expect((await made.run(words, { stdin: ' live-key.of/another+form==\r\n' })).code).toBe(0);
    expect(await keyUsed(made)).toBe('live-key.of/another+form==');
  });

  test('a key that the service refuses is exit 4, and not kept', async () => {
    const api = await loginApi();
    const { run, entries } = await openHome();
    expect((await run(['login', '--with-token', '--base-url', api.url], { stdin: OLD })).code).toBe(4);
    expect(entries.size).toBe(0);
  });

  test('a key that nobody could check is not kept either', async () => {
    const api = await loginApi({ special: () => ({ status: 503, headers: { 'retry-after': '9999' } }) });
    const { run, entries } = await openHome();
    expect((await run(['login', '--with-token', '--base-url', api.url], { stdin: OLD })).code).toBe(12);
    expect(entries.size).toBe(0);
  });
});

describe('--start and --finish', () => {
  const start = (url: string) => ['login', '--start', '--base-url', url, '--context', 'live', '-o', 'json'];

  test('begin in one run and end in another; the secret of the login is told to nobody', async () => {
    const api = await loginApi({ polls: ['pending', { key: NEW }] });
    const made = await openHome();
    const begun = await made.run(start(api.url));
    expect(JSON.parse(begun.stdout)).toEqual({
      context: 'live',
      baseUrl: api.url,
      device: 'desk',
      userCode: USER_CODE,
      browserUrl: `${api.url}/device?code=${USER_CODE}`,
      expiresAt: '2026-01-05T09:10:00.000Z',
      interval: 5,
      finish: 'svc login --finish --context live',
    });
    expect(begun.stderr).toBe('');
    expect(begun.stdout).not.toContain(DEVICE_CODE);
    expect(api.polls()).toBe(0);
    const pending = join(made.folder, 'config', 'state', 'logins', 'live.json');
    expect(statSync(pending).mode & 0o777).toBe(0o600);
    const done = await made.run(['login', '--finish', '-o', 'json']);
    expect(JSON.parse(done.stdout)).toMatchObject({ context: 'live', user: { name: IDENTITY.name } });
    expect(await keyUsed(made)).toBe(NEW);
    expect(errorIn(await made.run(['login', '--finish']))).toMatchObject({ code: 'no_login', exit: 2 });
  });

  test('--timeout bounds the wait; the login stays under way with 8', async () => {
    const api = await loginApi({ polls: ['pending'] });
    const { run } = await openHome();
    await run(start(api.url));
    const said = await run(['login', '--finish', '--timeout', '12s']);
    expect(errorIn(said)).toMatchObject({ code: 'login_pending', exit: 8, retryAfter: 5 });
    expect(api.polls()).toBe(4);
    expect((await run(['login', '--finish', '--timeout', '0'])).code).toBe(8);
    expect(api.polls()).toBe(5);
  });

  test('a refusal ends the login', async () => {
    const api = await loginApi({ polls: ['denied'] });
    const { run } = await openHome();
    await run(start(api.url));
    expect((await run(['login', '--finish'])).code).toBe(4);
    expect(errorIn(await run(['login', '--finish']))).toMatchObject({ code: 'no_login' });
  });

  test('two under way must be told apart', async () => {
    const api = await loginApi({ polls: [{ key: NEW }] });
    const { run } = await openHome();
    await run(start(api.url));
    await run(['login', '--start', '--base-url', api.url, '--context', 'other']);
    expect(errorIn(await run(['login', '--finish']))).toMatchObject({ exit: 2, param: '--context' });
    expect((await run(['login', '--finish', '--context', 'other'])).code).toBe(0);
  });

  test.each([
    ['--start', '--finish'],
    ['--start', '--with-token'],
    ['--finish', '--with-token'],
  ])('%s and %s cannot be combined', async (...words) => {
    const { run } = await openHome();
    expect((await run(['login', ...words])).code).toBe(2);
  });
});

describe('a key that nobody could check', () => {
  test('is kept aside, and --finish checks it again', async () => {
    let isDown = true;
    const api = await loginApi({
      polls: [{ key: NEW }],
      special: ({ url, headers }) =>
        isDown && url === '/v1/auth/verify' && headers.authorization?.endsWith('b')
          ? { status: 503, headers: { 'retry-after': '9999' } }
          : undefined,
    });
    const made = await loggedIn(api);
    const said = await made.run(['login']);
    expect(errorIn(said)).toMatchObject({
      exit: 12,
      hint: expect.stringContaining('svc login --finish --context live') as string,
    });
    expect(await keyUsed(made)).toBe(OLD);
    isDown = false;
    expect((await made.run(['login', '--finish'])).code).toBe(0);
    expect(await keyUsed(made)).toBe(NEW);
    expect([...made.entries.values()]).toEqual([NEW]);
  });
});

test('two logins at once end with one key that works and no other left', async () => {
  const keys = [keyOf('c'), keyOf('d')];
  const api = await loginApi({ polls: keys.map((key) => ({ key })) });
  const made = await loggedIn(api);
  const both = await Promise.all([made.run(['login']), made.run(['login'])]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  const used = await keyUsed(made);
  expect(keys).toContain(used);
  expect([...made.entries.values()]).toEqual([used]);
});
