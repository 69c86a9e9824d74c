/** `svc purge`: shows first, asks, removes what svc wrote and nothing else, and can be run again. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { World } from '../../src/world/world.ts';
import { brokenKeychain, openHome, type Home } from '../support/home.ts';
import { keyOf, loginApi } from '../support/login-api.ts';
import { errorIn } from '../support/svc.ts';
import { testWorld } from '../support/world.ts';

interface Purged {
  readonly places: readonly { readonly what: string; readonly where: string; readonly state: string }[];
  readonly others: readonly string[];
}

async function usedHome(): Promise<Home> {
  const [home, api] = [await openHome(), await loginApi()];
  api.works.add(keyOf('a'));
  await home.run(['login', '--with-token', '--base-url', api.url, '--context', 'live'], { stdin: keyOf('a') });
  home.place('.zshrc', 'alias ll="ls -l"\n');
  await home.run(['completion', 'install', '--shell', 'zsh']);
  await home.run(['completion', 'install', '--shell', 'bash', '--file', join(home.folder, 'shell', 'mine.sh')]);
  return home;
}

/** Files whose removals end the process once there have been that many. */
function killedAfter(removals: number, folder: string): World['files'] {
  const { files } = testWorld({ argv: [], folder }).world;
  let left = removals;
  const counted = <T>(act: (path: string) => Promise<T>) => {
    return async (path: string): Promise<T> => {
      left -= 1;
      if (left < 0) throw new Error('killed');
      return act(path);
    };
  };
  return { ...files, remove: counted(files.remove), removeEmptyFolder: counted(files.removeEmptyFolder) };
}

const config = ({ folder }: Home, ...path: string[]): string => join(folder, 'config', ...path);

