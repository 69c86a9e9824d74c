/** What every store must do, whatever keeps its tables. Run by sqlite.test.ts and postgres/store.test.ts. */
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { RecordFilter, StoredRecord } from '../../../src/service/store/store.ts';
import { openClock } from '../../../src/world/clock.ts';
import { temporaryFolder } from '../../support/temp.ts';
import { NOW, type OpenedStore, type Wanted } from './open.ts';

export interface StoreUnderTest {
  /** An empty place for a store: a folder, or a database. */
  newPlace(): Promise<string>;
  /** @param wanted.place a new one unless given */
  newStore(wanted?: Wanted): Promise<OpenedStore>;
}

export const record = (id: string, more: Partial<StoredRecord> = {}): StoredRecord => ({
  kind: 'thing',
  id,
  teamId: 'team',
  profileId: null,
  parentId: null,
  createdAt: NOW,
  doc: { name: id },
  ...more,
});

const NOTHING = { fill: async () => ({}), cleanUp: async () => undefined };

export function testStore({ newPlace, newStore }: StoreUnderTest): void {
  test('committed state survives closing and opening again', async () => {
    const place = await newPlace();
    const { store } = await newStore({ place });
    await store.transact((tx) => tx.put(record('a')));
    await store.close();

    const { store: again } = await newStore({ place });
    expect((await again.read.get('thing', 'a'))?.doc).toEqual({ name: 'a' });
  });

  test('a long unit gives way to others again and again, and they read what was committed before it', async () => {
    const wall = openClock();
    let [now, seen] = [0, [] as unknown[]];
    const { store } = await newStore({
      wall: {
        ...wall,
        // So slow a machine that every statement takes long.
        now: () => (now += 30),
        async turn() {
          seen.push((await store.read.get('thing', 'a'))?.doc);
          await wall.turn();
        },
      },
    });
    await store.transact((tx) => tx.put(record('a', { doc: { name: 'before' } })));
    seen = [];
    await store.transact(async (tx) => {
      for (let round = 0; round < 50; round += 1) await tx.put(record('a', { doc: { name: String(round) } }));
    });
    expect(seen.length).toBeGreaterThan(20);
    expect(new Set(seen.map((doc) => JSON.stringify(doc)))).toEqual(new Set(['{"name":"before"}']));
    expect((await store.read.get('thing', 'a'))?.doc).toEqual({ name: '49' });
  });

  test('readers see nothing of a unit before its commit, and the unit sees its own writes', async () => {
    const { store } = await newStore();
    await store.transact(async (tx) => {
      await tx.put(record('a'));
      expect(await tx.get('thing', 'a')).toBeDefined();
      expect(await store.read.get('thing', 'a')).toBeUndefined();
    });
    expect(await store.read.get('thing', 'a')).toBeDefined();
  });

  test('nothing of a unit that throws is kept, its event included', async () => {
    const { store } = await newStore();
    const event = { type: 'post.scheduled', teamId: 'team', payload: {}, accountIds: [], profileIds: [] } as const;
    const unit = store.transact(async (tx) => {
      await tx.put(record('a'));
      await tx.emit(event);
      throw new Error('changed my mind');
    });
    await expect(unit).rejects.toThrow('changed my mind');
    expect(await store.read.count('thing')).toBe(0);
    expect(await store.read.events()).toEqual([]);
  });

  test('records are listed by team, profile and parent, in the order of their creation', async () => {
    const { store } = await newStore();
    await store.transact(async (tx) => {
      await tx.put(record('late', { createdAt: NOW + 5 }));
      await tx.put(record('a', { profileId: 'p1' }));
      await tx.put(record('b', { profileId: 'p2', parentId: 'a' }));
      await tx.put(record('other', { teamId: 'team2' }));
    });
    const ids = async (filter: Parameters<typeof store.read.list>[1]) =>
      (await store.read.list('thing', filter)).map(({ id }) => id);

    expect(await ids({ teamId: 'team' })).toEqual(['a', 'b', 'late']);
    expect(await ids({ teamId: 'team', order: 'desc', limit: 2 })).toEqual(['late', 'b']);
    expect(await ids({ teamId: 'team', limit: 1, skip: 1 })).toEqual(['b']);
    expect(await ids({ profileId: 'p1' })).toEqual(['a']);
    expect(await ids({ parentId: 'a' })).toEqual(['b']);
    expect(await store.read.count('thing', { teamId: 'team' })).toBe(3);
  });

  test('putting a record again keeps its place in the order', async () => {
    const { store } = await newStore();
    await store.transact((tx) => tx.put(record('a')));
    await store.transact((tx) => tx.put(record('b')));
    await store.transact((tx) => tx.put(record('a', { doc: { name: 'changed' } })));

    expect((await store.read.list('thing')).map(({ doc }) => doc['name'])).toEqual(['changed', 'b']);
  });

  test('WHK-70 WHK-73 an event is stored once as the bytes that will be sent, dated by the service clock', async () => {
    const { store } = await newStore();
    const id = await store.transact((tx) =>
      tx.emit({
        type: 'post.published',
        teamId: 'team',
        payload: { post: { id: 'x' }, id: 'not this', event: 'nor this' },
        accountIds: ['a1', 'a2'],
        profileIds: ['p1'],
        requestId: 'r1',
      }),
    );

    const [event] = await store.read.events({ type: 'post.published' });
    expect(event).toMatchObject({
      id,
      at: NOW,
      accountIds: ['a1', 'a2'],
      profileIds: ['p1'],
      requestId: 'r1',
      group: 'publishing',
    });
    expect(event?.body).toBe(
      `{"id":"${id}","event":"post.published","timestamp":"${new Date(NOW).toISOString()}","post":{"id":"x"}}`,
    );
    expect(await store.read.events({ requestId: 'r1' })).toHaveLength(1);
    expect(await store.read.events({ requestId: 'r2' })).toHaveLength(0);
    expect(await store.read.events({ since: NOW + 1 })).toHaveLength(0);
  });

  test('a feed item under a key that is known is the first one', async () => {
    const { store } = await newStore();
    const item = (nativeId: string, idempotencyKey: string | null) => ({
      nativeId,
      accountId: 'a1',
      kind: 'post',
      at: NOW,
      idempotencyKey,
      doc: { text: nativeId },
      url: null,
      removedAt: null,
      updatedAt: null,
      origin: 'service' as const,
    });
    const [first, second] = await store.transact(async (tx) => [
      await tx.addFeedItem(item('n1', 'key')),
      await tx.addFeedItem(item('n2', 'key')),
    ]);
    expect(second).toEqual(first);
    const [here, gone] = await store.transact(async (tx) => {
      await tx.updateFeedItem('a1', 'n1', { removedAt: NOW });
      return [await tx.feedItemByKey('a1', 'key'), await tx.feedItemByKey('a1', 'none')];
    });
    expect([here?.removedAt, gone]).toEqual([NOW, undefined]);
    await store.transact((tx) => tx.addFeedItem(item('n3', null)));
    await store.transact((tx) => tx.addFeedItem(item('n4', null)));
    await store.transact((tx) => tx.updateFeedItem('a1', 'n3', { removedAt: NOW + 1 }));

    expect((await store.read.feed('a1')).map(({ nativeId, removedAt }) => [nativeId, removedAt])).toEqual([
      ['n1', NOW],
      ['n3', NOW + 1],
      ['n4', null],
    ]);
    expect(await store.read.feedItemByKey('a1', 'key')).toMatchObject({ nativeId: 'n1', removedAt: NOW });
    const later = await store.transact((tx) => tx.addFeedItem(item('n5', 'none')));
    expect([later.nativeId, (await store.read.feedItemByKey('a1', 'none'))?.nativeId]).toEqual(['n5', 'n5']);
  });

  test('a snapshot brings back every table, and a refill removes all of them', async () => {
    const folder = await temporaryFolder();
    const { store } = await newStore();
    await store.transact(async (tx) => {
      await tx.put(record('a'));
      await tx.schedule({ dueAt: NOW, kind: 'k', ref: 'r' });
      await tx.addPublication({ accountId: 'a1', postId: 'p', at: NOW, bucket: 'photo' });
      await tx.keepAnswer('key', NOW, { fingerprint: 'f', reply: { status: 201, body: { ok: 1 } } });
    });
    const file = join(folder, "it's a copy.db");
    await store.copyTo(file);

    await store.refill(NOTHING);
    expect(await store.read.count('thing')).toBe(0);
    expect(await store.read.due()).toEqual([]);

    await store.transact((tx) => tx.put(record('later')));
    await store.restoreFrom(file);
    expect((await store.read.list('thing')).map(({ id }) => id)).toEqual(['a']);
    expect(await store.read.due()).toHaveLength(1);
    expect(await store.read.publications('a1', 0, 'photo')).toHaveLength(1);
    expect(await store.read.answer('key', 0)).toEqual({ fingerprint: 'f', reply: { status: 201, body: { ok: 1 } } });
  });

  test('a snapshot holds what was committed when it began, and whoever writes meanwhile does not wait for it', async () => {
    const folder = await temporaryFolder();
    const wall = openClock();
    const during: (() => Promise<void>)[] = [];
    let turns = 0;
    const { store } = await newStore({
      wall: {
        ...wall,
        async turn() {
          turns += 1;
          await during.pop()?.();
          await wall.turn();
          turns -= 1;
        },
      },
    });
    await store.transact((tx) => tx.put(record('before')));
    await vi.waitFor(() => expect(turns, 'the writer rests').toBe(0));
    during.push(() => store.transact((tx) => tx.put(record('during'))));
    const file = join(folder, 'copy.db');
    await store.copyTo(file);
    expect(during).toEqual([]);
    expect(await store.read.count('thing')).toBe(2);

    await store.restoreFrom(file);
    expect((await store.read.list('thing')).map(({ id }) => id)).toEqual(['before']);
  });

  test('a refill finds nothing of what was there, even of what was just read', async () => {
    const { store } = await newStore();
    await store.transact((tx) => tx.put(record('a')));
    await store.read.get('thing', 'a');
    const seen: unknown[] = [];
    await store.refill({
      ...NOTHING,
      async fill(tx) {
        seen.push(await store.read.get('thing', 'a').then((one) => one?.id), await tx.get('thing', 'a'));
        await tx.put(record('b'));
        seen.push((await tx.get('thing', 'b'))?.id);
        return {};
      },
    });
    expect(seen).toEqual(['a', undefined, 'b']);
    expect([await store.read.get('thing', 'a'), (await store.read.get('thing', 'b'))?.id]).toEqual([undefined, 'b']);
  });

  test('clearing leaves the team, its users and their keys', async () => {
    const { store } = await newStore();
    const kinds = ['$team', 'user', 'api_key', 'thing'];
    for (const kind of kinds) await store.transact((tx) => tx.put(record('a', { kind })));
    await store.clear();
    expect(await Promise.all(kinds.map((kind) => store.read.count(kind)))).toEqual([1, 1, 1, 0]);
  });

  test('an answer older than asked for counts as none, and expired answers go', async () => {
    const { store } = await newStore();
    await store.transact((tx) => tx.keepAnswer('key', NOW, { fingerprint: 'f', reply: null, made: 'id1' }));
    expect(await store.read.answer('key', NOW - 1)).toEqual({ fingerprint: 'f', reply: null, made: 'id1' });
    expect(await store.read.answer('key', NOW)).toBeUndefined();
    await store.expireAnswers(NOW);
    expect(await store.read.answer('key', 0)).toBeUndefined();
  });

  test('the revision of a kind changes when a write of it is committed, and not before', async () => {
    const { store } = await newStore();
    const before = store.revision('thing');
    await store.transact(async (tx) => {
      await tx.put(record('a'));
      expect(store.revision('thing')).toBe(before);
    });
    expect(store.revision('thing')).not.toBe(before);
    const after = store.revision('thing');
    await store.transact((tx) => tx.put(record('b', { kind: 'other' })));
    expect(store.revision('thing')).toBe(after);
    await store.refill(NOTHING);
    expect(store.revision('thing')).not.toBe(after);
  });

  test('records are ordered by the first of some fields that they have, and are those of some profiles or of none', async () => {
    const { store } = await newStore();
    const docs = { a: { late: '3', early: '1' }, b: { early: '2' }, c: { late: '1', early: '9' } };
    await store.transact(async (tx) => {
      for (const [id, doc] of Object.entries(docs))
        await tx.put(record(id, { doc, profileId: id === 'a' ? null : id }));
    });
    const idsOf = async (filter: RecordFilter): Promise<string[]> =>
      (await store.read.list('thing', { by: ['late', 'early'], ...filter })).map(({ id }) => id);
    expect(await idsOf({})).toEqual(['c', 'b', 'a']);
    expect(await idsOf({ order: 'desc', limit: 1, skip: 1 })).toEqual(['b']);
    expect(await idsOf({ profileIds: ['b'] })).toEqual(['b', 'a']);
    expect(await store.read.count('thing', { profileIds: [] })).toBe(1);
  });
}
