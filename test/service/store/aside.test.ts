import Database from 'libsql';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Failure } from '../../../src/kernel/failure.ts';
import { setEarlierAside } from '../../../src/service/store/aside.ts';
import { startService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temp.ts';
import { newStore } from './open.ts';

/** A folder as the earlier svc left it: the same tables, version 3, a record in the form of then, a file and a snapshot. */
async function earlierFolder(): Promise<string> {
  const folder = await temporaryFolder();
  const { store } = await newStore({ place: folder });
  await store.transact((tx) =>
    tx.put({ kind: '$inbound_call', id: 'a', teamId: 'team', profileId: null, parentId: null, createdAt: 0, doc: {} }),
  );
  await store.putMeta('team', 'team');
  await store.close();
  const database = new Database(join(folder, 'service.db'));
  database.exec('PRAGMA user_version=3');
  database.close();
  await writeFile(join(folder, 'lock.db'), '');
  for (const part of ['media', 'snapshots']) {
    await mkdir(join(folder, part));
    await writeFile(join(folder, part, 'file'), part);
  }
  return folder;
}

const kindsIn = (file: string): unknown[] => {
  const database = new Database(file);
  const rows = database.prepare('SELECT kind FROM record').all();
  database.close();
  return rows.map((row) => (row as { kind: string }).kind);
};

test('data of an earlier svc is moved whole, and the service begins anew in the same folder', async () => {
  const folder = await earlierFolder();
  const { api } = await startService({ dataDir: folder, ephemeral: false });
  expect((await api('GET', '/v1/profiles')).status).toBe(200);
  const aside = join(folder, 'earlier', '1');
  expect(kindsIn(join(aside, 'service.db'))).toEqual(['$inbound_call']);
  expect(await readFile(join(aside, 'media', 'file'), 'utf8')).toBe('media');
  expect(await readFile(join(aside, 'snapshots', 'file'), 'utf8')).toBe('snapshots');
});

test('a second time takes a further folder, and a store of today stays where it is', async () => {
  const folder = await earlierFolder();
  await mkdir(join(folder, 'earlier', '1'), { recursive: true });
  expect(await setEarlierAside(folder)).toBe(join(folder, 'earlier', '2'));
  const { store } = await newStore({ place: folder });
  await store.close();
  expect(await setEarlierAside(folder)).toBeUndefined();
  expect(await readdir(join(folder, 'earlier'))).toEqual(['1', '2']);
  await stat(join(folder, 'service.db'));
});

test('a number is not given twice, although an earlier folder was deleted', async () => {
  const folder = await earlierFolder();
  await mkdir(join(folder, 'earlier', '3'), { recursive: true });
  await writeFile(join(folder, 'earlier', '3', 'kept'), '');
  expect(await setEarlierAside(folder)).toBe(join(folder, 'earlier', '4'));
});

test('a folder without data has nothing to set aside', async () => {
  const folder = await temporaryFolder();
  expect(await setEarlierAside(folder)).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
});

test('a store of an earlier svc is never read in place', async () => {
  const folder = await earlierFolder();
  const refusal = await newStore({ place: folder }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Failure);
  expect((refusal as Failure).message).toContain('written by an earlier svc (schema 3)');
});

test('a move that was interrupted goes on in the same folder, also when only its name was missing', async () => {
  const folder = await earlierFolder();
  const moving = join(folder, 'earlier', '.moving');
  await mkdir(moving, { recursive: true });
  await rename(join(folder, 'media'), join(moving, 'media'));
  const aside = join(folder, 'earlier', '1');
  expect(await setEarlierAside(folder)).toBe(aside);
  expect(await readdir(aside)).toEqual(expect.arrayContaining(['media', 'service.db', 'snapshots']));

  await rename(aside, moving);
  expect(await setEarlierAside(folder)).toBe(aside);
  expect(await readdir(join(folder, 'earlier'))).toEqual(['1']);
});
