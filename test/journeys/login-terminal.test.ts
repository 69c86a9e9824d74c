/** The built binary at a real terminal: what a person sees of a login, what is asked, and Ctrl-C at each stage. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { keyOf, loginApi, USER_CODE, type LoginScript } from '../support/login-api.ts';
import { BINARY } from '../support/process.ts';
import type { Scripted } from '../support/scripted-api.ts';
import { binary, errorIn } from '../support/svc.ts';
import { temporaryFolder } from '../support/temp.ts';
import { openTerminal } from '../support/terminal.ts';

const [OLD, NEW] = [keyOf('a'), keyOf('b')];
const [CTRL_C, ENTER] = ['\u0003', '\r'];

async function session(script: LoginScript = {}) {
  const [folder, api] = [await temporaryFolder(), await loginApi(script)];
  const env = {
    ...{ PATH: process.env['PATH'] ?? '', TERM: 'xterm', LANG: 'C.UTF-8', NO_COLOR: '1', PS1: '> ' },
    ...{ HOME: folder, SVC_CONFIG_DIR: join(folder, 'config') },
  };
  const terminal = openTerminal('bash --norc --noprofile -i', env);
  return {
    ...terminal,
    api,
    env,
    settings: join(folder, 'config', 'settings.json'),
    /** Types a command line of svc. */
    svc: (line: string) => terminal.type(`'${process.execPath}' '${BINARY}' ${line}\n`),
    /** The exit code of what ran last, once it has ended. */
    async exit(): Promise<number> {
      terminal.type('echo "CO""DE:$?"\n');
      return Number(/CODE:(\d+)/.exec(await terminal.see(/CODE:\d+/))?.[1]);
    },
    /** What svc says afterwards, as JSON. */
    asked: async (...argv: string[]) => binary(argv, { env }),
    folder,
  };
}

const login = (url: string, more = ''): string => `login --base-url ${url} --device-name desk --store file ${more}`;

/** An answer that comes when the test wants it to. */
function heldBack(answer: Scripted) {
  let release = (): void => undefined;
  const until = new Promise<void>((resolve) => (release = resolve));
  let reached = (): void => undefined;
  const wanted = new Promise<void>((resolve) => (reached = resolve));
  return {
    release,
    wanted,
    answer: async (): Promise<Scripted> => {
      reached();
      await until;
      return answer;
    },
  };
}

test('a person sees the code, the address, and then where the key is', async () => {
  const at = await session({ polls: ['pending', { key: NEW }], begun: { interval: 1 } });
  at.svc(login(at.api.url));
  await at.see(
    new RegExp(
      `Code: ${USER_CODE}\\s+Open: ${at.api.url}/device\\?code=${USER_CODE}\\s+Confirm the code there within 10 minutes\\.`,
    ),
  );
  await at.see(/Storage +file/);
  expect(await at.exit()).toBe(0);
  expect(readFileSync(at.settings, 'utf8')).toContain('"device": "desk"');
});

test('--with-token asks for the key and does not show it', async () => {
  const at = await session();
  at.api.works.add(NEW);
  at.svc(login(at.api.url, '--with-token'));
  await at.see(/Key:/);
  at.type(NEW + ENTER);
  const shown = await at.see(/Storage +file/);
  expect(shown).not.toContain(NEW.slice(0, 20));
  expect(await at.exit()).toBe(0);
});

