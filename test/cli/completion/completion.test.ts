/** What is offered at the cursor, over the cards of the real contract, in this process. */
import { cp, mkdir, rm, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openCatalog } from '../../../src/catalog/catalog.ts';
import { completed } from '../../../src/cli/completion/completion.ts';
import { TOPICS } from '../../../src/cli/topics/topics.ts';
import { families, handMade, headings, ownBranches } from '../../../src/commands/table.ts';
import { ROOT } from '../../support/process.ts';
import { scriptedApi } from '../../support/scripted-api.ts';
import { svc, type SvcOptions } from '../../support/svc.ts';
import { temporaryFolder } from '../../support/temp.ts';
import { TEST_WORLD_NOW, testWorld, type WorldOptions } from '../../support/world.ts';

const BREAKS = ' \t\n"\'@><=;|&(:';
const DAY_MS = 24 * 60 * 60 * 1000;

/** The words that bash is given for a line. */
function offered(line: string, options: WorldOptions = {}): readonly string[] {
  const { world } = testWorld(options);
  const catalog = openCatalog(join(ROOT, 'dist', 'cards'));
  const own = { families, handMade, headings, ownBranches };
  const [mode = '', ...words] = completed(['bash', '9', '80', BREAKS, line], { catalog, own, world })
    .trimEnd()
    .split('\n');
  return mode === 'words' ? words : [`<${mode}>`];
}

describe('names', () => {
  test('nouns, commands at the top and help begin a line', () => {
    expect(offered('svc ')).toEqual(
      expect.arrayContaining(['posts', 'accounts', 'local', 'completion', 'api', 'help']),
    );
    expect(offered('svc po')).toEqual(['posts']);
  });

  test('verbs and nested nouns follow a noun', () => {
    expect(offered('svc accounts ')).toEqual(expect.arrayContaining(['groups', 'list']));
    expect(offered('svc local fault ')).toEqual(['add', 'list', 'remove']);
  });

  test('hidden commands are not offered', () => {
    const { commands } = openCatalog(join(ROOT, 'dist', 'cards')).index();
    const [path = ''] = Object.entries(commands).find(([, { hidden }]) => hidden === true) ?? [];
    const [verb = '', ...nouns] = path.split(' ').reverse();
    expect(offered(`svc ${nouns.reverse().join(' ')} `)).not.toContain(verb);
    expect(offered(`svc ${path} --`)).toContain('--output');
  });

  test('an alias is offered to somebody who has begun to type it, and leads on', () => {
    expect(offered('svc posts ')).not.toContain('rm');
    expect(offered('svc posts rm')).toEqual(['rm']);
    expect(offered('svc posts ls --status dr')).toEqual(['draft']);
  });

  test('a noun that is a command offers both what is below it and its argument', () => {
    expect(offered('svc api ')).toEqual(expect.arrayContaining(['call', 'describe', '/v1/posts']));
    expect(offered('svc api GET /v1/pos')).toContain('/v1/posts');
  });

  test('a word that is no command is followed by nothing', () => {
    expect(offered('svc nonsense ')).toEqual([]);
    expect(offered('svc posts nonsense ')).toEqual([]);
  });

  test('help takes commands and topics', () => {
    expect(offered('svc help ')).toEqual(expect.arrayContaining(['posts', ...TOPICS.map(({ name }) => name)]));
    expect(offered('svc help posts li')).toEqual(['list']);
    expect(new Set(offered('svc help ')).size).toBe(offered('svc help ').length);
  });
});

describe('flags', () => {
  test('a command has its own and those of every command', () => {
    expect(offered('svc posts list --')).toEqual(expect.arrayContaining(['--status', '--all', '--output', '--help']));
    expect(offered('svc posts list -')).toContain('-o');
  });

  test('before a command only those of every command stand', () => {
    expect(offered('svc --')).toEqual(expect.arrayContaining(['--output', '--version', '--help']));
    expect(offered('svc --')).not.toContain('--status');
  });

  test('one that stands already is not offered again, unless it may repeat', () => {
    expect(offered('svc posts list --status draft --st')).toEqual([]);
    expect(offered('svc posts create --to twitter --to')).toContain('--to');
  });

  test('a negation is offered to somebody who has begun it', () => {
    expect(offered('svc posts list --')).not.toContain('--no-include-hidden');
    expect(offered('svc posts list --no-i')).toEqual(expect.arrayContaining(['--no-include-hidden', '--no-input']));
  });

  test('behind -- nothing is a flag', () => {
    expect(offered('svc posts list -- --')).toEqual([]);
    expect(offered('svc help -- --st')).toEqual([]);
  });

  test('flags before the noun do not hide it', () => {
    expect(offered('svc --context work -q posts li')).toEqual(['list']);
    expect(offered('svc -ojson posts li')).toEqual(['list']);
    expect(offered('svc --output=json posts li')).toEqual(['list']);
  });
});

