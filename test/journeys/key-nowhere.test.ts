/** The key, looked for in everything that svc wrote, said and started: it is where it was put, and nowhere else. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEVICE_CODE, keyOf, loginApi } from '../support/login-api.ts';
import { ROOT, runModule } from '../support/module.ts';
import { binary, type Said } from '../support/svc.ts';
import { temporaryFolder } from '../support/temp.ts';

const [KEY, OTHER, MADE] = [keyOf('a'), keyOf('b'), keyOf('c')];

/** Each Node that starts writes down its arguments and its environment, into a file of its own. */
const WITNESS = `
  const { writeFileSync } = require('node:fs');
  const seen = { argv: process.argv, execArgv: process.execArgv, env: process.env };
  writeFileSync(process.env.WITNESSES + '/' + process.pid + '-' + process.hrtime.bigint(), JSON.stringify(seen));`;

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

  const keys = join(at.folder, 'config', 'keys');
  const owned = filesBelow(keys);
  expect(owned.map((path) => readFileSync(path, 'utf8').trim()).sort()).toEqual([KEY, MADE].sort());
  const logins = join(at.folder, 'config', 'state', 'logins');
  const elsewhere = filesBelow(at.folder).filter((path) => !path.startsWith(keys) && !path.startsWith(logins));
  expect(elsewhere.length).toBeGreaterThan(20);
  const words = [
    ...at.said.flatMap(({ stdout, stderr }) => [stdout, stderr]),
    ...at.witnesses(),
    ...elsewhere.map((path) => readFileSync(path, 'utf8')),
  ];
  expect(at.witnesses().filter((text) => text.includes('keychain.cjs')).length).toBeGreaterThan(3);
  for (const secret of [KEY, OTHER, MADE, DEVICE_CODE])
    expect(words.filter((text) => text.includes(secret) || text.includes(secret.slice(3, 40)))).toEqual([]);
  for (const path of [...owned, ...(existsSync(logins) ? filesBelow(logins) : [])])
    expect(statSync(path).mode & 0o777).toBe(0o600);
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

test('neither does a browser, which gets the address alone', async () => {
  const folder = await temporaryFolder();
  const seen = join(folder, 'seen');
  const program = join(folder, 'program');
  writeFileSync(program, `#!/bin/sh\n{ echo "$@"; env; } > '${seen}.new' && mv '${seen}.new' '${seen}'\n`);
  chmodSync(program, 0o755);
  const source = `
    import { openBrowserDoor } from '${ROOT}/src/world/browser.ts';
    import { openHost } from '${ROOT}/src/world/host.ts';
    const browser = openBrowserDoor(openHost(), { isCi: false, isContainer: false, isWsl: false });
    console.log(await browser.open('https://api.example/device?code=A'), process.env.SVC_API_KEY);`;
  const { stdout } = await runModule(source, {
    ...{ BROWSER: program, DISPLAY: ':0' },
    ...{ SVC_API_KEY: KEY, SERVICE_API_KEY: OTHER },
  });
  expect(stdout).toBe(`true ${KEY}`);
  await expect.poll(() => existsSync(seen), { timeout: 20_000 }).toBe(true);
  const text = readFileSync(seen, 'utf8');
  expect(text).toContain('https://api.example/device?code=A');
  for (const secret of [KEY, OTHER]) expect(text).not.toContain(secret);
});
