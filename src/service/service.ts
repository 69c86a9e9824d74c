/** The local service, put together: folder, store, clock, worker, server. commands/local/start opens it; tests open it in process. */
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { failure } from '../kernel/failure.ts';
import { EPHEMERAL_FOLDER, SNAPSHOTS_FOLDER, STATE_FILE, TRANSIT_FOLDER } from '../kernel/data-folder.ts';
import { idsFrom } from '../kernel/ids.ts';
import { instantOf } from '../kernel/instant.ts';
import { addressesOf } from './addresses.ts';
import { openBuildWatch } from './build-watch.ts';
import type { Desk } from './desk.ts';
import {
  clockState,
  continuedAt,
  keptClock,
  openServiceClock,
  steadyClock,
  type KeptClock,
  type SteerableClock,
} from './clock.ts';
import { openEngine } from './delivery/engine.ts';
import { openOutlet } from './delivery/outlet.ts';
import { openQueue, type DeliveryQueue } from './delivery/queue.ts';
import { openFaults } from './faults/faults.ts';
import { operationsOf } from './operations.ts';
import { openKeptFigures } from './networks/kept-figures.ts';
import { openKeptReads } from './limits/quota.ts';
import { reactionsTo } from './reactions.ts';
import { openRequestJournal } from './requests/journal.ts';
import { KEPT, openRequestLog } from './requests/log.ts';
import { buildServer } from './http/server.ts';
import { TOOL_PATH } from './exchange/tool-path.ts';
import type { PlanPreset, SeedCounts, ServiceState } from '../kernel/steering.ts';
import { openConsoleSessions } from './exchange/console-session.ts';
import { planOf } from './limits/plan.ts';
import { openRates } from './limits/rate.ts';
import { openLifecycle, OWN_KEY } from './lifecycle.ts';
import { keyHash } from './records/keys.ts';
import { simulatedNetworks } from './networks/simulated/simulated.ts';
import type { ServiceOptions } from './options.ts';
import type { Parts } from './parts.ts';
import { openPlanReader, openPlans } from './plans.ts';
import { idBytes, type IdBytes } from './seeded.ts';
import { setEarlierAside } from './store/aside.ts';
import { TEAM } from './store/check.ts';
import { explainFailedStart, refuseDamaged } from './store/damage.ts';
import { takeFolder, type DataFolder } from './store/folder.ts';
import type { OwnKeys } from './store/own-keys.ts';
import { takeKeys } from './store/take-keys.ts';
import { MEDIA_FACT, openShelves } from './store/shelves.ts';
import { openSqliteStore, type SqliteStore } from './store/sqlite.ts';
import { openStream, type ServiceStream } from './stream.ts';
import type { DueRow } from './store/store.ts';
import { openWorker } from './timeline/worker.ts';
import { doDueWork } from './due-work.ts';

export interface Service {
  readonly desk: Desk;
  readonly parts: Parts;
  readonly clock: SteerableClock;
  readonly apiKey: string;
  readonly controlKey: string;
  readonly dataDir: string;
  /** How many records of the seed document were created; undefined without one, and in a folder that was used before. */
  readonly created: SeedCounts | undefined;
  inject: (request: InjectOptions) => Promise<LightMyRequestResponse>;
  /** Opens the port and writes `service.json`. @throws Failure `port_taken` */
  listen(at: { host: string; port: number }): Promise<ServiceState>;
  /** Finishes what runs, closes sockets and store, gives up the folder. */
  close(): Promise<void>;
}

/** @throws Failure `service_running` when another service holds the folder, `local_io` when it cannot be used */
export async function openService(asked: ServiceOptions): Promise<Service> {
  const options = { ...asked, doors: { ...asked.doors, clock: steadyClock(asked.doors.clock) } };
  const folder = await takeFolder(options.dataDir, options.doors.pid);
  try {
    return await openFolder(options, folder);
  } catch (error) {
    const explained = await explainFailedStart(error, options.ephemeral === true ? undefined : folder.path);
    await folder.release();
    throw explained;
  }
}

