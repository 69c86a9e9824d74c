/** The request log holds 50,000 entries, the older ones in blocks, and is read page by page. */
import { describe, expect, test } from 'vitest';
import { KEPT, openRequestLog, type RequestLog } from '../../../src/service/requests/log.ts';
import { openRequestJournal } from '../../../src/service/requests/journal.ts';
import type { LoggedRequest } from '../../../src/service/requests/entry.ts';
import { startService } from '../../support/service.ts';

const entry = (at: number): LoggedRequest => ({
  requestId: `r${String(at)}`,
  at: new Date(Date.UTC(2026, 0, 1) + at * 1_000).toISOString(),
  method: 'GET',
  path: `/v1/${String(at)}`,
  query: {},
  operation: at % 1_000 === 0 ? 'listPosts' : 'listProfiles',
  status: 200,
  code: null,
  key: null,
  teamId: 'team',
  ip: null,
  userAgent: null,
  durationMs: 1,
  notes: [],
});

async function filled(count: number): Promise<RequestLog> {
  const log = openRequestLog();
  for (let at = 0; at < count; at += 1) log.add(entry(at));
  await log.close();
  return log;
}

/** Everything, page by page. */
async function readAll(log: RequestLog, limit: number): Promise<string[]> {
  const ids: string[] = [];
  for (let before: number | undefined; ;) {
    const { entries, next } = await log.list({ limit, ...(before === undefined ? {} : { before }) });
    ids.push(...entries.map(({ requestId }) => requestId));
    if (next === undefined) return ids;
    before = next;
  }
}

const idsDown = (from: number, to: number): string[] =>
  Array.from({ length: from - to + 1 }, (_, at) => `r${String(from - at)}`);

describe('the log', () => {
  test('keeps the newest 50,000 entries, and drops whole blocks of older ones', async () => {
    const ids = await readAll(await filled(60_000), 20_000);
    expect(ids.length).toBeGreaterThanOrEqual(KEPT);
    expect(ids.length).toBeLessThan(KEPT + 1_000);
    expect(ids).toEqual(idsDown(59_999, 60_000 - ids.length));
  });

  test('is read page by page, newest first, each entry once, also where a page begins within a block', async () => {
    expect(await readAll(await filled(7_321), 333)).toEqual(idsDown(7_320, 0));
  });

  test('a page stays where it is while further entries come', async () => {
    const log = await filled(6_000);
    const { next } = await log.list({ limit: 10 });
    for (let at = 6_000; at < 6_700; at += 1) log.add(entry(at));
    await log.close();
    const { entries } = await log.list({ limit: 3, before: next ?? 0 });
    expect(entries.map(({ requestId }) => requestId)).toEqual(idsDown(5_989, 5_987));
  });

  test('filters look into blocks, and say that there is no further page', async () => {
    const log = await filled(8_000);
    const { entries, next } = await log.list({ operation: 'listPosts', limit: 20 });
    expect(entries.map(({ requestId }) => requestId)).toEqual(
      [7, 6, 5, 4, 3, 2, 1, 0].map((at) => `r${String(at * 1_000)}`),
    );
    expect(next).toBeUndefined();
    expect((await log.list({ since: Date.parse(entry(7_990).at) })).entries).toHaveLength(10);
    expect((await log.list({ requestId: 'r17' })).entries).toHaveLength(1);
  });

  test('entries of earlier runs follow those of this one', async () => {
    const { service } = await startService();
    const { store } = service.desk;
    const journal = (run: number) =>
      openRequestJournal({ store, clock: service.clock, wall: { now: () => run, sleep: wallSleep }, most: KEPT });
    const first = openRequestLog(journal(1));
    for (let at = 0; at < 1_300; at += 1) first.add(entry(at));
    await first.close();
    const second = openRequestLog(journal(2));
    for (let at = 1_300; at < 1_310; at += 1) second.add(entry(at));
    await second.whole();
    expect(await readAll(second, 100)).toEqual(idsDown(1_309, 0));
    second.clear();
    expect(await readAll(second, 100)).toEqual([]);
  });
});

/** Waits until it is cut. */
const wallSleep = (_ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => {
      reject(new Error('cut'));
    });
  });
