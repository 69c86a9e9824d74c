/** Project files: what they may say without being asked about, and what only after somebody has agreed. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openHome, type Home } from '../support/home.ts';
import { keyOf, loginApi } from '../support/login-api.ts';
import { errorIn, type SvcOptions } from '../support/svc.ts';
import type { Prompt } from '../../src/world/prompt-door.ts';

const KEY = keyOf('a');
const FILE = '.svc.json';

const elsewhere = async () => {
  const api = await loginApi();
  api.works.add(KEY);
  return api;
};

/** A person at the terminal who answers every question so; what was asked is kept. */
function person(answer: boolean) {
  const asked: string[] = [];
  const confirm = async (question: string): Promise<boolean> => {
    asked.push(question);
    return answer;
  };
  const prompt: Prompt = {
    possible: true,
    confirm,
    input: unasked,
    secret: unasked,
    select: unasked,
    checkbox: async () => [],
    lines: unasked,
  };
  return { asked, doors: { prompt } };
}

const unasked = async (): Promise<string> => Promise.reject(new Error('nobody asked for that'));

const listed = (home: Home, options: SvcOptions = {}) =>
  home.run(['profiles', 'list'], { ...options, env: { SVC_API_KEY: KEY, ...options.env } });

// prettier-ignore
describe.each([
  ['an address',           (url: string) => ({ baseUrl: url })],
  ['a tool server',        (url: string) => ({ mcpUrl: url })],
])('a project file that names %s', (_, fieldsFor) => {
  test('is not followed off a terminal: exit 2, with the words of it, and nothing is sent', async () => {
    const [home, api] = [await openHome(), await elsewhere()];
    const path = home.place(FILE, fieldsFor(api.url));
    const said = await listed(home, { env: { SVC_BASE_URL: '' } });
    expect(errorIn(said)).toMatchObject({
      exit: 2,
      code: 'project_untrusted',
      message: expect.stringContaining(api.url) as string,
      param: path,
      details: { path },
      hint: expect.stringContaining('svc config trust') as string,
    });
    expect(api.asked).toEqual([]);
  });
});

describe('trust', () => {
  test('is asked for on a terminal, and remembered', async () => {
    const [home, api] = [await openHome(), await elsewhere()];
    home.place(FILE, { baseUrl: api.url });
    const yes = person(true);
    expect((await listed(home, { doors: yes.doors })).code).toBe(0);
    expect(yes.asked).toEqual([expect.stringMatching(new RegExp(`baseUrl ${api.url}.*Trust its current content\\?$`))]);
    expect((await listed(home)).code).toBe(0);
    expect(api.calls).toHaveLength(2);
  });

  test('is not given by a no', async () => {
    const [home, api] = [await openHome(), await elsewhere()];
    const path = home.place(FILE, { baseUrl: api.url });
    const said = await listed(home, { doors: person(false).doors });
    expect(errorIn(said)).toMatchObject({ exit: 2, param: path, details: { path, sets: [`baseUrl ${api.url}`] } });
    expect(api.asked).toEqual([]);
  });

  test('is not asked for with --no-input, and --yes does not give it', async () => {
    const [home, api] = [await openHome(), await elsewhere()];
    home.place(FILE, { baseUrl: api.url });
    const { asked, doors } = person(true);
    const env = { SVC_API_KEY: KEY };
    expect((await home.run(['profiles', 'list', '--no-input'], { env, doors })).code).toBe(2);
    expect((await home.run(['profiles', 'list', '--yes'], { env })).code).toBe(2);
    expect(asked).toEqual([]);
  });

  test('is for the path and the content: a changed file is asked about again, and a moved one', async () => {
    const [home, api] = [await openHome(), await elsewhere()];
    home.place(FILE, { baseUrl: api.url });
    expect(await home.json(['config', 'trust'])).toMatchObject({ trusted: true, sets: [`baseUrl ${api.url}`] });
    expect((await listed(home)).code).toBe(0);
    home.place(FILE, { baseUrl: api.url, timezone: 'Asia/Tokyo' });
    expect((await listed(home)).code).toBe(2);
    home.place(FILE, { baseUrl: api.url });
    expect((await listed(home)).code).toBe(0);
    home.place('below/.svc.json', { baseUrl: api.url });
    const host = { cwd: () => join(home.folder, 'below') };
    const { testWorld } = await import('../support/world.ts');
    const below = { ...testWorld({ folder: home.folder }).world.host, ...host };
    expect(
      (
        await home.run(['config', 'get', 'baseUrl'], {
          doors: { host: { ...below, argv: ['config', 'get', 'baseUrl'] } },
        })
      ).stdout,
    ).toContain('below');
    const argv = ['profiles', 'list'];
    expect((await home.run(argv, { env: { SVC_API_KEY: KEY }, doors: { host: { ...below, argv } } })).code).toBe(2);
  });

  test('can be taken back', async () => {
    const [home, api] = [await openHome(), await elsewhere()];
    home.place(FILE, { baseUrl: api.url });
    await home.run(['config', 'trust']);
    expect(await home.json(['config', 'trust', '--revoke'])).toMatchObject({ trusted: false });
    expect((await listed(home)).code).toBe(2);
    expect((await home.run(['config', 'trust', '--revoke'])).stderr).toContain('It was not trusted before.');
  });

  test('changes nothing else in the settings, and files are trusted one by one', async () => {
    const home = await openHome();
    const contexts = { live: { baseUrl: 'https://a.example' } };
    const elsewhereTrusted = { '/elsewhere/.svc.json': 'hash' };
    home.place('config/settings.json', { currentContext: 'live', contexts, trusted: elsewhereTrusted });
    const path = home.place(FILE, { baseUrl: 'https://b.example' });
    await home.run(['config', 'trust']);
    expect(home.settings()).toMatchObject({ currentContext: 'live', contexts, trusted: elsewhereTrusted });
    expect(Object.keys(home.settings()['trusted'] as object)).toEqual(['/elsewhere/.svc.json', path]);
    await home.run(['config', 'trust', '--revoke']);
    expect(home.settings()).toEqual({ currentContext: 'live', contexts, trusted: elsewhereTrusted });
  });

  test('is for nobody without a project file', async () => {
    const home = await openHome();
    expect((await home.run(['config', 'trust'])).code).toBe(2);
  });
});

