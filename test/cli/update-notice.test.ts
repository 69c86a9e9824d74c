/** A newer svc, as the npm on the search path knows it: asked for once a day, announced by a later command. */
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openHome, type Home } from '../support/home.ts';
import { keyOf, loginApi } from '../support/login-api.ts';
import type { Said, SvcOptions } from '../support/svc.ts';
import { TEST_WORLD_NOW } from '../support/world.ts';

const DAY_MS = 86_400_000;
const KEY = keyOf('a');

interface Machine extends Home {
  /** A command that calls the API from a terminal. */
  call(now: number, options?: SvcOptions, ...more: string[]): Promise<Said>;
  /** The command lines of npm so far, once there are as many. */
  asked(count: number): Promise<readonly string[]>;
  /** What npm last answered, once it has. */
  answered(text: string): Promise<void>;
}

/** A logged-in home whose npm runs `script`, after it has noted how it was called and where. */
async function machine(script: string): Promise<Machine> {
  const apiKeys = [{ id: 'k1', name: 'desk', keyPreview: 'sk_aaaa…aaaa' }];
  const api = await loginApi({ special: ({ url }) => (url === '/v1/api-keys' ? { body: { apiKeys } } : undefined) });
  api.works.add(KEY);
  const home = await openHome();
  const log = join(home.folder, 'npm.log');
  const npm = home.place('bin/npm', `#!/bin/sh\necho "$PWD $*" >> '${log}'\n${script}\n`);
  chmodSync(npm, 0o755);
  const env = { PATH: `${join(home.folder, 'bin')}:/usr/bin:/bin` };
  await home.run(['login', '--with-token', '--base-url', api.url, '--context', 'live'], { stdin: KEY });
  const lines = () => (existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : []);
  return {
    ...home,
    call: (now, options = {}, ...more) =>
      home.run(['profiles', 'list', '-o', 'json', ...more], {
        terminal: 80,
        now,
        ...options,
        env: { ...env, ...options.env },
      }),
    asked: async (count) => {
      await expect.poll(() => lines().length, { timeout: 20_000 }).toBe(count);
      return lines();
    },
    answered: (text) => expect.poll(() => readFileSync(stateFile(home), 'utf8'), { timeout: 20_000 }).toBe(text),
  };
}

const stateFile = ({ folder }: Home): string => join(folder, 'config', 'state', 'latest-version');

const NOW = TEST_WORLD_NOW;

describe('a newer version', () => {
  test('is asked for by the first command of a day and announced by a later one, once a day', async () => {
    const at = await machine('echo 999.1.0');
    expect((await at.call(NOW)).stderr).toBe('');
    const [line] = await at.asked(1);
    expect(line).toMatch(/\/state view svc-cli version --fetch-retries=0 /);
    await at.answered('999.1.0\n');
    expect(statSync(stateFile(at)).mode & 0o777).toBe(0o600);
    expect((await at.call(NOW + 1)).stderr).toBe(
      'svc 999.1.0 is available; this is 0.1.0. Run `npm install --global svc-cli@latest` to update.\n',
    );
    expect((await at.call(NOW + DAY_MS - 1)).stderr).toBe('');
    expect(await at.asked(1)).toHaveLength(1);
    expect((await at.call(NOW + DAY_MS + 1)).stderr).toContain('svc 999.1.0 is available');
    await at.asked(2);
  });

  test('holds up no command, however long npm takes', async () => {
    const at = await machine(`while [ ! -e "$(dirname "$0")/go" ]; do /bin/sleep 0.05; done; echo 999.1.0`);
    expect(await at.call(NOW)).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(stateFile(at), 'utf8')).toBe('');
    expect(await at.call(NOW + 1)).toMatchObject({ code: 0, stderr: '' });
    writeFileSync(join(at.folder, 'bin', 'go'), '');
    await at.answered('999.1.0\n');
  });

  test('is no matter in a pipe, in CI, with --quiet, with a key in the environment, or when turned off', async () => {
    const at = await machine('echo 999.1.0');
    at.place('config/state/latest-version', '999.1.0\n');
    const env = (name: string, value: string): SvcOptions => ({ env: { [name]: value } });
    const silent = [
      await at.run(['profiles', 'list'], { now: NOW, env: { PATH: join(at.folder, 'bin') } }),
      await at.call(NOW, env('CI', 'true')),
      await at.call(NOW, {}, '--quiet'),
      await at.call(NOW, env('SVC_API_KEY', KEY)),
      await at.call(NOW, env('SVC_NO_UPDATE_NOTICE', '1')),
    ];
    expect(silent.map(({ code, stderr }) => [code, stderr])).toEqual(silent.map(() => [0, '']));
    expect((await at.call(NOW)).stderr).toContain('999.1.0');
    expect(await at.asked(1)).toHaveLength(1);
  });

  // prettier-ignore
  test.each([
    ['offline',            'echo "npm error network" >&2'],
    ['with this version',  'echo 0.1.0'],
    ['with an older one',  'echo 0.0.9'],
    ['with a prerelease',  'echo 999.0.0-beta.1'],
    ['with anything else', 'printf "999.0.0 \\033[31m"'],
  ])('is not there %s', async (_, script) => {
    const at = await machine(`${script}\n: > "$(dirname "$0")/done"`);
    await at.call(NOW);
    await expect.poll(() => existsSync(join(at.folder, 'bin', 'done')), { timeout: 20_000 }).toBe(true);
    expect(await at.call(NOW + 1)).toMatchObject({ code: 0, stderr: '' });
  });
});

test('without npm on the search path nothing is asked', async () => {
  const at = await machine('echo 999.1.0');
  expect(await at.call(NOW, { env: { PATH: '/nowhere' } })).toMatchObject({ code: 0, stderr: '' });
  expect(existsSync(stateFile(at))).toBe(false);
});
