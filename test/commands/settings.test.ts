/** `svc config set|get|unset` and `svc context create|delete`: what is written, where, and what stays. */
import { chmodSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openHome, type Home } from '../support/home.ts';
import { keyOf, loginApi } from '../support/login-api.ts';
import { errorIn, svc } from '../support/svc.ts';

async function homeWith(settings: object): Promise<Home> {
  const home = await openHome();
  home.place('config/settings.json', settings);
  return home;
}

const LIVE = {
  currentContext: 'live',
  contexts: { live: { baseUrl: 'https://live.example' }, other: { later: [1] } },
  later: { x: 1 },
};

test.each(['set', 'get', 'unset'])('svc config %s says in its help which settings there are', async (verb) => {
  const { stdout } = await svc(['config', verb, '--help']);
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    'one of baseUrl, mcpUrl, profile, timezone, dateOrder, output, cacert, headerPrefix',
  );
});

describe('svc config set', () => {
  test('changes the context in force, and keeps everything it does not know', async () => {
    const home = await homeWith(LIVE);
    expect(await home.json(['config', 'set', 'timezone', 'Europe/Berlin'])).toEqual({
      setting: 'timezone',
      value: 'Europe/Berlin',
      place: 'context live',
    });
    expect(home.settings()).toEqual({
      ...LIVE,
      contexts: { live: { baseUrl: 'https://live.example', timezone: 'Europe/Berlin' }, other: { later: [1] } },
    });
  });

  test('changes the context that --context names, or what holds for all', async () => {
    const home = await homeWith(LIVE);
    await home.run(['config', 'set', 'output', 'yaml', '--context', 'other']);
    await home.run(['config', 'set', 'output', 'csv', '--all']);
    expect(home.settings()).toMatchObject({ contexts: { other: { output: 'yaml' } }, defaults: { output: 'csv' } });
    const output = async (name: string) =>
      (await home.json(['config', 'get', 'output', '--context', name, '-o', 'json']))['value'];
    expect([await output('live'), await output('other')]).toEqual(['csv', 'yaml']);
  });

  test('without any context it holds for all', async () => {
    const home = await openHome();
    expect(await home.json(['config', 'set', 'timezone', 'Asia/Tokyo'])).toMatchObject({ place: 'all contexts' });
    expect(await home.json(['config', 'get', 'timezone'])).toMatchObject({ value: 'Asia/Tokyo' });
  });

  test('says when something else goes before the change', async () => {
    const home = await homeWith(LIVE);
    const said = await home.run(['config', 'set', 'timezone', 'Asia/Tokyo'], { env: { SVC_TIMEZONE: 'America/Lima' } });
    expect(said).toMatchObject({ code: 0, stderr: 'SVC_TIMEZONE also sets timezone and takes precedence.\n' });
  });

  test('says that a key does not follow a context to another address', async () => {
    const key = {
      storage: 'file',
      id: 'live.1',
      origin: 'https://live.example',
      masked: '****',
      savedAt: '2026-01-05',
    };
    const home = await homeWith({ ...LIVE, contexts: { live: { baseUrl: 'https://live.example', key } } });
    const { stderr } = await home.run(['config', 'set', 'baseUrl', 'https://b.example']);
    expect(stderr).toMatch(
      /^The key of live is for https:\/\/live\.example and is not sent there; `svc login --context live`/,
    );
    expect((await home.run(['config', 'set', 'baseUrl', 'https://live.example/api'])).stderr).toBe('');
  });

  test('`context` chooses the current one', async () => {
    const home = await homeWith(LIVE);
    expect((await home.run(['config', 'set', 'context', 'other'])).code).toBe(0);
    expect(home.settings().currentContext).toBe('other');
    expect((await home.run(['config', 'set', 'context', 'gone'])).code).toBe(2);
  });

  // prettier-ignore
  test.each([
    ['baseUrl',      'api.example',                  'must be an http or https URL'],
    ['baseUrl',      'https://user:pass@a.example',  'without a user name and password'],
    ['mcpUrl',       'ftp://a.example',              'takes an http or https URL'],
    ['profile',      'main',                         'takes the id of a profile'],
    ['timezone',     'Berlin',                       'takes an IANA zone'],
    ['timezone',     '+02:00',                       'takes an IANA zone'],
    ['output',       'xml',                          'output takes'],
    ['headerPrefix', 'X Service:',                   'takes the prefix of header names'],
    ['timezone',     ' ',                            'takes a value'],
    ['basUrl',       'https://a.example',            'There is no setting "basUrl"'],
    ['apiKey',       'sk_1',                         'A key is not a setting'],
  ])('%s does not take %j', async (name, value, why) => {
    const home = await homeWith(LIVE);
    const said = await home.run(['config', 'set', name, value]);
    expect(errorIn(said)).toMatchObject({ exit: 2, message: expect.stringContaining(why) as string });
    expect(home.settings()).toEqual(LIVE);
  });
});

test('svc config unset takes a setting away, and says when there was none', async () => {
  const home = await homeWith(LIVE);
  await home.run(['config', 'set', 'output', 'csv', '--all']);
  expect((await home.run(['config', 'unset', 'output'])).stderr).toBe('output was not set for context live.\n');
  expect(await home.run(['config', 'unset', 'output', '--all'])).toMatchObject({ code: 0, stderr: '' });
  expect(await home.json(['config', 'get', 'output', '-o', 'json'])).toEqual({
    setting: 'output',
    value: null,
    source: null,
  });
  await home.run(['config', 'unset', 'context']);
  expect(home.settings().currentContext).toBeUndefined();
});

