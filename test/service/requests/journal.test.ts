/** The request log goes on after a restart: batches on disk, the oldest removed, nothing kept past a reset. */
import { describe, expect, test } from 'vitest';
import { openRequestJournal } from '../../../src/service/requests/journal.ts';
import { entriesOf } from '../../../src/service/requests/block.ts';
import type { LoggedRequest } from '../../../src/service/requests/entry.ts';
import { startService, type Json, type ServiceUnderTest } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temp.ts';

const paths = async ({ api }: ServiceUnderTest): Promise<unknown[]> => {
  const { body } = await api('GET', '/v1/logs', { query: { type: 'api_request' } });
  return (body['logs'] as unknown as Json[]).map(({ path }) => path as unknown);
};

test('LOG-01 calls of before a restart are listed after it, in order and once', async () => {
  const dataDir = await temporaryFolder();
  const first = await startService({ dataDir, ephemeral: false });
  await first.api('GET', '/v1/profiles');
  await first.api('GET', '/v1/accounts');
  await first.close();
  const second = await startService({ dataDir, ephemeral: false });
  await second.api('GET', '/v1/users');
  expect(await paths(second)).toEqual(['/v1/users', '/v1/accounts', '/v1/profiles']);
  expect((await second.control('GET', '/_local/requests')).body['requests']).toMatchObject([
    { path: '/v1/logs' },
    { path: '/v1/users' },
    { path: '/v1/accounts' },
    { path: '/v1/profiles' },
  ]);
  await second.close();
  const third = await startService({ dataDir, ephemeral: false });
  expect(await paths(third)).toEqual(['/v1/users', '/v1/accounts', '/v1/profiles']);
});

test('a reset leaves nothing of the log, also after a restart', async () => {
  const dataDir = await temporaryFolder();
  const first = await startService({ dataDir, ephemeral: false });
  await first.api('GET', '/v1/profiles');
  await first.close();
  const second = await startService({ dataDir, ephemeral: false });
  await second.control('POST', '/_local/reset', {});
  await second.api('GET', '/v1/accounts');
  expect(await paths(second)).toEqual(['/v1/accounts']);
  await second.close();
  expect(await paths(await startService({ dataDir, ephemeral: false }))).toEqual(['/v1/accounts']);
});

describe('the journal', () => {
  const entry = (at: number): LoggedRequest => ({ path: `/${String(at)}` }) as LoggedRequest;
  /** Waits for nothing until it is cut. */
  const still = {
    now: () => 0,
    sleep: (_ms: number, signal?: AbortSignal) =>
      new Promise<void>((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          reject(new Error('cut'));
        });
      }),
  };

  test('keeps so many entries at least, and removes whole batches beyond that', async () => {
    const { service } = await startService();
    const { store } = service.desk;
    for (let run = 0; run < 5; run += 1) {
      const wall = { ...still, now: () => run };
      const journal = openRequestJournal({ store, clock: service.clock, wall, most: 10 });
      for (let at = 0; at < 4; at += 1) journal.add(entry(run * 4 + at));
      await journal.close();
    }
    const later = openRequestJournal({ store, clock: service.clock, wall: { ...still, now: () => 9 }, most: 10 });
    const entries = (await Promise.all((await later.earlier()).map(entriesOf))).flat();
    expect(entries.map(({ path }) => path)).toEqual(Array.from({ length: 12 }, (_, at) => `/${String(at + 8)}`));
    expect(await store.read.list('$requests')).toHaveLength(3);
  });

  test('reads what an earlier version wrote', async () => {
    const { service } = await startService();
    const { store } = service.desk;
    const place = { kind: '$requests', id: 'a-1', teamId: '', profileId: null, parentId: null, createdAt: 0 };
    await store.transact((tx) => tx.put({ ...place, doc: { entries: [entry(1), entry(2)] } }));
    const journal = openRequestJournal({ store, clock: service.clock, wall: still, most: 10 });
    const entries = (await Promise.all((await journal.earlier()).map(entriesOf))).flat();
    expect(entries.map(({ path }) => path)).toEqual(['/1', '/2']);
  });

  test('writes nothing where nothing came', async () => {
    const { service } = await startService();
    const { store } = service.desk;
    await openRequestJournal({ store, clock: service.clock, wall: still, most: 10 }).close();
    expect(await store.read.list('$requests')).toEqual([]);
  });
});