describe('svc purge', () => {
  test('shows what there is with --dry-run and touches nothing', async () => {
    const home = await usedHome();
    const { places } = await home.json<Purged>(['purge', '--dry-run']);
    expect(places.map(({ what, state }) => `${what} ${state}`)).toEqual([
      'shell completion found',
      'shell completion found',
      'keys in the keychain found',
      'settings and contexts found',
    ]);
    expect(home.entries.size).toBe(1);
    expect(existsSync(config(home, 'settings.json'))).toBe(true);
  });

  test('a table of 80 columns has every path whole', async () => {
    const home = await usedHome();
    const far = join(home.folder, 'a-folder-with-a-name-of-forty-characters', 'mine.fish');
    await home.run(['completion', 'install', '--shell', 'fish', '--file', far]);
    const { places } = await home.json<Purged>(['purge', '--dry-run']);
    const { stdout } = await home.run(['purge', '--dry-run', '-o', 'table'], { terminal: 80 });
    expect(places.map(({ where }) => where)).toContain(far);
    for (const { where } of places) expect(stdout).toContain(where);
  });

  test('without a terminal needs --yes, and has shown its list by then', async () => {
    const home = await usedHome();
    const said = await home.run(['purge']);
    expect(said.code).toBe(2);
    expect(errorIn(said)).toMatchObject({ code: 'confirmation', hint: expect.stringContaining('--yes') as string });
    expect(said.stderr).toContain(`settings and contexts: ${config(home, 'settings.json')}`);
    expect(home.entries.size).toBe(1);
  });

  test('removes keys, completions wherever they were put, and settings', async () => {
    const home = await usedHome();
    const { places } = await home.json<Purged>(['purge', '--yes']);
    expect(new Set(places.map(({ state }) => state))).toEqual(new Set(['removed']));
    expect(home.entries.size).toBe(0);
    expect(readFileSync(join(home.folder, '.zshrc'), 'utf8')).toBe('alias ll="ls -l"\n');
    expect(existsSync(join(home.folder, 'shell', 'mine.sh'))).toBe(false);
    expect(existsSync(config(home))).toBe(false);
    expect(await home.json<Purged>(['purge', '--yes'])).toMatchObject({ places: [], others: [] });
  });

  test('follows no link and leaves what svc did not write, also in its own folders', async () => {
    const home = await usedHome();
    const outside = home.place('outside/kept.ndjson', 'mine');
    mkdirSync(config(home, 'state', 'imports'), { recursive: true });
    symlinkSync(outside, config(home, 'state', 'imports', 'linked.ndjson'));
    const note = home.place('config/state/drafts/notes.odt', 'mine');
    home.place('config/state/drafts/ours.md', 'ours');
    const mine = home.place('data/snapshots/mine.txt', 'mine');
    home.place('data/snapshots/ours.db', '');
    home.place('data/lock.db', '');
    const settings = { ...home.settings(), dataFolders: [join(home.folder, 'data'), join(home.folder, 'outside')] };
    writeFileSync(config(home, 'settings.json'), JSON.stringify(settings));
    const { others } = await home.json<Purged>(['purge', '--yes']);
    expect([...others].sort()).toEqual([note, mine].sort());
    for (const path of [outside, note, mine, config(home, 'state', 'imports', 'linked.ndjson')])
      expect(existsSync(path), path).toBe(true);
    for (const path of ['data/snapshots/ours.db', 'data/lock.db', 'config/state/drafts/ours.md'])
      expect(existsSync(join(home.folder, path)), path).toBe(false);
  });

  test('keeps the settings while something is left, exits 1, and ends it the second time', async () => {
    const home = await usedHome();
    const said = await home.run(['purge', '--yes'], { keychain: brokenKeychain() });
    expect(said.code).toBe(1);
    expect(errorIn(said)).toMatchObject({
      message: expect.stringContaining('The keychain could not be read: it is locked.') as string,
      hint: expect.stringContaining('run `svc purge` again') as string,
    });
    expect(existsSync(config(home, 'settings.json'))).toBe(true);
    expect((await home.run(['purge', '--yes'])).code).toBe(0);
    expect([home.entries.size, existsSync(config(home))]).toEqual([0, false]);
  });

  test('killed at any removal, it leaves what a second run needs to finish', async () => {
    for (let removals = 0; ; removals += 1) {
      const home = await usedHome();
      for (const name of ['lock.db', 'lock.db-wal', 'service.db', 'service.log', 'snapshots/one.db', 'media/a/b'])
        home.place(`data/${name}`, 'x');
      home.place('config/state/imports/rows.ndjson', '{}');
      const settings = { ...home.settings(), dataFolders: [join(home.folder, 'data')] };
      writeFileSync(config(home, 'settings.json'), JSON.stringify(settings));
      const first = await home.run(['purge', '--yes'], { doors: { files: killedAfter(removals, home.folder) } });
      const second = await home.run(['purge', '--yes']);
      const data = join(home.folder, 'data');
      const left = existsSync(data) ? readdirSync(data) : [];
      expect([second.code, existsSync(config(home)), left], String(removals)).toEqual([0, false, []]);
      expect(home.entries.size, String(removals)).toBe(0);
      if (first.code === 0) return expect(removals).toBeGreaterThan(10);
    }
  });

  test('works with settings that cannot be read', async () => {
    const home = await usedHome();
    writeFileSync(config(home, 'settings.json'), '{"contexts": ');
    expect((await home.run(['purge', '--yes'])).code).toBe(0);
    expect(existsSync(config(home))).toBe(false);
  });

  test('says on a terminal what stays at a host elsewhere', async () => {
    const home = await openHome();
    const key = {
      storage: 'file',
      id: 'live.0123456789ab',
      origin: 'https://api.example.com',
      masked: 'sk_…',
      savedAt: '',
    };
    home.place('config/settings.json', { contexts: { live: { baseUrl: 'https://api.example.com', key } } });
    const { stderr } = await home.run(['purge', '--yes']);
    expect(stderr).toContain('At api.example.com nothing is removed');
    expect(stderr).toContain('`svc webhooks list`');
  });
});
