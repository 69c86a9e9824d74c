/** A life with svc: installed from the packed package, used, updated under a running service, a key rotated, all of it purged. Nothing is lost on the way, nothing is left after it. */
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';
import { BUILD_MARK } from '../../src/kernel/build-mark.ts';
import { ROOT } from '../support/process.ts';
import { temporaryFolder } from '../support/temp.ts';

const OLDER = '0.0.9';

test('from the install to the purge nothing is lost, and after it nothing is left', async () => {
  const folder = await temporaryFolder();
  const [home, installed] = [join(folder, 'home'), join(folder, 'svc')];
  await mkdir(home);
  await install(installed);
  await makeOlder(installed);
  const svc = (...words: string[]) => runIn(installed, home, words);

  // January: a service, a post for each of four months.
  const { pid } = (await svc(
    ...['local', 'start', '--seed-pack', 'empty', '--clock', 'frozen', '--now', '2027-01-04T09:00:00Z'],
  )) as { pid: number };
  onTestFinished(() => void killed(pid));
  await svc('local', 'accounts', 'add', 'bluesky', '--username', 'northwind');
  for (const at of ['2027-01-05', '2027-02-05', '2027-03-05', '2027-04-05'])
    await svc('posts', 'create', `Month of ${at}`, '--to', 'bluesky', '--at', `${at}T10:00:00Z`);
  await svc('local', 'clock', 'advance', '35d');
  expect(await statuses(svc)).toEqual({ published: 2, scheduled: 2 });

  // February: svc is updated while the service runs.
  await install(installed);
  const stale = (await svc('local', 'status')) as { health: { status: string } };
  expect(stale.health.status).toBe('stale');
  const again = (await svc('local', 'restart')) as { pid: number };
  onTestFinished(() => void killed(again.pid));
  expect(((await svc('local', 'status')) as { health: { status: string } }).health.status).toBe('ok');
  expect(await statuses(svc)).toEqual({ published: 2, scheduled: 2 });

  // Then another key, and the state carried through a file.
  await svc('api-keys', 'create', '--name', 'laptop', '--save-as', 'laptop');
  const first = (await svc('whoami', '--context', 'laptop')) as { key: string };
  await svc('api-keys', 'rotate', '--overlap', '24h', '--context', 'laptop');
  expect(((await svc('whoami', '--context', 'laptop')) as { key: string }).key).not.toBe(first.key);
  await svc('local', 'export', join(folder, 'state.ndjson'));
  await svc('local', 'reset', '--yes');
  expect(await statuses(svc)).toEqual({});
  await svc('local', 'import', join(folder, 'state.ndjson'), '--yes');
  expect(((await svc('whoami', '--context', 'laptop')) as { key: string }).key).not.toBe(first.key);

  // April: every post went out once.
  await svc('local', 'clock', 'advance', '60d');
  expect(await statuses(svc)).toEqual({ published: 4 });

  await svc('purge', '--yes');
  // Folders that other programs use too are not svc's to remove.
  expect((await readdir(home, { recursive: true })).sort()).toEqual(['.config', '.local', '.local/state']);
});

type Svc = (...words: string[]) => Promise<unknown>;

async function statuses(svc: Svc): Promise<Record<string, number>> {
  const { posts } = (await svc('posts', 'list', '--all')) as { posts: { status: string; content: string }[] };
  const own = posts.filter(({ content }) => content.startsWith('Month '));
  expect(new Set(own.map(({ content }) => content)).size).toBe(own.length);
  const counts: Record<string, number> = {};
  for (const { status } of own) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** As a package manager leaves it. */
async function install(place: string): Promise<void> {
  await rm(place, { recursive: true, force: true });
  for (const name of ['bin', 'dist', 'package.json'])
    await cp(join(ROOT, name), join(place, name), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(place, 'node_modules'));
}

async function makeOlder(place: string): Promise<void> {
  const manifest = join(place, 'package.json');
  const text = await readFile(manifest, 'utf8');
  await writeFile(manifest, text.replace(/"version": "[^"]+"/, `"version": "${OLDER}"`));
  await writeFile(join(place, 'dist', BUILD_MARK), 'older\n');
}

async function runIn(place: string, home: string, words: readonly string[]): Promise<unknown> {
  const ran = await execa(process.execPath, [join(place, 'bin', 'svc.js'), ...words, '-o', 'json'], {
    env: { PATH: process.env['PATH'] ?? '', HOME: home },
    extendEnv: false,
    reject: false,
  });
  expect(ran.exitCode, `${words.join(' ')}: ${ran.stderr}`).toBe(0);
  return ran.stdout === '' ? {} : JSON.parse(ran.stdout);
}

function killed(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}