describe('no trust is needed', () => {
  test('for preferences', async () => {
    const [home, api] = [await openHome(), await elsewhere()];
    home.place(FILE, { timezone: 'Asia/Tokyo', output: 'ndjson', profile: 'f'.repeat(24) });
    const said = await listed(home, { env: { SVC_BASE_URL: api.url } });
    expect(said).toMatchObject({ code: 0 });
    expect((await home.run(['config', 'trust'])).stderr).toContain('needs no trust');
  });

  test('for words that something else outweighs', async () => {
    const [home, api] = [await openHome(), await elsewhere()];
    home.place(FILE, { baseUrl: 'https://evil.example' });
    expect((await listed(home, { env: { SVC_BASE_URL: api.url } })).code).toBe(0);
  });

  test('for the context that is current anyway, but for any other', async () => {
    const [home, api] = [await openHome(), await elsewhere()];
    await home.run(['context', 'create', 'live', '--base-url', api.url]);
    await home.run(['context', 'create', 'other', '--base-url', api.url]);
    home.place(FILE, { context: 'live' });
    expect((await listed(home)).code).toBe(0);
    home.place(FILE, { context: 'other' });
    expect(errorIn(await listed(home))).toMatchObject({ code: 'project_untrusted' });
    expect((await home.run(['profiles', 'list', '--context', 'live'], { env: { SVC_API_KEY: KEY } })).code).toBe(0);
  });

  test('to look at the settings, to trust, and for help', async () => {
    const home = await openHome();
    home.place(FILE, { baseUrl: 'https://evil.example' });
    for (const argv of [
      ['config', 'list'],
      ['config', 'explain', 'baseUrl'],
      ['login', '--help'],
      ['doctor'],
      ['config', 'trust'],
    ])
      expect((await home.run(argv)).code, argv.join(' ')).toBe(0);
  });

  test('to log in somewhere else; to log in there it is', async () => {
    const [home, api] = [await openHome(), await elsewhere()];
    home.place(FILE, { baseUrl: api.url });
    const argv = ['login', '--with-token'];
    expect((await home.run(argv, { stdin: KEY })).code).toBe(2);
    const other = await elsewhere();
    expect((await home.run([...argv, '--base-url', other.url], { stdin: KEY })).code).toBe(0);
    expect(api.asked).toEqual([]);
  });
});