async function openFolder(options: ServiceOptions, folder: DataFolder): Promise<Service> {
  const data = options.ephemeral === true ? await folder.fresh(EPHEMERAL_FOLDER) : folder.path;
  const isDurable = options.ephemeral !== true;
  // A process that was killed when it was ready left a whole store; one that died before may have died of what it read.
  if (isDurable && folder.endedBadly && (await folder.read(STATE_FILE)) === undefined) await refuseDamaged(data);
  await folder.remove(STATE_FILE);
  if (isDurable) await setEarlierAside(data);
  const fresh = idsFrom(idBytes(options.doors.random, options.seed ?? null, 'key').bytes);
  const { keys, write } = await takeKeys(folder, { fresh, isDurable });
  const begin = async (): Promise<Service> => {
    const { server, parts } = await prepare(options, { data, keys });
    const created = await parts.lifecycle.begin();
    if (options.rests !== true) parts.worker.start();
    return serviceOf(server, parts, { folder, apiKey: keys.apiKey, created });
  };
  // Nothing is founded before the keys will survive the machine; what is gone with it anyway is founded meanwhile.
  if (isDurable) await write();
  const [service] = await allOf([begin(), isDurable ? undefined : write()]);
  return service;
}

interface Preparing {
  /** Folder of the store. */
  readonly data: string;
  readonly keys: OwnKeys;
}

interface Prepared {
  readonly server: FastifyInstance;
  readonly parts: Parts;
}

/** The store, open, and the server on it; nothing is founded or listens yet. */
async function prepare(options: ServiceOptions, { data, keys }: Preparing): Promise<Prepared> {
  const { doors } = options;
  const isDurable = options.ephemeral !== true;
  const clock = openServiceClock(doors.clock, clockState(doors.clock, options.clock.mode, options.clock.now));
  const bytes = idBytes(doors.random, options.seed ?? null, 'record');
  const requestBytes = idBytes(doors.random, options.seed ?? null, 'request');
  const queue = openQueue();
  const ownKey = keyHash(keys.apiKey);
  const stream = openStream(doors.random);
  let wake: (refs: ReadonlySet<string>) => void = () => undefined;
  const store = await openSqliteStore({
    folder: data,
    durable: isDurable,
    clock,
    wall: doors.clock,
    ids: idsFrom(bytes.bytes),
    turn: doors.turn,
    keep: () => ({
      ids: bytes.state(),
      requests: requestBytes.state(),
      clock: JSON.stringify(keptClock(clock)),
      [OWN_KEY]: ownKey,
    }),
    outlet: (records) => openOutlet({ clock, queue, planFor: openPlanReader(records, firstPlan(options)) }, records),
    due: (refs) => wake(refs),
    onlookers: { isRead: stream.isRead, change: stream.change, replace: () => stream.say('replaced', {}) },
  });
  // Nothing is founded over what a store without its team still holds.
  if (isDurable && (await store.meta(TEAM)) === undefined) await refuseDamaged(data);
  await goOn(store, { clock, bytes, requestBytes, options });
  clock.onChange(() => {
    stream.say('clock', { mode: clock.mode, now: instantOf(clock.now()) });
    void store.transact(async () => undefined).catch(() => undefined);
  });

  const parts = partsOf(options, { store, clock, bytes, requestBytes, keys, data, queue, stream });
  wake = (refs) => {
    parts.desk.delivery.wake(refs);
    parts.worker.wake();
  };
  const operations = operationsOf(options.catalog, parts.desk);
  const server = await buildServer(parts, addressesOf(parts, { operations, tools: options.tools }));
  return { server, parts };
}

/** The plan of teams that have none of their own. */
const firstPlan = ({ plan = USUAL_PLAN }: ServiceOptions) => planOf(plan);

/** Like `Promise.all`, but when one fails the others have ended as well. */
async function allOf<T extends readonly unknown[]>(all: T): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(all);
  return await Promise.all(all);
}

interface Continued {
  readonly clock: SteerableClock;
  readonly bytes: IdBytes;
  readonly requestBytes: IdBytes;
  readonly options: ServiceOptions;
}

/** A folder that was used before goes on from its ids and never from an earlier time. */
async function goOn(store: SqliteStore, { clock, bytes, requestBytes, options }: Continued): Promise<void> {
  const [ids, requests, kept] = await Promise.all([store.meta('ids'), store.meta('requests'), store.meta('clock')]);
  if (ids !== undefined) bytes.restore(ids, options.seed);
  if (requests !== undefined) requestBytes.restore(requests, options.seed);
  if (kept === undefined) return;
  const wall = options.doors.clock;
  const keptNow = continuedAt(wall, JSON.parse(kept) as KeptClock);
  const { mode, now = mode === 'real' ? wall.now() : keptNow } = options.clock;
  clock.restore(clockState(wall, mode, Math.max(now, keptNow)));
}

interface Opened {
  readonly store: SqliteStore;
  readonly clock: SteerableClock;
  readonly bytes: IdBytes;
  readonly requestBytes: IdBytes;
  readonly keys: OwnKeys;
  readonly data: string;
  readonly queue: DeliveryQueue;
  readonly stream: ServiceStream;
}

