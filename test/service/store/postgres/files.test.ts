import { expect, onTestFinished, test } from 'vitest';
import { StoreUnavailable } from '../../../../src/service/store/connection.ts';
import { openPool, type Pool } from '../../../../src/service/store/postgres/client.ts';
import { openFiles, type Files } from '../../../../src/service/store/postgres/files.ts';
import { migrateServer } from '../../../../src/service/store/postgres/migrate.ts';
import { openSession, type Session } from '../../../../src/service/store/postgres/session.ts';
import { openServerShelves, tidyShelves } from '../../../../src/service/store/postgres/shelves.ts';
import { openServerSnapshots } from '../../../../src/service/store/postgres/snapshots.ts';
import { testDatabase } from '../../../support/database.ts';
import { temporaryFolder } from '../../../support/temp.ts';
import { newServerStore } from '../open.ts';

/** Files in a new database, and how many pieces lie in it. */
async function newFiles(url?: string): Promise<{ files: Files; pieces: () => Promise<number> }> {
  const place = url ?? (await testDatabase());
  const pool = openPool(() => openSession({ url: place, name: 'svc test' }), 2);
  onTestFinished(() => pool.close());
  const session = await openSession({ url: place, name: 'svc test' });
  await migrateServer(session);
  await session.close();
  const pieces = async () =>
    Number((await pool.query('SELECT count(*) AS count FROM file_piece', [])).rows[0]?.['count']);
  return { files: openFiles(pool), pieces };
}

const KIB = 1024;
const LONG = Buffer.alloc(700 * KIB, 'abcdefghij');

async function* inChunks(bytes: Buffer, size = 100 * KIB): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function bytesOf(found: { bytes: AsyncIterable<Uint8Array> } | undefined): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of found?.bytes ?? []) all.push(chunk);
  return Buffer.concat(all);
}

test('a file is read back as it was written, whole and by ranges across its pieces', async () => {
  const { files } = await newFiles();
  expect(await files.write({ shelf: 'media', key: 'a', bytes: inChunks(LONG) })).toEqual({ sizeBytes: LONG.length });
  expect((await bytesOf(await files.read('media', 'a'))).equals(LONG)).toBe(true);
  for (const [start, end] of [
    [0, 0],
    [256 * KIB - 1, 256 * KIB],
    [300_000, 600_000],
    [LONG.length - 3, LONG.length + 99],
  ] as const) {
    const part = await files.read('media', 'a', { start, end });
    expect((await bytesOf(part)).equals(LONG.subarray(start, end + 1)), `${String(start)}-${String(end)}`).toBe(true);
    expect(part?.sizeBytes).toBe(LONG.length);
  }
  await files.write({ shelf: 'media', key: 'empty', bytes: inChunks(Buffer.alloc(0)) });
  expect(await bytesOf(await files.read('media', 'empty'))).toHaveLength(0);
  expect(await files.read('media', 'missing')).toBeUndefined();
});

test('what is too large, or breaks off, leaves nothing', async () => {
  const { files, pieces } = await newFiles();
  expect(await files.write({ shelf: 'media', key: 'a', bytes: inChunks(LONG), maxBytes: LONG.length - 1 })).toBe(
    'too_large',
  );
  const broken = files.write({
    shelf: 'media',
    key: 'a',
    bytes: (async function* () {
      yield* inChunks(LONG.subarray(0, 600 * KIB));
      throw new Error('the caller is gone');
    })(),
  });
  await expect(broken).rejects.toThrow('the caller is gone');
  expect([await files.list('media'), await pieces()]).toEqual([[], 0]);
});

test('a file that takes the place of another one, or is removed, takes its pieces with it', async () => {
  const { files, pieces } = await newFiles();
  await files.write({ shelf: 'media', key: 'a', bytes: inChunks(LONG) });
  await files.write({ shelf: 'media', key: 'a', bytes: inChunks(Buffer.from('short')) });
  expect(await pieces()).toBe(1);
  await files.remove('media', 'a');
  expect(await pieces()).toBe(0);
});

