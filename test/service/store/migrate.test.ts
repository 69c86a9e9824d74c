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
  const { store } = await newStore({ place: folder });
  await store.transact(async (tx) => {
    await tx.put(record('ad', { name: 'Shoes', $runs: runs }));
    await tx.put(record('thing', { $runs: 'of another kind' }));
  });
  await store.close();
  const database = new Database(join(folder, 'service.db'));
  database.exec('PRAGMA user_version=4');
  database.close();

  const { read } = (await newStore({ place: folder })).store;
  expect((await read.get('ad', 'ad'))?.doc).toEqual({ name: 'Shoes', runs });
  expect((await read.get('thing', 'thing'))?.doc).toEqual({ $runs: 'of another kind' });
});

test('the tags of contacts are found in a store that had no table of them, and stay true to the records', async () => {
  const folder = await temporaryFolder();
  const contact = (id: string, tags: readonly string[], profileId: string | null = null) =>
    ({ ...record('contact', { tags }), id, profileId }) as const;
  const { store } = await newStore({ place: folder });
  await store.transact(async (tx) => {
    await tx.put(contact('ada', ['vip', 'new']));
    await tx.put(contact('ben', ['vip'], 'one'));
    await tx.put({ ...record('thing', { tags: ['of another kind'] }) });
  });
  await store.close();
  const database = new Database(join(folder, 'service.db'));
  for (const trigger of ['added', 'changed', 'removed']) database.exec(`DROP TRIGGER contact_${trigger}`);
  database.exec('DROP TABLE contact_tag; PRAGMA user_version=9');
  database.close();

  const { store: later } = await newStore({ place: folder });
  const tags = (more: { profileId?: string; profileIds?: readonly string[] } = {}) =>
    later.read.contactTags({ teamId: 'team', ...more });
  const tagged = async (...lists: readonly (readonly string[])[]) =>
    (await later.read.list('contact', { teamId: 'team', tagged: lists })).map(({ id }) => id);
  expect(await tags()).toEqual(['new', 'vip']);
  expect(await tags({ profileId: 'one' })).toEqual(['vip']);
  expect(await tags({ profileIds: ['two'] })).toEqual(['new', 'vip']);
  expect([await tagged(['vip']), await tagged(['vip'], ['new']), await tagged([])]).toEqual([
    ['ada', 'ben'],
    ['ada'],
    [],
  ]);
  await later.transact(async (tx) => {
    await tx.put(contact('ada', ['old']));
    await tx.put(contact('ben', ['vip'], 'two'));
    await tx.put(contact('cem', ['late']));
  });
  expect([await tags(), await tags({ profileId: 'two' })]).toEqual([['late', 'old', 'vip'], ['vip']]);
  const copy = join(folder, 'copy.db');
  await later.copyTo(copy);
  await later.transact((tx) => tx.remove('contact', 'ada'));
  expect(await tags()).toEqual(['late', 'vip']);
  await later.restoreFrom(copy);
  expect(await tags()).toEqual(['late', 'old', 'vip']);
  await later.clear();
  expect(await tags()).toEqual([]);
});
