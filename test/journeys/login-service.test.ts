/** Both ends of a login: the built binary against a local service in a process of its own, confirmed by a script. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startFrozen, startProcess, type ServiceProcess } from '../support/process.ts';
import { binary, errorIn, type Said } from '../support/svc.ts';
import { temporaryFolder } from '../support/temp.ts';

interface Begun {
  readonly userCode: string;
  readonly browserUrl: string;
}

interface Scene {
  readonly service: ServiceProcess;
  readonly folder: string;
  svc(argv: readonly string[], input?: string): Promise<Said>;
  json<T = Record<string, unknown>>(argv: readonly string[]): Promise<T>;
  /** Begins a login of this device, for the context of that name. */
  begin(device: string, context: string): Promise<Begun>;
  decide(userCode: string, verb: 'approve' | 'deny'): Promise<Said>;
}

async function scene(
  start: (folder: string) => Promise<ServiceProcess> = (folder) => startProcess(folder),
): Promise<Scene> {
  const folder = await temporaryFolder();
  const service = await start(folder);
  const env = { HOME: folder, SVC_CONFIG_DIR: join(folder, 'config') };
  const svc = (argv: readonly string[], input?: string) => binary(argv, { env, ...(input !== undefined && { input }) });
  const json: Scene['json'] = async (argv) => {
    const said = await svc([...argv, '-o', 'json']);
    expect(said.code, said.stderr).toBe(0);
    return JSON.parse(said.stdout) as never;
  };
  return {
    service,
    folder,
    svc,
    json,
    begin: (device, context) =>
      json([
        'login',
        '--start',
        '--base-url',
        service.url,
        '--context',
        context,
        '--device-name',
        device,
        '--store',
        'file',
      ]),
    decide: (userCode, verb) => svc(['local', 'device', verb, userCode, '--data-dir', join(folder, 'data')]),
  };
}

const tokenOf = async ({ svc }: Scene, context: string): Promise<string> =>
  (await svc(['auth', 'token', '--context', context])).stdout.trim();

test('AUTH-03 ASM-01 ASM-02 ASM-04 a login that is confirmed stores a key that works', async () => {
  const at = await scene();
  const begun = await at.begin('desk', 'work');
  expect(begun.browserUrl).toMatch(new RegExp(`^${at.service.url}/`));
  expect((await at.decide(begun.userCode, 'approve')).code).toBe(0);
  expect(await at.json(['login', '--finish'])).toMatchObject({ context: 'work', device: 'desk', storage: 'file' });
  expect(await tokenOf(at, 'work')).toMatch(/^sk_[0-9a-z]{64}$/);
  expect(await at.json(['whoami'])).toMatchObject({ context: 'work', authType: 'api_key', source: 'context work' });
  expect(await at.json(['profiles', 'list'])).toHaveProperty('profiles');
  expect(await at.json(['auth', 'status'])).toMatchObject({ valid: true, scope: 'full', permission: 'read-write' });
});

test('AUTH-04 ASM-04 logging in again on the device ends its earlier key, and the answer to that one says why', async () => {
  const at = await scene();
  for (const context of ['first', 'second']) {
    const { userCode } = await at.begin('desk', context);
    await at.decide(userCode, 'approve');
    expect((await at.svc(['login', '--finish', '--context', context])).code).toBe(0);
  }
  expect((await at.svc(['profiles', 'list', '--context', 'second'])).code).toBe(0);
  const said = await at.svc(['profiles', 'list', '--context', 'first']);
  expect(errorIn(said)).toMatchObject({
    exit: 4,
    code: 'invalid_credentials',
    hint: expect.stringContaining('Another machine that logs in as desk replaces it.') as string,
  });
});

test('ASM-02 a login that is refused in the browser leaves the key that was there', async () => {
  const at = await scene();
  const first = await at.begin('desk', 'work');
  await at.decide(first.userCode, 'approve');
  await at.svc(['login', '--finish']);
  const key = await tokenOf(at, 'work');
  const second = await at.begin('desk', 'work');
  await at.decide(second.userCode, 'deny');
  expect(errorIn(await at.svc(['login', '--finish']))).toMatchObject({ code: 'login_denied', exit: 4 });
  expect(await tokenOf(at, 'work')).toBe(key);
  expect((await at.svc(['whoami'])).code).toBe(0);
});

