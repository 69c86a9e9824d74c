import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeLocalContext } from '../../src/auth/context.ts';
import { effectiveSettings } from '../../src/auth/settings.ts';
import { normalBaseUrl } from '../../src/auth/base-url.ts';
import { resolveTarget, zoneFor } from '../../src/auth/target.ts';
import type { Env } from '../../src/world/env.ts';
import { testWorld, type TestWorld } from '../support/world.ts';

const LOCAL = 'http://127.0.0.1:4010';

interface Files {
  readonly settings?: unknown;
  readonly project?: unknown;
  readonly service?: unknown;
}

/** A world with settings, a project file and the state file of a local service whose data folder is `data`. */
function worldWith(files: Files, env: Env = {}): TestWorld {
  const made = testWorld({ env });
  const { folder } = made;
  const place = (path: string, content: unknown): void => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
  };
  if (files.settings !== undefined) place('config/settings.json', files.settings);
  if (files.project !== undefined) place('.svc.json', files.project);
  if (files.service !== undefined) place('data/service.json', files.service);
  return made;
}

const contexts = (folder: string) => ({
  currentContext: 'local',
  contexts: {
    local: { baseUrl: LOCAL, mcpUrl: `${LOCAL}/mcp`, dataDir: join(folder, 'data') },
    live: { baseUrl: 'https://api.example', timezone: 'Europe/Berlin', profile: 'a'.repeat(24) },
  },
});

async function localWorld(env: Env = {}, service: unknown = { apiKey: 'sk_local' }): Promise<TestWorld> {
  const made = worldWith({ service }, env);
  const { folder, world } = made;
  await world.settings.write(() => contexts(folder));
  return made;
}

describe('ASM-37 VRS-09 older names count only where the current ones are absent', () => {
  // prettier-ignore
  test.each<[Env, string, string]>([
    [{ SVC_API_KEY: 'new', SVC_BASE_URL: 'https://new.example' },                                             'new', 'https://new.example'],
    [{ LEGACY_SVC_API_KEY: 'old', LEGACY_SVC_BASE_URL: 'https://old.example' },                               'old', 'https://old.example'],
    [{ SERVICE_API_KEY: 'older', SERVICE_API_URL: 'https://older.example' },                                  'older', 'https://older.example'],
    [{ SVC_API_KEY: 'new', LEGACY_SVC_API_KEY: 'old', SVC_BASE_URL: 'https://new.example', LEGACY_SVC_BASE_URL: 'https://old.example' }, 'new', 'https://new.example'],
    [{ SVC_API_KEY: ' ', LEGACY_SVC_API_KEY: 'old', LEGACY_SVC_BASE_URL: 'https://old.example' },             'old', 'https://old.example'],
  ])('%j', async (env, key, baseUrl) => {
    expect(await resolveTarget(testWorld({ env }).world)).toMatchObject({ key, baseUrl });
  });

  // prettier-ignore
  test.each<[Env, string]>([
    [{ SVC_MCP_URL: 'https://new.example/mcp' },                                                         'https://new.example/mcp'],
    [{ LEGACY_SVC_MCP_URL: 'https://old.example/mcp' },                                                  'https://old.example/mcp'],
    [{ SVC_MCP_URL: 'https://new.example/mcp', LEGACY_SVC_MCP_URL: 'https://old.example/mcp' },          'https://new.example/mcp'],
  ])('of the tool server, too: %j', async (env, mcpUrl) => {
    const key = { SVC_API_KEY: 'k', SVC_BASE_URL: 'https://a.example' };
    expect(await resolveTarget(testWorld({ env: { ...key, ...env } }).world)).toMatchObject({ mcpUrl });
  });
});