describe('svc context create', () => {
  test('makes the first one current, further ones only with --use', async () => {
    const home = await openHome();
    const create = (name: string, ...more: string[]) =>
      home.json(['context', 'create', name, '--base-url', 'https://a.example/v1/', ...more]);
    expect(await create('one', '--timezone', 'Asia/Tokyo')).toEqual({
      name: 'one',
      current: true,
      baseUrl: 'https://a.example',
      timezone: 'Asia/Tokyo',
    });
    expect(await create('two')).toMatchObject({ current: false });
    expect(await create('three', '--use')).toMatchObject({ current: true });
    expect(home.settings().currentContext).toBe('three');
  });

  test.each(['', '../up', 'a b', '-x', 'a'.repeat(64), 'a/b'])('takes no name such as %j', async (name) => {
    const home = await openHome();
    expect((await home.run(['context', 'create', '--base-url', 'https://a.example', '--', name])).code).toBe(2);
  });

  test('leaves one that is there alone', async () => {
    const home = await homeWith(LIVE);
    const said = await home.run(['context', 'create', 'live', '--base-url', 'https://b.example']);
    expect(errorIn(said)).toMatchObject({ exit: 2, hint: expect.stringContaining('svc config set') as string });
    expect(home.settings()).toEqual(LIVE);
  });
});

describe('svc context delete', () => {
  test('removes it with its key, after a question', async () => {
    const [home, api] = [await openHome(), await loginApi()];
    api.works.add(keyOf('a'));
    await home.run(['login', '--with-token', '--base-url', api.url, '--context', 'live'], { stdin: keyOf('a') });
    expect(errorIn(await home.run(['context', 'delete', 'live']))).toMatchObject({ code: 'confirmation', exit: 2 });
    const said = await home.run(['context', 'delete', 'live', '--yes']);
    expect(said).toMatchObject({ code: 0, stderr: expect.stringContaining('No context is current now') as string });
    expect(home.settings()).toEqual({ contexts: {} });
    expect(home.entries.size).toBe(0);
  });

  test('leaves the other ones and the current one alone', async () => {
    const home = await homeWith(LIVE);
    expect((await home.run(['context', 'delete', 'other', '--yes'])).code).toBe(0);
    expect(home.settings()).toEqual({ ...LIVE, contexts: { live: LIVE.contexts.live } });
    expect((await home.run(['context', 'delete', 'other', '--yes'])).code).toBe(2);
  });
});

describe('settings that cannot be used', () => {
  const BROKEN = '{\n  "currentContext": "live",\n  oops\n}\n';

  test.each([
    ['config', 'list'],
    ['config', 'get', 'timezone'],
    ['config', 'explain', 'timezone'],
  ])('svc %s %s still answers, and says where the mistake is', async (...argv) => {
    const home = await openHome();
    home.place('config/settings.json', BROKEN);
    const said = await home.run(argv, { env: { SVC_TIMEZONE: 'Asia/Tokyo' } });
    expect(said.code).toBe(0);
    expect(said.stdout).toContain('Asia/Tokyo');
    expect(said.stderr).toMatch(
      /^warning: The file .*settings\.json cannot be used: line 3, column 3 is not JSON\.\n$/,
    );
  });

  test('svc config set leaves them as they are', async () => {
    const home = await openHome();
    const path = home.place('config/settings.json', BROKEN);
    expect(errorIn(await home.run(['config', 'set', 'output', 'yaml']))).toMatchObject({
      code: 'settings_broken',
      exit: 1,
    });
    expect(readFileSync(path, 'utf8')).toBe(BROKEN);
  });

  test('help and the path of the file need no settings', async () => {
    const home = await openHome();
    home.place('config/settings.json', BROKEN);
    for (const argv of [['--help'], ['login', '--help'], ['config', 'path'], ['config', '--help']])
      expect(await home.run(argv), argv.join(' ')).toMatchObject({ code: 0, stderr: '' });
  });

  test('a call and a login say so with exit 1', async () => {
    const home = await openHome();
    home.place('config/settings.json', BROKEN);
    for (const argv of [['profiles', 'list'], ['login']])
      expect(errorIn(await home.run(argv)), argv.join(' ')).toMatchObject({
        exit: 1,
        message: expect.stringContaining('line 3, column 3') as string,
      });
  });

  test.each([0o777, 0o775, 0o722])(
    'a folder that others can write to (%o) is refused for reading and writing',
    async (mode) => {
      const home = await homeWith(LIVE);
      chmodSync(join(home.folder, 'config'), mode);
      for (const argv of [
        ['profiles', 'list'],
        ['config', 'set', 'output', 'yaml'],
        ['context', 'list'],
      ])
        expect(errorIn(await home.run(argv)), argv.join(' ')).toMatchObject({
          code: 'settings_broken',
          message: expect.stringContaining('others can write to it') as string,
          hint: expect.stringContaining('chmod go-w') as string,
        });
      expect(home.settings()).toEqual(LIVE);
    },
  );

  test('a link in place of the file is refused', async () => {
    const home = await openHome();
    home.place('elsewhere.json', LIVE);
    home.place('config/x', '');
    symlinkSync(join(home.folder, 'elsewhere.json'), join(home.folder, 'config', 'settings.json'));
    expect(errorIn(await home.run(['context', 'list']))).toMatchObject({
      message: expect.stringContaining('symbolic link') as string,
    });
  });
});
