/** Whether the service works: the one call of the control surface that needs no key. */
import { instantOf } from '../../kernel/instant.ts';
import { STALE } from '../build-watch.ts';
import type { Parts } from '../parts.ts';
import type { ControlRoute } from './route.ts';

export const healthRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/_local/health',
    open: true,
    answer: async (_call, parts) => {
      if (!parts.store.healthy()) await tryWriting(parts).catch(() => undefined);
      const isWell = parts.worker.isAlive() && parts.store.healthy();
      return { status: isWell ? 200 : 503, body: await healthOf(parts, isWell) };
    },
  },
  // On a database each process answers these two for itself, before a request comes here.
  { method: 'GET', path: '/_local/health/live', open: true, answer: async () => LIVE },
  { method: 'GET', path: '/_local/health/ready', open: true, answer: async () => READY },
  {
    method: 'GET',
    path: '/_local/processes',
    answer: async (_call, { processes, doors: { pid, version } }) => ({
      status: 200,
      body: { processes: (await processes?.()) ?? [{ role: 'primary', pid, version }] },
    }),
  },
];

const LIVE = { status: 200, body: { status: 'live' } };
const READY = { status: 200, body: { status: 'ready' } };

/** As much as an ordinary write may need. */
const ROOM = ' '.repeat(256 * 1024);

/** Nobody may write any more after the disk was full; this shows whether there is room again. */
async function tryWriting({ store }: Parts): Promise<void> {
  await store.putMeta('room', ROOM);
  await store.putMeta('room', '');
}

async function healthOf({ doors, clock, worker, store, build }: Parts, isWell: boolean) {
  const [oldest] = await store.read.due({ limit: 1 });
  const overdueMs = oldest === undefined ? 0 : Math.max(0, clock.now() - oldest.dueAt);
  return {
    ...(isWell && build.isStale() ? { status: 'stale', message: STALE } : { status: isWell ? 'ok' : 'degraded' }),
    version: doors.version,
    clock: { mode: clock.mode, now: instantOf(clock.now()) },
    worker: { alive: worker.isAlive(), oldestDueSeconds: Math.floor(overdueMs / 1_000) },
    store: { kind: store.kind },
  };
}