describe('the target', () => {
  test('GEN-02 comes from environment alone, the tool server apart from the base URL', async () => {
    const env = { SVC_API_KEY: 'k\n', SVC_BASE_URL: 'https://api.example/api/', SVC_MCP_URL: 'https://mcp.example' };
    expect(await resolveTarget(testWorld({ env }).world)).toEqual({
      baseUrl: 'https://api.example/api',
      key: 'k',
      source: 'SVC_API_KEY',
      remedy: expect.stringContaining('SVC_API_KEY') as string,
      mcpUrl: 'https://mcp.example',
    });
  });

  test('is the local service of the current context, with the key from its state file', async () => {
    const { world } = await localWorld();
    expect(await resolveTarget(world)).toEqual({
      context: 'local',
      baseUrl: LOCAL,
      key: 'sk_local',
      source: 'local service',
      remedy: expect.stringContaining('svc local status') as string,
      mcpUrl: `${LOCAL}/mcp`,
    });
  });

  test('a key in the environment beats the stored one', async () => {
    const { world } = await localWorld({ SVC_API_KEY: 'sk_env' });
    expect(await resolveTarget(world)).toMatchObject({ key: 'sk_env', source: 'SVC_API_KEY', baseUrl: LOCAL });
  });

  test.each(['https://api.example', 'http://127.0.0.1:9999', 'http://127.0.0.1.example:4010'])(
    'a local key is never sent to %s',
    async (url) => {
      const { world } = await localWorld({ SVC_BASE_URL: url });
      await expect(resolveTarget(world)).rejects.toMatchObject({ exitCode: 4, fields: { code: 'no_credential' } });
    },
  );

  test('a local key in the environment is not sent to another host either', async () => {
    const { world } = await localWorld({ SVC_API_KEY: 'sk_local', SVC_BASE_URL: 'https://api.example' });
    await expect(resolveTarget(world)).rejects.toMatchObject({
      exit: 'usage',
      message: expect.stringContaining('it is not sent to api.example') as string,
    });
    const other = await localWorld({ SVC_API_KEY: 'sk_other', SVC_BASE_URL: 'https://api.example' });
    expect(await resolveTarget(other.world)).toMatchObject({ key: 'sk_other' });
  });

  test('a context on another host has no local key, even when it names a data folder', async () => {
    const { world, folder } = await localWorld();
    await world.settings.write(() => ({
      currentContext: 'x',
      contexts: { x: { baseUrl: 'https://api.example', dataDir: join(folder, 'data') } },
    }));
    await expect(resolveTarget(world)).rejects.toMatchObject({ exit: 'auth' });
  });

  test('a fresh machine is exit 4 and is told about the local service', async () => {
    await expect(resolveTarget(testWorld().world)).rejects.toMatchObject({
      exitCode: 4,
      message: 'There is no API key to use.',
      fields: { code: 'no_credential', hint: expect.stringContaining('svc local start') as string },
    });
  });

  test('a context without a key is named', async () => {
    const { world } = worldWith({ settings: { currentContext: 'live', contexts: { live: { baseUrl: LOCAL } } } });
    await expect(resolveTarget(world)).rejects.toMatchObject({
      exitCode: 4,
      message: 'Context live has no key.',
      fields: { hint: expect.stringContaining('`svc login --context live` creates one') as string },
    });
  });

  test('a context whose address was changed under its key says where the key is for', async () => {
    const key = { storage: 'file', id: 'live.1', origin: 'https://a.example', masked: '****', savedAt: '2026-01-05' };
    const live = { baseUrl: 'https://b.example', key };
    const { world } = worldWith({ settings: { currentContext: 'live', contexts: { live } } });
    await expect(resolveTarget(world)).rejects.toMatchObject({
      exitCode: 4,
      message: 'The key of context live is for https://a.example only, and context live sets another base URL.',
    });
  });

  test('a key that is for another address is told of, also without a context', async () => {
    const env = { SVC_API_KEY: 'k', SVC_BASE_URL: 'https://a.example' };
    await expect(resolveTarget(testWorld({ env }).world, { baseUrl: LOCAL })).rejects.toMatchObject({
      message: `No key for ${LOCAL}, and the key in SVC_API_KEY is for the base URL set with it.`,
      fields: { hint: '`svc login` creates one.' },
    });
  });

  test('a key without an address is exit 2', async () => {
    const { world } = testWorld({ env: { SVC_API_KEY: 'k' } });
    await expect(resolveTarget(world)).rejects.toMatchObject({ exitCode: 2, message: 'No base URL is set.' });
  });

  test.each([[''], [null], ['{"apiKey": "sk_'], [{}]])('a state file of %j is no key', async (service) => {
    const { world } = await localWorld({}, service);
    await expect(resolveTarget(world)).rejects.toMatchObject({
      exitCode: 4,
      fields: { hint: 'Its data is kept. Start it with `svc local start`.' },
    });
  });

  test('a key that no header can carry is refused without being shown', async () => {
    const { world } = testWorld({ env: { SVC_API_KEY: 'sk secret', SVC_BASE_URL: 'https://a.example' } });
    const failure: unknown = await resolveTarget(world).catch((error: unknown) => error);
    expect(failure).toMatchObject({ exitCode: 2 });
    expect(JSON.stringify(failure)).not.toContain('sk secret');
  });
});