test('media that are held stay as they were, and go when they are let go', async () => {
  const { files, pieces } = await newFiles();
  const media = openServerShelves(files, async () => undefined);
  await media.write('a', inChunks(LONG), LONG.length);
  const held = await media.hold(['a', 'missing']);
  expect(held.keys).toEqual(['a']);
  await media.remove('a');
  expect(await media.read('a')).toBeUndefined();
  expect((await bytesOf(await held.read('a'))).equals(LONG)).toBe(true);
  await held.release();
  expect(await pieces()).toBe(0);
});

test('media of a store that is to come lie beside those of the store, until they are discarded or kept alone', async () => {
  const { files } = await newFiles();
  const store: { media?: string } = {};
  const media = openServerShelves(files, async () => store.media);
  await media.write('a', inChunks(Buffer.from('old')), 10);
  const [one, other] = [media.fresh(), media.fresh()];
  await one.shelf.write('a', inChunks(Buffer.from('new')), 10);
  await other.shelf.write('a', inChunks(Buffer.from('never')), 10);
  await other.discard();
  store.media = one.name;
  expect(String(await bytesOf(await media.read('a')))).toBe('new');
  expect(await media.others()).toEqual(['media']);
  await media.keepOnly([]);
  expect(await files.shelves()).toEqual([one.name]);
});

test('what a killed process held or was writing goes at the next start', async () => {
  const { files, pieces } = await newFiles();
  const media = openServerShelves(files, async () => undefined);
  await media.write('a', inChunks(Buffer.from('x')), 10);
  await media.hold(['a']);
  await media.remove('a');
  await tidyShelves(files);
  expect([await files.shelves(), await pieces()]).toEqual([[], 0]);
});

test('a snapshot in the database brings the store back as it was', async () => {
  const url = await testDatabase();
  const { store } = await newServerStore({ place: url });
  const { files } = await newFiles(url);
  const folder = await temporaryFolder();
  const snapshots = openServerSnapshots(files, folder, async () => []);
  await store.transact((tx) => tx.schedule({ dueAt: 5, kind: 'k', ref: 'before' }));
  await snapshots.take('one', (file) => store.copyTo(file));
  await store.transact((tx) => tx.cancel('k', 'before'));

  expect((await snapshots.list()).snapshots).toMatchObject([{ name: 'one' }]);
  expect(await snapshots.mediaFolders()).toEqual(['media']);
  const found = await snapshots.find('one');
  await store.restoreFrom(found !== undefined && 'file' in found ? found.file : '');
  expect(await store.read.due()).toMatchObject([{ ref: 'before' }]);
  expect(await snapshots.find('two')).toBeUndefined();
});

test('a copy that does not verify becomes no snapshot', async () => {
  const url = await testDatabase();
  const { store } = await newServerStore({ place: url });
  const { files } = await newFiles(url);
  const folder = await temporaryFolder();
  const snapshots = openServerSnapshots(files, folder, async () => ['A page is damaged.']);
  await expect(snapshots.take('one', (file) => store.copyTo(file))).rejects.toThrow('A page is damaged.');
  expect((await snapshots.list()).snapshots).toEqual([]);
});

const [GOOD, NEW] = [Buffer.alloc(600 * KIB, 'good'), Buffer.alloc(700 * KIB, 'new')];

/** Files of two processes on one database, of which the second begins the next term. */
async function twoProcesses() {
  const url = await testDatabase();
  const admin = await openSession({ url, name: 'svc test' });
  onTestFinished(() => admin.close());
  await migrateServer(admin);
  await admin.exec('CREATE TABLE term (epoch bigint NOT NULL); INSERT INTO term VALUES (1)');
  const poolFor = (name: string): Pool => {
    const pool = openPool(() => openSession({ url, name }), 2);
    onTestFinished(() => pool.close());
    return pool;
  };
  const [first, second] = [poolFor('svc first'), poolFor('svc second')];
  return {
    admin,
    before: openFiles(first, { epoch: 1 }),
    after: openFiles(second, { epoch: 2 }),
    /** On other sessions, in the first term as well. */
    beside: openFiles(second, { epoch: 1 }),
  };
}

/** How many sessions wait for a lock. */
const waiting = async (session: Session): Promise<unknown> =>
  (await session.exec('SELECT count(DISTINCT pid) AS count FROM pg_locks WHERE NOT granted'))[0]?.['count'];

