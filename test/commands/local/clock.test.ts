import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSpawn } from '../../../src/world/spawn.ts';
import { binary, errorIn, type Said } from '../../support/svc.ts';
import { temporaryFolder } from '../../support/temp.ts';

const MINUTE_MS = 60_000;

test('a clock that runs on from where it was moved to is the one that posts and imports are timed by', async () => {
  const folder = await temporaryFolder();
  const dataDir = join(folder, '.local', 'state', 'svc', 'local');
  const svc = (...words: string[]): Promise<Said> => binary(words, { env: { HOME: folder } });
  onTestFinished(async () => {
    const pid = Number(await readFile(join(dataDir, 'lock.pid'), 'utf8').catch(() => '0'));
    if (pid > 0) openSpawn({}).kill(pid, 'SIGKILL');
  });
  const said = async <T>(...words: string[]): Promise<T> => {
    const { code, stdout, stderr } = await svc(...words, '-o', 'json');
    expect([words.join(' '), code, stderr.includes('"error"')]).toEqual([words.join(' '), 0, false]);
    return JSON.parse(stdout) as T;
  };
  const now = async (): Promise<number> => Date.parse((await said<{ now: string }>('local', 'clock', 'show')).now);

  await said('local', 'start', '--rate-limits', 'off');
  await said('local', 'clock', 'set', 'frozen');
  await said('local', 'clock', 'advance', '720h');
  const moved = await now();
  await said('local', 'clock', 'set', 'real');

  const create = ['posts', 'create', 'later', '--to', 'twitter', '--at'];
  const { post } = await said<{ post: { scheduledFor: string } }>(...create, '+10m');
  expect(Date.parse(post.scheduledFor) - moved).toBeGreaterThanOrEqual(9 * MINUTE_MS);
  expect(Date.parse(post.scheduledFor) - (await now())).toBeLessThanOrEqual(10 * MINUTE_MS);
  const dry = await svc(...create, '+10m', '--dry-run', '-o', 'json');
  expect(dry.code).toBe(0);
  const [scheduledFor = ''] = /\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(dry.stdout) ?? [];
  expect(Date.parse(scheduledFor)).toBeGreaterThan(moved);
  const past = await svc(...create, new Date(moved - MINUTE_MS).toISOString());
  expect([past.code, errorIn(past)['message']]).toEqual([2, expect.stringContaining('is in the past')]);

  const rows = join(folder, 'rows.csv');
  await writeFile(rows, 'content,to,at\nfrom a file,twitter,+10m\n');
  expect((await svc('posts', 'import', rows, '--dry-run')).code).toBe(0);
  expect((await svc('posts', 'import', rows)).code).toBe(0);
  const { posts } = await said<{ posts: { content: string; scheduledFor: string }[] }>('posts', 'list');
  const imported = posts.find(({ content }) => content === 'from a file');
  expect(Date.parse(imported?.scheduledFor ?? '') - moved).toBeGreaterThanOrEqual(9 * MINUTE_MS);

  await said('local', 'stop');
  await said('local', 'start', '--rate-limits', 'off');
  expect(await now()).toBeGreaterThanOrEqual(moved);
});