describe('precedence', () => {
  const project = { context: 'live', timezone: 'Asia/Tokyo' };

  // prettier-ignore
  test.each<[string, Env, { context?: string; timezone?: string }, string | undefined, string]>([
    ['user settings',                {},                                     {},                        undefined, 'UTC'],
    ['project file',                 {},                                     {},                        'live',    'Asia/Tokyo'],
    ['environment over project',     { SVC_CONTEXT: 'local' },               {},                        'local',   'Asia/Tokyo'],
    ['zone of the environment',      { SVC_TIMEZONE: 'America/Lima' },       {},                        'live',    'America/Lima'],
    ['context flag over all',        { SVC_CONTEXT: 'local', SVC_TIMEZONE: 'America/Lima' }, { context: 'live' }, 'live', 'Europe/Berlin'],
    ['zone flag over all',           { SVC_TIMEZONE: 'America/Lima' },       { timezone: 'Africa/Cairo' }, 'live', 'Africa/Cairo'],
  ])('%s', async (name, env, flags, ...[context, timezone]) => {
    const { world, folder } = worldWith(name === 'user settings' ? {} : { project }, env);
    await world.settings.write(() => contexts(folder));
    expect(effectiveSettings(world, flags).context?.value).toBe(context ?? 'local');
    expect(zoneFor(world, flags)).toBe(timezone);
  });

  test('a context named by flag brings its own address, whatever the environment says', async () => {
    const { world } = await localWorld({ SVC_BASE_URL: 'https://elsewhere.example', SVC_API_KEY: 'k' });
    expect(effectiveSettings(world, { context: 'live' }).baseUrl?.value).toBe('https://api.example');
    expect((await resolveTarget(world)).baseUrl).toBe('https://elsewhere.example');
  });

  test('a key beside an address in the environment never goes to another one', async () => {
    const { world } = await localWorld({ SVC_BASE_URL: 'https://elsewhere.example', SVC_API_KEY: 'k' });
    await expect(resolveTarget(world, { context: 'live' })).rejects.toMatchObject({
      exitCode: 4,
      message: 'Context live has no key, and the key in SVC_API_KEY is for the base URL set with it.',
    });
    const alone = await localWorld({ SVC_API_KEY: 'k' });
    expect(await resolveTarget(alone.world, { context: 'live' })).toMatchObject({ key: 'k', source: 'SVC_API_KEY' });
  });

  test('a context named by flag brings its own key, too', async () => {
    const { world } = await localWorld({ SVC_API_KEY: 'sk_env' });
    expect(await resolveTarget(world, { context: 'local' })).toMatchObject({ key: 'sk_local' });
  });

  test('a context that does not exist is exit 2 and names those that do', async () => {
    const { world } = await localWorld();
    expect(() => effectiveSettings(world, { context: 'lvie' })).toThrow(
      'Context lvie does not exist (set by --context). Contexts: local, live.',
    );
  });
});

describe('a setting that is none', () => {
  test('of the time zone is blamed on the place that gives it', () => {
    const { world } = worldWith({ project: { timezone: 'Mars/Olympus' } });
    expect(() => zoneFor(world)).toThrow(
      expect.objectContaining({
        exit: 'usage',
        message: expect.stringMatching(
          /^The time zone of \/.+\.svc\.json must be an IANA zone .+, not "Mars\/Olympus"\.$/,
        ) as string,
      }),
    );
  });

  test('of the profile, too', async () => {
    const { world } = await localWorld({ SVC_PROFILE: 'shop' });
    await expect(resolveTarget(world)).rejects.toMatchObject({
      exitCode: 2,
      message: 'The profile of SVC_PROFILE must be the id of a profile, 24 hex digits, or none, not "shop".',
    });
    const { world: without } = await localWorld({ SVC_PROFILE: 'none' });
    expect(await resolveTarget(without)).not.toHaveProperty('profile');
    const { world: one } = await localWorld({ SVC_PROFILE: 'a'.repeat(24) });
    expect(await resolveTarget(one)).toMatchObject({ profile: 'a'.repeat(24) });
  });
});

describe('the project file', () => {
  test('is found in a folder above', () => {
    const { world, folder } = worldWith({ project: { timezone: 'Asia/Tokyo' } });
    const deep = { ...world, host: { ...world.host, home: '/nowhere', cwd: () => join(folder, 'a', 'b') } };
    expect(zoneFor(deep)).toBe('Asia/Tokyo');
  });

  // prettier-ignore
  test.each([
    [{ apiKey: 'sk_1' },                       'it contains apiKey, and secrets do not belong'],
    [{ token: 'x' },                           'it contains token'],
    [{ contxt: 'live' },                       'it sets contxt, but a project can set only context, baseUrl'],
    [{ timezone: 5 },                          'timezone must be text'],
    [{ timezone: `sk_${'a'.repeat(64)}` },     'timezone contains a key'],
    ['{"a":',                                  'line 1, column'],
  ])('%j is refused: %s', (project, why) => {
    const { world } = worldWith({ project });
    expect(() => effectiveSettings(world)).toThrow(
      expect.objectContaining({ exit: 'internal', message: expect.stringContaining(why) as string }),
    );
  });
});