describe('values', () => {
  // prettier-ignore
  test.each([
    ['svc posts list --status d',       ['draft']],
    ['svc posts list --status=d',       ['draft']],
    ['svc posts list --status="d',      ['draft']],
    ['svc posts list -o nd',            ['ndjson']],
    ['svc --output nd',                 ['ndjson']],
    ['svc posts create hi --wait=t',    ['terminal']],
    ['svc config explain base',         ['baseUrl']],
    ['svc posts list --exit-zero-on not_found,par', ['not_found,partial']],
    ['svc posts list --fields _id,sta', ['_id,status']],
    ['svc posts list --fields he',      ['help']],
    ['svc api describe createPro',      ['createProfile']],
    ['svc local events --type post.publ', ['post.published']],
    ['svc posts create --media ',       ['<files>']],
    ['svc posts create --media=ho',     ['<files>']],
    ['svc posts update --input ',       ['<files>']],
    ['svc local start --data-dir ',     ['<folders>']],
    ['svc posts create "any text" --at ', []],
    ['svc posts get ',                  []],
  ])('%s', (line, expected) => {
    expect(offered(line)).toEqual(expected);
  });

  test('contexts come from the settings', async () => {
    const folder = await temporaryFolder();
    const settings = { contexts: { work: { baseUrl: 'https://api.example.com' }, play: {} }, other: 1 };
    await mkdir(join(folder, 'config'));
    await writeFile(join(folder, 'config', 'settings.json'), JSON.stringify(settings));
    expect(offered('svc context use ', { folder })).toEqual(['work', 'play']);
    expect(offered('svc posts list --context=w', { folder })).toEqual(['work']);
  });

  test('secrets of webhook endpoints come by their names, those of the context', async () => {
    const folder = await temporaryFolder();
    const kept = { storage: 'keychain', id: 'work.webhook.1', savedAt: '2026-01-05T09:00:00.000Z' };
    const contexts = { work: { webhookSecrets: { orders: kept, builds: kept } }, play: {} };
    await mkdir(join(folder, 'config'));
    await writeFile(join(folder, 'config', 'settings.json'), JSON.stringify({ contexts, currentContext: 'work' }));
    expect(offered('svc webhooks secret show ', { folder })).toEqual(['orders', 'builds']);
    expect(offered('svc webhooks sign body.json --secret-name=o', { folder })).toEqual(['orders']);
    expect(offered('svc webhooks sign --context play --secret-name ', { folder })).toEqual([]);
  });

  test('a broken settings file offers no context, and the rest as ever', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'config'));
    await writeFile(join(folder, 'config', 'settings.json'), '{');
    expect(() => offered('svc context use ', { folder })).toThrow();
    expect(offered('svc posts li', { folder })).toEqual(['list']);
  });
});

const A = 'a'.repeat(24);
const B = 'b'.repeat(24);
const P = 'c'.repeat(24);
const ACCOUNTS = [
  { _id: A, platform: 'twitter', username: 'acme' },
  { _id: B, platform: 'instagram', username: 'brand' },
];

const NAMES = ['twitter:@acme', 'instagram:@brand'];

async function placeContext(folder: string, baseUrl: string): Promise<void> {
  await mkdir(join(folder, 'config'), { recursive: true, mode: 0o700 });
  const settings = { contexts: { shop: { baseUrl } }, currentContext: 'shop' };
  await writeFile(join(folder, 'config', 'settings.json'), JSON.stringify(settings));
}

/** An API with two accounts and a profile, and a folder that remembers. */
async function known(...argv: string[]): Promise<SvcOptions & { readonly folder: string }> {
  const api = await scriptedApi(({ url }) =>
    url.startsWith('/v1/profiles')
      ? { body: { profiles: [{ _id: P, name: 'Shop' }] } }
      : { body: { accounts: ACCOUNTS } },
  );
  const folder = await temporaryFolder();
  const options = { folder, env: { SVC_API_KEY: 'sk_one_two_three_four_five' } };
  await placeContext(folder, api.url);
  expect(await svc(argv, options)).toMatchObject({ code: 0 });
  return options;
}