const END_FIRST = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE application_name = 'svc first' AND datname = current_database()`;

test.for([true, false])(
  'a process that loses its term in the middle of a write changes no file, its sessions ended: %s',
  async (areEnded) => {
    const { admin, before, after } = await twoProcesses();
    await before.write({ shelf: 'snapshots', key: 'one', bytes: inChunks(GOOD) });
    const interrupted = async function* () {
      yield NEW.subarray(0, 600 * KIB);
      await admin.exec('UPDATE term SET epoch = 2');
      if (areEnded) await admin.exec(END_FIRST);
      await tidyShelves(after);
      yield NEW.subarray(600 * KIB);
    };
    const write = before.write({ shelf: 'snapshots', key: 'one', bytes: interrupted() });
    await expect(write).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(before.remove('snapshots', 'one')).rejects.toBeInstanceOf(StoreUnavailable);
    expect((await bytesOf(await after.read('snapshots', 'one'))).equals(GOOD)).toBe(true);
  },
);

test('a write that meets the beginning of the next term waits for it, and is refused', async () => {
  const { admin, before, after } = await twoProcesses();
  await admin.exec('BEGIN; UPDATE term SET epoch = 2');
  const write = before.write({ shelf: 'media', key: 'a', bytes: inChunks(GOOD) });
  const refused = expect(write).rejects.toBeInstanceOf(StoreUnavailable);
  await expect.poll(() => waiting(admin)).toBe(1);
  await admin.exec('COMMIT');
  await refused;
  expect(await after.read('media', 'a')).toBeUndefined();
});

test('a renewal of the term does not keep a write from its file', async () => {
  const { admin, before } = await twoProcesses();
  await admin.exec('ALTER TABLE term ADD COLUMN until bigint');
  await admin.exec('BEGIN; UPDATE term SET until = 5');
  const write = before.write({ shelf: 'media', key: 'a', bytes: inChunks(GOOD) });
  await expect.poll(() => waiting(admin)).toBe(1);
  await admin.exec('COMMIT');
  expect(await write).toEqual({ sizeBytes: GOOD.length });
});

test('a file that is removed while it is being held is held whole', async () => {
  const { admin, before, beside } = await twoProcesses();
  // What is held waits here before its row can be seen.
  await admin.exec(`CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.shelf = 'held-1' THEN PERFORM pg_advisory_xact_lock(99); END IF; RETURN NEW; END $$;
    CREATE TRIGGER wait BEFORE INSERT ON file FOR EACH ROW EXECUTE FUNCTION wait()`);
  await before.write({ shelf: 'media', key: 'a', bytes: inChunks(GOOD) });
  await admin.exec('SELECT pg_advisory_lock(99)');
  const holding = before.share(['a'], 'media', 'held-1');
  await expect.poll(() => waiting(admin)).toBe(1);
  const removing = beside.remove('media', 'a');
  await expect.poll(() => waiting(admin)).toBe(2);
  await admin.exec('SELECT pg_advisory_unlock(99)');
  expect(await holding).toEqual(['a']);
  await removing;
  expect((await bytesOf(await before.read('held-1', 'a'))).equals(GOOD)).toBe(true);
});

test('a session that is lost after it stored a piece does not fail the write', async () => {
  const url = await testDatabase();
  await newFiles(url);
  let isLost = false;
  const pool = openPool(async () => {
    const session = await openSession({ url, name: 'svc test' });
    return {
      ...session,
      async query(sql: string, values: readonly unknown[]) {
        const rows = await session.query(sql, values);
        if (isLost || !sql.startsWith('INSERT INTO file_piece')) return rows;
        isLost = true;
        await session.close();
        throw new StoreUnavailable('The answer is lost.');
      },
    };
  }, 1);
  onTestFinished(() => pool.close());
  const files = openFiles(pool);
  await files.write({ shelf: 'media', key: 'a', bytes: inChunks(GOOD) });
  expect((await bytesOf(await files.read('media', 'a'))).equals(GOOD)).toBe(true);
});

test('a snapshot of which a piece is missing is damaged', async () => {
  const { admin, before } = await twoProcesses();
  const snapshots = openServerSnapshots(before, await temporaryFolder(), async () => []);
  await before.write({ shelf: 'snapshots', key: 'one', bytes: inChunks(GOOD) });
  await admin.exec('DELETE FROM file_piece WHERE part = 1');
  expect(await snapshots.find('one')).toEqual({ name: 'one', problem: 'Part of it is missing in the database.' });
});
