import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { StoreUnavailable } from '../../../src/service/store/connection.ts';
import { openPool } from '../../../src/service/store/postgres/client.ts';
import { openFiles } from '../../../src/service/store/postgres/files.ts';
import { migrateServer } from '../../../src/service/store/postgres/migrate.ts';
import { openSession } from '../../../src/service/store/postgres/session.ts';
import { openServerShelves } from '../../../src/service/store/postgres/shelves.ts';
import { openShelf, type MediaShelf } from '../../../src/service/store/shelf.ts';
import { testDatabase } from '../../support/database.ts';
import { temporaryFolder } from '../../support/temp.ts';

async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

const textOf = async (bytes: AsyncIterable<Uint8Array> | undefined): Promise<string> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes ?? []) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

interface Opened {
  readonly shelf: MediaShelf;
  /** Of all files that are there, half written ones included. */
  keys(): Promise<readonly string[]>;
}

async function inFolder(): Promise<Opened> {
  const folder = join(await temporaryFolder(), 'media');
  return { shelf: openShelf(folder), keys: () => readdir(folder) };
}

async function inDatabase(): Promise<Opened> {
  const url = await testDatabase();
  const session = await openSession({ url, name: 'svc test' });
  const pool = openPool(async () => session, 1);
  onTestFinished(() => pool.close());
  await migrateServer(session);
  const keys = async (): Promise<readonly string[]> =>
    (await pool.query('SELECT key FROM file_piece LEFT JOIN file USING (content)', [])).rows.map((row) =>
      String(row['key']),
    );
  return { shelf: openServerShelves(openFiles(pool), async () => undefined), keys };
}

describe.for([
  ['in a folder', inFolder],
  ['in a database', inDatabase],
] as const)('a shelf %s', ([, open]) => {
  test('bytes come back whole or in part, and are gone after removal', async () => {
    const { shelf } = await open();
    expect(await shelf.write('a/b.txt', pieces('hello ', 'world'), 100)).toEqual({ sizeBytes: 11 });
    const whole = await shelf.read('a/b.txt');
    expect([whole?.sizeBytes, await textOf(whole?.bytes)]).toEqual([11, 'hello world']);
    const part = await shelf.read('a/b.txt', { start: 6, end: 8 });
    expect([part?.sizeBytes, await textOf(part?.bytes)]).toEqual([11, 'wor']);
    await shelf.remove('a/b.txt');
    expect(await shelf.read('a/b.txt')).toBeUndefined();
  });

  test('what is too large, or breaks off, leaves nothing behind and what was there before', async () => {
    const { shelf, keys } = await open();
    await shelf.write('key', pieces('first'), 10);
    expect(await shelf.write('key', pieces('12345', '678901'), 10)).toBe('too_large');
    const broken = async function* () {
      yield Buffer.from('x');
      throw new Error('the caller hung up');
    };
    await expect(shelf.write('key', broken(), 10)).rejects.toThrow('hung up');
    expect(await keys()).toEqual(['key']);
    expect(await textOf((await shelf.read('key'))?.bytes)).toBe('first');
  });
});

test('a key leads nowhere else', async () => {
  const folder = join(await temporaryFolder(), 'media');
  const shelf = openShelf(folder);
  await expect(shelf.write('../out', pieces('x'), 10)).rejects.toThrow('folder');
});

test('a full disk is unavailable, not a failure of the service, and leaves nothing behind', async () => {
  const folder = join(await temporaryFolder(), 'media');
  const full = async function* () {
    yield Buffer.from('x');
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  };
  await expect(openShelf(folder).write('key', full(), 10)).rejects.toBeInstanceOf(StoreUnavailable);
  expect(await readdir(folder)).toEqual([]);
});