describe('names that a list has shown', () => {
  test('are offered afterwards, where an id or a target may stand', async () => {
    const options = await known('accounts', 'list');
    expect(offered('svc posts list --account-id ', options)).toEqual(NAMES);
    expect(offered('svc accounts check ', options)).toEqual(NAMES);
    expect(offered('svc posts create --to ', options)).toEqual([
      'twitter',
      'instagram',
      'twitter:@acme',
      'instagram:@brand',
    ]);
    expect(offered('svc posts create --to twitter:@', options)).toEqual(['acme']);
  });

  test('stand beside each other by kind', async () => {
    const options = await known('accounts', 'list');
    await svc(['profiles', 'list'], options);
    expect(offered('svc posts list --profile-id ', options)).toEqual(['Shop']);
    expect(offered('svc accounts check ', options)).toEqual(NAMES);
  });

  test('are learned while names are looked up as well', async () => {
    const options = await known('posts', 'create', 'hi', '--draft', '--to', 'twitter', '--exit-zero-on', 'unavailable');
    expect(offered('svc accounts check ', options)).toEqual(NAMES);
  });

  test('are offered to the same context, address and key only', async () => {
    const { folder, env } = await known('accounts', 'list');
    expect(
      offered('svc accounts check ', { folder, env: { ...env, SVC_API_KEY: 'sk_another_key_of_some_length' } }),
    ).toEqual([]);
    expect(offered('svc accounts check ', { folder, env: { ...env, SVC_BASE_URL: 'http://127.0.0.1:1' } })).toEqual([]);
  });

  test('are not shown under the next key of a context', async () => {
    const api = await scriptedApi(() => ({ body: { accounts: ACCOUNTS } }));
    const folder = await temporaryFolder();
    const loggedIn = async (id: string): Promise<void> => {
      const key = { storage: 'file', id, origin: api.url, masked: 'sk_****', savedAt: '2026-01-05T09:00:00.000Z' };
      await mkdir(join(folder, 'config', 'keys'), { recursive: true, mode: 0o700 });
      await writeFile(join(folder, 'config', 'keys', id), `sk_${'a'.repeat(64)}\n`, { mode: 0o600 });
      const settings = { contexts: { shop: { baseUrl: api.url, key } }, currentContext: 'shop' };
      await writeFile(join(folder, 'config', 'settings.json'), JSON.stringify(settings));
    };
    await loggedIn('shop.one');
    expect(await svc(['accounts', 'list'], { folder })).toMatchObject({ code: 0 });
    expect(offered('svc accounts check ', { folder })).toEqual(NAMES);
    await loggedIn('shop.two');
    expect(offered('svc accounts check ', { folder })).toEqual([]);
  });

  test('go with a logout', async () => {
    const options = await known('accounts', 'list');
    expect(await svc(['logout', '--all'], options)).toMatchObject({ code: 0 });
    expect(offered('svc accounts check ', options)).toEqual([]);
  });

  test('are forgotten after a week', async () => {
    const options = await known('accounts', 'list');
    expect(offered('svc accounts check ', { ...options, now: TEST_WORLD_NOW + 6 * DAY_MS })).toEqual(NAMES);
    expect(offered('svc accounts check ', { ...options, now: TEST_WORLD_NOW + 7 * DAY_MS })).toEqual([]);
  });

  test('lie in a file for the user alone, written once while nothing is new', async () => {
    const options = await known('accounts', 'list');
    const folder = join(options.folder, 'config', 'state', 'completion');
    const [name = ''] = await readdir(folder);
    const path = join(folder, name);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const before = await stat(path);
    await svc(['accounts', 'list'], { ...options, now: TEST_WORLD_NOW + 1000 });
    expect((await stat(path)).ino).toBe(before.ino);
    await svc(['accounts', 'list'], { ...options, now: TEST_WORLD_NOW + 2 * DAY_MS });
    expect((await stat(path)).ino).not.toBe(before.ino);
    expect(await readFile(path, 'utf8')).not.toContain('sk_one');
  });

  test('a record that is gone from the whole list is gone, one missing from a part of it stays', async () => {
    let accounts = ACCOUNTS;
    const api = await scriptedApi(() => ({ body: { accounts } }));
    const folder = await temporaryFolder();
    const options = { folder, env: { SVC_API_KEY: 'sk_x' } };
    await placeContext(folder, api.url);
    await svc(['accounts', 'list'], options);
    accounts = ACCOUNTS.slice(0, 1);
    await svc(['accounts', 'list', '--platform', 'twitter'], options);
    expect(offered('svc accounts check ', options)).toEqual(NAMES);
    await svc(['accounts', 'list'], options);
    expect(offered('svc accounts check ', options)).toEqual(NAMES.slice(0, 1));
  });

  test('a file that is broken, or a folder that cannot be written, spoils no command', async () => {
    const options = await known('accounts', 'list');
    const folder = join(options.folder, 'config', 'state', 'completion');
    const [name = ''] = await readdir(folder);
    await writeFile(join(folder, name), '{"account": [7, null, {"id": 5}]');
    expect(offered('svc accounts check ', options)).toEqual([]);
    expect(await svc(['accounts', 'list'], options)).toMatchObject({ code: 0, stderr: '' });
    expect(offered('svc accounts check ', options)).toEqual(NAMES);
    const blocked = await temporaryFolder();
    await cp(join(options.folder, 'config'), join(blocked, 'config'), { recursive: true });
    await rm(join(blocked, 'config', 'state'), { recursive: true });
    await writeFile(join(blocked, 'config', 'state'), 'a file where a folder should be');
    expect(await svc(['accounts', 'list'], { ...options, folder: blocked })).toMatchObject({ code: 0, stderr: '' });
  });
});
