/** The key, looked for in everything that svc wrote, said and started: it is where it was put, and nowhere else. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEVICE_CODE, keyOf, loginApi } from '../support/login-api.ts';
import { ROOT, runModule } from '../support/module.ts';
import { binary, svc, type Said } from '../support/svc.ts';
import { temporaryFolder } from '../support/temp.ts';

const [KEY, OTHER, MADE] = [keyOf('a'), keyOf('b'), keyOf('c')];

/** Each Node that starts writes down its arguments and its environment, into a file of its own. */
const WITNESS = `
  const { writeFileSync } = require('node:fs');
  const seen = { argv: process.argv, execArgv: process.execArgv, env: process.env };
  writeFileSync(process.env.WITNESSES + '/' + process.pid + '-' + process.hrtime.bigint(), JSON.stringify(seen));`;

type Watched = Awaited<ReturnType<typeof watched>>;

async function watched() {
  const folder = await temporaryFolder();
  const witnesses = join(folder, 'witnesses');
  mkdirSync(witnesses);
  writeFileSync(join(folder, 'witness.cjs'), WITNESS);
  const said: Said[] = [];
  const env = {
    ...{ HOME: folder, SVC_CONFIG_DIR: join(folder, 'config'), WITNESSES: witnesses },
    NODE_OPTIONS: `--require ${join(folder, 'witness.cjs')}`,
    // Enough for the keychain to be asked, which starts a process.
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${folder}/nobody`,
  };
  return {
    folder,
    said,
    async svc(argv: readonly string[], more: Readonly<Record<string, string>> = {}, input = ''): Promise<Said> {
      const one = await binary(argv, { env: { ...env, ...more }, input });
      said.push(one);
      return one;
    },
    witnesses: (): string[] => readdirSync(witnesses).map((name) => readFileSync(join(witnesses, name), 'utf8')),
  };
}

/** Every file below a folder. */
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

/** No file but those of the keys, no word and no process has one of the secrets, whole or in part. @param owned keys that have a file */
function expectNowhere(at: Watched, secrets: readonly string[], owned: readonly string[]): void {
  const keys = filesBelow(join(at.folder, 'config', 'keys'));
  expect(keys.map((path) => readFileSync(path, 'utf8').trim()).sort()).toEqual([...owned].sort());
  const logins = join(at.folder, 'config', 'state', 'logins');
  const pending = existsSync(logins) ? filesBelow(logins) : [];
  for (const path of [...keys, ...pending]) expect(statSync(path).mode & 0o777).toBe(0o600);
  const others = filesBelow(at.folder).filter((path) => ![...keys, ...pending].includes(path));
  expect(others.length).toBeGreaterThan(10);
  const texts: readonly (readonly [where: string, text: string])[] = [
    ...at.said.map(({ stdout, stderr }, run): [string, string] => [`output of run ${run}`, stdout + stderr]),
    ...others.map((path): [string, string] => [path, readFileSync(path, 'utf8')]),
  ];
  for (const secret of secrets) {
    const found = texts.filter(([, text]) => text.includes(secret) || text.includes(secret.slice(3, 40)));
    expect(found.map(([where]) => where)).toEqual([]);
  }
}

test('no key is in arguments, environments, output, errors, logs or files but its own', async () => {
  const at = await watched();
  const api = await loginApi({
    polls: ['pending', 'too fast', { key: KEY }],
    begun: { interval: 1 },
    special: ({ method, url }) =>
      method === 'POST' && url === '/v1/api-keys'
        ? { status: 201, body: { apiKey: { id: 'k1', name: 'ci', key: MADE } } }
        : undefined,
  });
  api.works.add(OTHER).add(MADE);
  const base = ['--base-url', api.url, '--context', 'live', '--device-name', 'desk', '--debug'];
  await at.svc(['login', ...base, '--with-token'], {}, OTHER);
  expect((await at.svc(['login', ...base])).code).toBe(0);
  expect((await at.svc(['api-keys', 'create', '--name', 'ci', '--save-as', 'ci', '--debug'])).code).toBe(0);
  for (const argv of [
    ['whoami', '--debug'],
    ['auth', 'status', '--debug'],
    ['auth', 'status', '--offline'],
    ['auth', 'token', '--no-such-flag'],
    ['profiles', 'list', '--debug'],
    ['profiles', 'create', '--name', 'x', '--dry-run'],
    ['profiles', 'get', 'nonsense'],
    ['config', 'list'],
    ['config', 'explain', 'apiKey'],
    ['context', 'list'],
    ['context', 'show'],
    ['doctor', '--network', '--debug'],
    ['login', '--start', '--context', 'live', '--device-name', 'desk', '--debug'],
    ['login', '--finish', '--timeout', '0', '--debug'],
  ])
    await at.svc(argv);
  api.works.clear();
  for (const argv of [
    ['whoami', '--debug'],
    ['profiles', 'list', '--debug'],
    ['doctor', '--network'],
  ])
    await at.svc(argv);
  await at.svc(['login', ...base, '--with-token'], {}, OTHER);
  await at.svc(['login', ...base, '--with-token'], {}, `${OTHER} `.repeat(3));

  expectNowhere(at, [KEY, OTHER, MADE, DEVICE_CODE], [KEY, MADE]);
  expect(at.witnesses().filter((text) => text.includes('keychain.cjs')).length).toBeGreaterThan(3);
});

/** Headers from which processes learn how many calls are left. */
const WINDOW = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '3', 'x-ratelimit-reset': '4102444800' };

test('what commands keep for later ones holds no key: names, rate windows, journals of imports', async () => {
  const at = await watched();
  const api = await loginApi({
    special: ({ method, url }) => {
      if (method === 'GET' && url.startsWith('/v1/profiles'))
        return { headers: WINDOW, body: { profiles: [{ _id: '64f0a1b2c3d4e5f601234567', name: 'Shop' }] } };
      return method === 'POST' && url === '/v1/posts'
        ? { status: 201, headers: WINDOW, body: { post: { _id: '64f0a1b2c3d4e5f601234568', status: 'draft' } } }
        : undefined;
    },
  });
  api.works.add(KEY).add(OTHER);
  // By this name the machine is somebody else, with whom rate windows are shared.
  const url = api.url.replace('127.0.0.1', '0.0.0.0');
  writeFileSync(join(at.folder, 'posts.csv'), 'content,isDraft\none,true\ntwo,true\n');
  await at.svc(['login', '--with-token', '--base-url', url, '--context', 'live'], {}, KEY);
  // Without a witness, to whom the process itself would show the key that it was given.
  for (const env of [{}, { SVC_API_KEY: OTHER, SVC_BASE_URL: url, NODE_OPTIONS: '' }]) {
    expect((await at.svc(['profiles', 'list', '--debug'], env)).code).toBe(0);
    const imported = await at.svc(['posts', 'import', join(at.folder, 'posts.csv'), '--debug'], env);
    expect(imported.code, imported.stderr).toBe(0);
    await at.svc(['posts', 'import', join(at.folder, 'posts.csv'), '--resume'], env);
  }

  const state = join(at.folder, 'config', 'state');
  for (const kept of ['completion', 'rate', 'imports']) expect(filesBelow(join(state, kept))).not.toEqual([]);
  expectNowhere(at, [KEY, OTHER], [KEY]);
});

test('a key that was typed where none belongs is not repeated', async () => {
  // prettier-ignore
  for (const argv of [
    ['login', `--api-key=${KEY}`], ['login', KEY], ['login', '--with-token', KEY], [KEY], ['profiles', KEY],
    ['profiles', 'list', '--context', KEY], ['profiles', 'get', KEY], ['profiles', 'list', `--token=${KEY}`],
    ['config', 'set', 'apiKey', KEY], ['config', 'set', 'baseUrl', KEY], ['config', 'set', 'timezone', KEY],
    ['context', 'create', KEY, '--base-url', 'https://a.example'], ['context', 'use', KEY], ['posts', 'create', 'x', '--at', KEY],
  ])
    for (const form of ['json', 'table']) {
      const said = await svc([...argv, '-o', form]);
      expect(said.code, argv.join(' ')).toBe(2);
      expect(said.stdout + said.stderr).not.toContain(KEY.slice(3, 40));
    }
});

test('a process that svc starts does not inherit the key of the environment', async () => {
  const at = await watched();
  const dataDir = join(at.folder, 'data');
  const started = await at.svc(['local', 'start', '--ephemeral', '--data-dir', dataDir], {
    SVC_API_KEY: KEY,
    LEGACY_SVC_API_KEY: OTHER,
  });
  try {
    expect(started.code, started.stderr).toBe(0);
    const [service] = at.witnesses().filter((text) => text.includes('--foreground'));
    expect(service).toContain(dataDir);
    for (const secret of [KEY, OTHER]) expect(service).not.toContain(secret);
  } finally {
    await at.svc(['local', 'stop', '--data-dir', dataDir]);
  }
});

/** A program that writes down what it was started with. */
function recorder(folder: string) {
  const [seen, program] = [join(folder, 'seen'), join(folder, 'program')];
  writeFileSync(program, `#!/bin/sh\n{ echo "$@"; env; } > '${seen}.new' && mv '${seen}.new' '${seen}'\n`);
  chmodSync(program, 0o755);
  return {
    program,
    async seen(): Promise<string> {
      await expect.poll(() => existsSync(seen), { timeout: 20_000 }).toBe(true);
      return readFileSync(seen, 'utf8');
    },
  };
}

const withKeys = { SVC_API_KEY: KEY, SERVICE_API_KEY: OTHER, LEGACY_SVC_API_KEY: MADE };

test('neither does a browser, which gets the address alone', async () => {
  const { program, seen } = recorder(await temporaryFolder());
  const source = `
    import { openBrowserDoor } from '${ROOT}/src/world/browser.ts';
    import { openHost } from '${ROOT}/src/world/host.ts';
    const browser = openBrowserDoor(openHost(), { isCi: false, isContainer: false, isWsl: false });
    console.log(await browser.open('https://api.example/device?code=A'), process.env.SVC_API_KEY);`;
  const { stdout } = await runModule(source, { BROWSER: program, DISPLAY: ':0', ...withKeys });
  expect(stdout).toBe(`true ${KEY}`);
  const text = await seen();
  expect(text).toContain('https://api.example/device?code=A');
  for (const secret of [KEY, OTHER, MADE]) expect(text).not.toContain(secret);
});

test('nor does an editor', async () => {
  const folder = await temporaryFolder();
  const { program, seen } = recorder(folder);
  const source = `
    import { openWorld } from '${ROOT}/src/world/world.ts';
    import { writeText } from '${ROOT}/src/cli/composer/text.ts';
    await writeText({ question: 'Text', initial: '', foot: async () => '', say: () => undefined }, openWorld());`;
  const env = { VISUAL: `${program} --wait`, SVC_CONFIG_DIR: join(folder, 'config'), ...withKeys };
  const { exitCode, stderr } = await runModule(source, env);
  expect(exitCode, stderr).toBe(0);
  const text = await seen();
  expect(text).toMatch(/^--wait \S+\.txt$/m);
  for (const secret of [KEY, OTHER, MADE]) expect(text).not.toContain(secret);
});
