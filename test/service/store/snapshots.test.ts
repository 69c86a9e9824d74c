import { chmod, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { openSnapshots } from '../../../src/service/store/snapshots.ts';
import { temporaryFolder } from '../../support/temp.ts';
import { newStore, NOW } from './open.ts';

const TEAM = { kind: '$team', id: 'team', teamId: 'team', profileId: null, parentId: null, createdAt: NOW, doc: {} };

/** A store with a team, and a folder for its snapshots. */
async function withTeam() {
  const { store } = await newStore();
  await store.refill({
    fill: async (tx) => {
      await tx.put(TEAM);
      return { team: 'team' };
    },
    cleanUp: async () => undefined,
  });
  const folder = join(await temporaryFolder(), 'snapshots');
  const snapshots = openSnapshots(folder);
  return { store, folder, snapshots, copyTo: (file: string) => store.copyTo(file) };
}

test('a snapshot that cannot be written whole leaves the one of that name, and nothing else', async () => {
  const { folder, snapshots, copyTo } = await withTeam();
  await snapshots.take('a', copyTo);
  const before = await readFile(join(folder, 'a.db'));

  const full = async (file: string): Promise<void> => {
    await copyTo(file);
    await truncate(file, 5_000);
    throw new Error('the disk is full');
  };
  await expect(snapshots.take('a', full)).rejects.toThrow('the disk is full');
  await expect(snapshots.take('b', full)).rejects.toThrow('the disk is full');
  expect(await readdir(folder)).toEqual(['a.db']);
  expect(await readFile(join(folder, 'a.db'))).toEqual(before);
});

test('a copy that does not verify never takes a name', async () => {
  const { folder, snapshots } = await withTeam();
  await expect(snapshots.take('a', (file) => writeFile(file, 'half'))).rejects.toThrow('does not verify');
  expect(await readdir(folder)).toEqual([]);
});

test('what is empty, cut short, without a team or not UTF-8 is listed as damaged, and cannot be found as good', async () => {
  const { folder, snapshots, copyTo } = await withTeam();
  for (const name of ['good', 'cut', 'teamless', 'garbled']) await snapshots.take(name, copyTo);
  await writeFile(join(folder, 'empty.db'), '');
  await truncate(join(folder, 'cut.db'), 20_000);
  execute(join(folder, 'teamless.db'), "DELETE FROM record WHERE kind = '$team'");
  execute(join(folder, 'garbled.db'), "UPDATE record SET doc = CAST(x'7bff7d' AS TEXT)");

  const { snapshots: good, damaged } = await snapshots.list();
  expect(good.map(({ name }) => name)).toEqual(['good']);
  expect(damaged).toMatchObject([
    { name: 'cut', problem: expect.stringContaining('malformed') },
    { name: 'empty', problem: 'It is empty.' },
    { name: 'garbled', problem: '1 row of the table record cannot be read: the text is not valid UTF-8 or JSON.' },
    { name: 'teamless', problem: 'It holds no team.' },
  ]);
  expect(await snapshots.find('good')).toEqual({ file: join(folder, 'good.db') });
  expect(await snapshots.find('empty')).toMatchObject({ name: 'empty', problem: expect.any(String) });
  expect(await snapshots.find('none')).toBeUndefined();
});

test('the files are private, those of an earlier svc too, and what a killed process left goes', async () => {
  const { folder, snapshots, copyTo } = await withTeam();
  await snapshots.take('new', copyTo);
  await snapshots.take('old', copyTo);
  expect(await modeOf(join(folder, 'new.db'))).toBe('600');
  await chmod(join(folder, 'old.db'), 0o644);
  await writeFile(join(folder, '.old.part'), 'half');
  await writeFile(join(folder, '.old.part-journal'), '');

  await snapshots.tidy();
  expect(await readdir(folder)).toEqual(['new.db', 'old.db']);
  expect(await modeOf(join(folder, 'old.db'))).toBe('600');
});

const modeOf = async (file: string): Promise<string> => ((await stat(file)).mode & 0o777).toString(8);

function execute(file: string, sql: string): void {
  const database = new Database(file);
  database.exec(sql);
  database.close();
}