function partsOf(options: ServiceOptions, opened: Opened): Parts {
  const { store, clock, bytes, requestBytes, keys, data, queue } = opened;
  const { doors, catalog } = options;
  const ids = idsFrom(bytes.bytes);
  const transit = join(data, TRANSIT_FOLDER);
  const media = openShelves(data, transit, () => store.meta(MEDIA_FACT));
  const delivery = openEngine({ store, clock, ids, wall: doors.clock, carrier: doors.carrier, queue });
  const timeline = { timeline: store.timeline, clock, wall: doors.clock };
  const build = openBuildWatch(doors);
  const job = (row: DueRow): Promise<void> =>
    doDueWork(row, desk).catch((error: unknown) => {
      build.isStale();
      throw error;
    });
  const worker = openWorker({ ...timeline, job, crew: delivery });
  const isKept = options.ephemeral !== true;
  const journal = isKept ? openRequestJournal({ store, clock, wall: doors.clock, most: KEPT }) : undefined;
  const requests = openRequestLog(journal);
  const desk: Desk = {
    store,
    clock,
    ids,
    networks: simulatedNetworks({ store, clock, wallClock: doors.clock, ids, fixtures: catalog.fixtures }),
    figures: openKeptFigures(),
    plan: openPlans(store, clock, firstPlan(options)),
    catalog,
    media,
    delivery,
    carrier: doors.carrier,
    requests,
    probe: doors.probe,
    isPublic: options.isPublic === true,
    wake: () => worker.wake(),
    turns: doors,
    react: reactionsTo,
  };
  const common = { desk, store, clock, worker, rates: openRates(options.rateLimits), requests, reads: openKeptReads() };
  const faults = openFaults(() => (doors.random(1)[0] ?? 0) / 256);
  const lifecycle = openLifecycle({
    ...common,
    faults,
    idBytes: [bytes, requestBytes],
    media,
    folder: join(data, SNAPSHOTS_FOLDER),
    transit,
    doors,
    apiKey: keys.apiKey,
    start: {
      plan: options.plan ?? USUAL_PLAN,
      rests: options.rests === true,
      seedPack: options.seedPack,
      seed: options.seed ?? null,
      seedDocument: options.seedDocument,
      clock: () => clockState(doors.clock, options.clock.mode, options.clock.now),
    },
  });
  const requestIds = idsFrom(requestBytes.bytes);
  return { ...common, ...entranceOf(options, opened), faults, requestIds, lifecycle, build };
}

/** Who gets in, and what is said to those who look on. */
function entranceOf(
  { doors, isPublic = false, host = 'localhost' }: ServiceOptions,
  { keys, stream }: Opened,
): Pick<Parts, 'doors' | 'names' | 'controlKey' | 'stream' | 'sessions'> {
  const sessions = openConsoleSessions({ ...keys, random: doors.random, now: () => doors.clock.now() });
  return { doors, names: { isPublic, host }, controlKey: keys.controlKey, stream, sessions };
}

const USUAL_PLAN: PlanPreset = 'full';

function serviceOf(
  server: FastifyInstance,
  parts: Parts,
  { folder, apiKey, created }: { folder: DataFolder; apiKey: string; created: SeedCounts | undefined },
): Service {
  let closed: Promise<void> | undefined;
  return {
    desk: parts.desk,
    parts,
    clock: parts.clock,
    apiKey,
    controlKey: parts.controlKey,
    dataDir: folder.path,
    created,
    inject: (request) => server.inject(request),
    async listen({ host, port }) {
      const url = await server
        .listen({ host, port })
        .catch((error: unknown) => Promise.reject(portFailure(error, port)));
      const state: ServiceState = {
        url,
        apiKey,
        controlKey: parts.controlKey,
        mcpUrl: `${url}${TOOL_PATH}`,
        consoleUrl: `${url}/`,
        pid: parts.doors.pid,
        dataDir: folder.path,
        version: parts.doors.version,
      };
      await folder.write(STATE_FILE, `${JSON.stringify(state, null, 2)}\n`);
      return state;
    },
    close: () => (closed ??= closeAll(server, parts, folder)),
  };
}

async function closeAll(server: FastifyInstance, parts: Parts, folder: DataFolder): Promise<void> {
  await folder.remove(STATE_FILE);
  parts.clock.interrupt();
  parts.stream.close();
  await server.close();
  await parts.worker.stop();
  await parts.requests.close();
  await parts.store.close();
  await folder.release();
}

function portFailure(error: unknown, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return failure('port_taken', { message: `Port ${String(port)} is taken.` }, error);
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return failure('usage', { message: `The service cannot listen there: ${(error as Error).message}.` }, error);
  return error;
}
