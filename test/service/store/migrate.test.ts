import Database from 'libsql';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temp.ts';
import { newStore } from './open.ts';

const record = (kind: string, doc: Record<string, unknown>) =>
  ({ kind, id: kind, teamId: 'team', profileId: null, parentId: null, createdAt: 0, doc }) as const;

test('the spans in which an ad ran are read from a store that hid them', async () => {
  const folder = await temporaryFolder();
  const runs = [
    [0, 5],
    [7, null],
  ];
  const { store } = await newStore({ folder });
  await store.transact(async (tx) => {
    await tx.put(record('ad', { name: 'Shoes', $runs: runs }));
    await tx.put(record('thing', { $runs: 'of another kind' }));
  });
  await store.close();
  const database = new Database(join(folder, 'service.db'));
  database.exec('PRAGMA user_version=4');
  database.close();

  const { read } = (await newStore({ folder })).store;
  expect((await read.get('ad', 'ad'))?.doc).toEqual({ name: 'Shoes', runs });
  expect((await read.get('thing', 'thing'))?.doc).toEqual({ $runs: 'of another kind' });
});