describe('svc local start writes its context', () => {
  const OWN = { ownFolder: '/d' };
  test('and makes it the current one when there is no other', async () => {
    const { world } = testWorld();
    await writeLocalContext(world, { baseUrl: LOCAL, mcpUrl: `${LOCAL}/mcp`, dataDir: '/d' }, OWN);
    expect(world.settings.read()).toEqual({
      currentContext: 'local',
      contexts: { local: { baseUrl: LOCAL, mcpUrl: `${LOCAL}/mcp`, dataDir: '/d' } },
    });
  });

  test('and leaves another current one, other contexts and other fields alone', async () => {
    const { world } = testWorld();
    await world.settings.write(() => ({
      later: 1,
      currentContext: 'live',
      contexts: {
        live: { baseUrl: 'https://a.example' },
        local: { baseUrl: 'http://127.0.0.1:1', timezone: 'Asia/Tokyo' },
      },
    }));
    await writeLocalContext(world, { baseUrl: LOCAL, mcpUrl: `${LOCAL}/mcp`, dataDir: '/d' }, OWN);
    expect(world.settings.read()).toEqual({
      later: 1,
      currentContext: 'live',
      contexts: {
        live: { baseUrl: 'https://a.example' },
        local: { baseUrl: LOCAL, mcpUrl: `${LOCAL}/mcp`, dataDir: '/d', timezone: 'Asia/Tokyo' },
      },
    });
  });

  test('and leads further contexts with a key of the same service to its new address', async () => {
    const { world } = testWorld();
    const keyAt = (origin: string, dataDir = '/d') => ({
      ...{ storage: 'file', id: 'x', masked: '****', savedAt: '2026-01-05T09:00:00Z' },
      ...{ origin, dataDir },
    });
    const [was, elsewhere] = ['http://127.0.0.1:1', 'http://127.0.0.1:2'];
    const contexts = {
      ci: { baseUrl: was, key: keyAt(was), timezone: 'Asia/Tokyo' },
      moved: { baseUrl: elsewhere, key: keyAt(was) },
      other: { baseUrl: was, key: keyAt(was, '/other') },
      live: { baseUrl: 'https://a.example' },
    };
    await world.settings.write(() => ({ contexts }));
    await writeLocalContext(world, { baseUrl: LOCAL, mcpUrl: LOCAL, dataDir: '/d' }, OWN);
    expect(world.settings.read()['contexts']).toEqual({
      ...contexts,
      ci: { baseUrl: LOCAL, key: keyAt(LOCAL), timezone: 'Asia/Tokyo' },
      local: { baseUrl: LOCAL, mcpUrl: LOCAL, dataDir: '/d' },
    });
  });

  test('and gives a service in another folder a context of its own, whose name it keeps', async () => {
    const { world } = testWorld();
    const at = (dataDir: string, wanted?: string) =>
      writeLocalContext(world, { baseUrl: LOCAL, mcpUrl: LOCAL, dataDir }, { ownFolder: '/d', wanted });
    const folders = () =>
      Object.fromEntries(
        Object.entries(world.settings.read()['contexts'] as Record<string, { dataDir?: string }>).map(
          ([name, { dataDir }]) => [name, dataDir],
        ),
      );
    await at('/d');
    await at('/a/my shop');
    await at('/b/my shop');
    await at('/b/my shop');
    await at('/c', 'x1');
    await at('/c');
    expect(folders()).toEqual({
      local: '/d',
      'local-my-shop': '/a/my shop',
      'local-my-shop-2': '/b/my shop',
      x1: '/c',
    });
    expect(world.settings.read()['currentContext']).toBe('local');
    await expect(at('/e', 'x1')).rejects.toMatchObject({ exit: 'usage' });
    await expect(at('/e', 'local')).rejects.toMatchObject({ exit: 'usage' });
  });

  test('and takes over from a current one that no longer exists', async () => {
    const { world } = testWorld();
    await world.settings.write(() => ({ currentContext: 'gone', contexts: {} }));
    await writeLocalContext(world, { baseUrl: LOCAL, mcpUrl: LOCAL, dataDir: '/d' }, OWN);
    expect(world.settings.read()['currentContext']).toBe('local');
  });
});

// prettier-ignore
test.each([
  ['https://a.example/',        'https://a.example'],
  ['https://a.example/api//',   'https://a.example/api'],
  ['http://127.0.0.1:4010/v1/', 'http://127.0.0.1:4010'],
  ['https://a.example/api/v1',  'https://a.example/api'],
])('the base URL %s is %s', (text, url) => {
  expect(normalBaseUrl(text, 'x')).toBe(url);
});

test.each(['', 'a.example', 'ftp://a.example', 'https://user:pass@a.example'])('%j is no base URL', (text) => {
  expect(() => normalBaseUrl(text, 'SVC_BASE_URL')).toThrow(/^SVC_BASE_URL must be/);
});
