import { join } from 'node:path';
import { stat } from 'node:fs/promises';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { Failure } from '../../../src/kernel/failure.ts';
import { record, testStore } from './contract.ts';
import { newStore } from './open.ts';
import { temporaryFolder } from '../../support/temp.ts';

testStore({ newPlace: temporaryFolder, newStore });

test('a store of a newer version is refused with a word about updating', async () => {
  const folder = await temporaryFolder();
  const { store } = await newStore({ place: folder });
  await store.close();
  const database = new Database(join(folder, 'service.db'));
  database.exec('PRAGMA user_version=999');
  database.close();

  const refusal = await newStore({ place: folder }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Failure);
  expect((refusal as Failure).fields).toMatchObject({ code: 'local_io' });
  expect((refusal as Failure).message).toContain('newer svc');
});

test('the files belong to the user alone', async () => {
  const folder = await temporaryFolder();
  const { store } = await newStore({ place: folder });
  await store.transact((tx) => tx.put(record('a')));

  for (const name of ['service.db', 'service.db-wal'])
    expect(((await stat(join(folder, name))).mode & 0o777).toString(8), name).toBe('600');
});

test('the durable store keeps a write-ahead log and waits for the disk at each commit', async () => {
  const folder = await temporaryFolder();
  await newStore({ place: folder, durable: true });
  const database = new Database(join(folder, 'service.db'));
  const [{ journal_mode: mode }] = database.prepare('PRAGMA journal_mode').all([]) as [{ journal_mode: string }];
  database.close();
  expect(mode).toBe('wal');
});

test.each(['workflow', 'automation', 'contact'])(
  'records of the kind %s are found by their account in an index',
  async (kind) => {
    const folder = await temporaryFolder();
    const { store } = await newStore({ place: folder });
    const put = (id: string, accountId: string) => record(id, { kind, doc: { accountId } });
    await store.transact(async (tx) => {
      for (const one of [put('a', 'one'), put('b', 'two'), put('c', 'one')]) await tx.put(one);
    });
    const found = await store.read.list(kind, { teamId: 'team', where: { accountId: 'one' } });
    expect(found.map(({ id }) => id)).toEqual(['a', 'c']);
    const database = new Database(join(folder, 'service.db'));
    const plan = database
      .prepare(
        `EXPLAIN QUERY PLAN SELECT doc FROM record WHERE kind = '${kind}' AND json_extract(doc, '$.accountId') = ? AND team_id = ? ORDER BY created_at, seq`,
      )
      .all('one', 'team') as { detail: string }[];
    database.close();
    expect(plan.map(({ detail }) => detail)).toEqual([expect.stringContaining(`USING INDEX record_${kind}_account`)]);
  },
);