test('two commands that finish one login at the same time get one key, and the other says so', async () => {
  const at = await scene();
  const { userCode } = await at.begin('desk', 'work');
  const finishing = [1, 2].map(() => at.svc(['login', '--finish', '--context', 'work']));
  await at.decide(userCode, 'approve');
  const said = (await Promise.all(finishing)).sort((a, b) => a.code - b.code);
  expect(said[0]?.code).toBe(0);
  // The other one comes too late for the key, or for the login as a whole.
  const errors = said.slice(1).map((one) => errorIn(one)['code']);
  expect(['login_expired', 'no_login']).toEqual(expect.arrayContaining(errors));
  expect((await at.svc(['whoami', '--context', 'work'])).code).toBe(0);
});

test('ASM-03 a code whose time is over ends the login', async () => {
  const at = await scene(startFrozen);
  await at.begin('desk', 'work');
  await at.json(['local', 'clock', 'advance', '1h', '--data-dir', join(at.folder, 'data')]);
  expect(errorIn(await at.svc(['login', '--finish']))).toMatchObject({ code: 'login_expired', exit: 4 });
  expect(errorIn(await at.svc(['login', '--finish']))).toMatchObject({ code: 'no_login' });
});

test('contexts with a key of a local service follow it to its next address', async () => {
  const at = await scene();
  const { userCode } = await at.begin('desk', 'work');
  await at.decide(userCode, 'approve');
  await at.svc(['login', '--finish']);
  expect((await at.svc(['api-keys', 'create', '--name', 'ci', '--save-as', 'ci'])).code).toBe(0);
  await at.service.kill();
  const again = await startProcess(at.folder);
  expect(again.url).not.toBe(at.service.url);
  for (const context of ['work', 'ci']) {
    const said = await at.svc(['whoami', '--context', context]);
    expect([said.code, said.stdout.includes(again.url)], said.stderr).toEqual([0, true]);
  }
});

describe('keys of the API', () => {
  test('AUTH-02 a key is made, shown once, listed, and works no more once it is deleted', async () => {
    const at = await scene();
    const made = await at.json<{ apiKey: { id: string; key: string } }>(['api-keys', 'create', '--name', 'ci']);
    const { id, key } = made.apiKey;
    const listed = await at.svc(['api-keys', 'list']);
    expect(listed.stdout).toContain(id);
    expect(listed.stdout).not.toContain(key);
    expect(
      (await at.svc(['login', '--with-token', '--base-url', at.service.url, '--context', 'ci', '--store', 'file'], key))
        .code,
    ).toBe(0);
    expect((await at.svc(['api-keys', 'delete', id, '--yes', '--context', 'local-data'])).code).toBe(0);
    expect((await at.svc(['profiles', 'list', '--context', 'ci'])).code).toBe(4);
  });

  test('AUTH-09 AUTH-10 AUTH-11 AUTH-26 a restricted key says which group it lacks, and does what it may', async () => {
    const at = await scene();
    const create = [
      'api-keys',
      'create',
      '--name',
      'narrow',
      '--disabled-resource-groups',
      'webhooks',
      '--save-as',
      'narrow',
    ];
    expect((await at.svc(create)).code).toBe(0);
    const refused = await at.svc(['webhooks', 'list', '--context', 'narrow']);
    expect(errorIn(refused)).toMatchObject({
      exit: 5,
      code: 'insufficient_permissions',
      hint: expect.stringContaining('group webhooks') as string,
    });
    expect((await at.svc(['posts', 'list', '--context', 'narrow'])).code).toBe(0);
    const { groups } = await at.json<{ groups: string[] }>(['auth', 'status', '--context', 'narrow']);
    expect([groups.includes('publishing'), groups.includes('webhooks')]).toEqual([true, false]);
    const unlisted = await at.svc(['api-keys', 'create', '--name', 'x', '--disabled-resource-groups', 'webhoks']);
    expect([unlisted.code, JSON.stringify(errorIn(unlisted))]).toEqual([2, expect.stringContaining('webhooks')]);
  });
});

test('logging out of everything leaves no key behind', async () => {
  const at = await scene();
  const { userCode } = await at.begin('desk', 'work');
  await at.decide(userCode, 'approve');
  await at.svc(['login', '--finish']);
  expect(await at.json(['logout', '--all'])).toMatchObject({ left: [] });
  expect(readdirSync(join(at.folder, 'config', 'keys'))).toEqual([]);
  expect((await at.svc(['whoami', '--context', 'work'])).code).toBe(4);
});