describe('Ctrl-C', () => {
  /** Nothing of a login is there: no settings, no key, no login under way. */
  const untouched = (folder: string): boolean => !existsSync(join(folder, 'config'));

  test('while the login begins ends it with 130 and leaves nothing', async () => {
    const held = heldBack({ body: {} });
    const at = await session({ special: ({ url }) => (url === '/api/auth/cli/initiate' ? held.answer() : undefined) });
    at.svc(login(at.api.url));
    await held.wanted;
    at.type(CTRL_C);
    await at.see(/Interrupted\./);
    expect([await at.exit(), untouched(at.folder)]).toEqual([130, true]);
    held.release();
  });

  test('while it waits ends it with 130, leaves nothing, and says what became of the code', async () => {
    const at = await session({ polls: ['pending'] });
    at.svc(login(at.api.url));
    await at.see(/Waiting for the confirmation/);
    at.type(CTRL_C);
    await at.see(new RegExp(`Nothing was changed\\. Do not confirm the code ${USER_CODE} anymore\\.`));
    expect([await at.exit(), untouched(at.folder)]).toEqual([130, true]);
  });

  test('once the key is there does not lose it: the login is seen through to its end', async () => {
    const held = heldBack({ body: { valid: true, name: 'Ada' } });
    const at = await session({
      polls: [{ key: NEW }],
      special: ({ url }) => (url === '/v1/auth/verify' ? held.answer() : undefined),
    });
    at.svc(login(at.api.url));
    await held.wanted;
    at.type(CTRL_C);
    // Only when the terminal has taken it: it would empty a line that is typed later.
    await at.see(/\^C/);
    held.release();
    await at.see(/Storage +file/);
    expect(await at.exit()).toBe(0);
    expect((await at.asked('auth', 'token')).stdout).toBe(`${NEW}\n`);
  });

  test('while --finish waits leaves the login under way', async () => {
    const at = await session({ polls: ['pending', 'pending', { key: NEW }], begun: { interval: 1 } });
    at.svc(login(at.api.url, '--start'));
    await at.see(/svc login --finish/);
    at.svc('login --finish');
    await at.see(/Waiting for the confirmation/);
    at.type(CTRL_C);
    await at.see(/The login is still pending/);
    expect(await at.exit()).toBe(130);
    expect((await at.asked('login', '--finish')).code).toBe(0);
  });

  test('at the question for the key ends it with 130 and leaves nothing', async () => {
    const at = await session();
    at.svc(login(at.api.url, '--with-token'));
    await at.see(/Key:/);
    at.type(`sk_half${CTRL_C}`);
    await at.see(/Interrupted\./);
    expect([await at.exit(), untouched(at.folder), at.api.asked.length]).toEqual([130, true, 0]);
  });

  test('at the question for trust ends it with 130, and nothing is trusted', async () => {
    const at = await session();
    writeFileSync(join(at.folder, '.svc.json'), JSON.stringify({ baseUrl: at.api.url }));
    at.type(`cd '${at.folder}'\n`);
    at.svc('login --with-token --store file');
    await at.see(/Trust\s+its\s+current\s+content\?/);
    at.type(CTRL_C);
    await at.see(/Interrupted\./);
    expect([await at.exit(), untouched(at.folder), at.api.asked.length]).toEqual([130, true, 0]);
  });

  test('at the question before a context is removed leaves it and its key', async () => {
    const at = await session();
    at.api.works.add(OLD);
    await binary(login(at.api.url, '--with-token --context live').trim().split(/ +/), { env: at.env, input: OLD });
    at.svc('context delete live');
    await at.see(/Remove this context and forget its key\?/);
    at.type(CTRL_C);
    await at.see(/Interrupted\./);
    expect(await at.exit()).toBe(130);
    expect((await at.asked('auth', 'token')).stdout).toBe(`${OLD}\n`);
  });
});

test('a yes trusts the project file, and the next command asks no more', async () => {
  const at = await session();
  at.api.works.add(OLD);
  writeFileSync(join(at.folder, '.svc.json'), JSON.stringify({ baseUrl: at.api.url }));
  at.type(`cd '${at.folder}'; export SVC_API_KEY=${OLD}\n`);
  at.svc('profiles list -o json');
  await at.see(/Trust\s+its\s+current\s+content\?/);
  at.type(`y${ENTER}`);
  await at.see(/"profiles"/);
  at.svc('profiles list -o json');
  expect(await at.see(/"profiles"/)).not.toContain('Trust');
  expect(await at.exit()).toBe(0);
});

// prettier-ignore
test.each([
  [['config', 'set', 'output'],                         'Missing required argument'],
  [['context', 'delete', 'live'],                       '--yes'],
  [['login', '--with-token', '--base-url', 'http://127.0.0.1:9'], 'Standard input'],
])('off a terminal %j asks nothing and ends with 2', async (argv, words) => {
  const folder = await temporaryFolder();
  mkdirSync(join(folder, 'config'), { mode: 0o700 });
  writeFileSync(join(folder, 'config', 'settings.json'), JSON.stringify({ contexts: { live: {} } }));
  const said = await binary(argv, { env: { HOME: folder, SVC_CONFIG_DIR: join(folder, 'config') } });
  expect(said.code).toBe(2);
  expect(JSON.stringify(errorIn(said))).toContain(words);
});
