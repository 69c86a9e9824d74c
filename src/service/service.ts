/** The local service, put together: folder, store, clock, worker, server. commands/local/start opens it; tests open it in process. */
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { EPHEMERAL_FOLDER, STATE_FILE } from '../kernel/data-folder.ts';
import { idsFrom } from '../kernel/ids.ts';
import { instantOf } from '../kernel/instant.ts';
import { addressesOf } from './addresses.ts';
import { openBuildWatch } from './build-watch.ts';
import type { Desk } from './desk.ts';
import { clockState, openServiceClock, steadyClock, type SteerableClock } from './clock.ts';
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
import { portFailure } from './http/port-failure.ts';
import { buildServer } from './http/server.ts';
import { TOOL_PATH } from './exchange/tool-path.ts';
import type { PlanPreset, SeedCounts, ServiceState } from '../kernel/steering.ts';
import { openConsoleSessions } from './exchange/console-session.ts';
import { planOf } from './limits/plan.ts';
import { factsOf, goOn, type Kept } from './kept.ts';
import { openRates } from './limits/rate.ts';
import { openWindows } from './limits/windows.ts';
import { openLifecycle } from './lifecycle.ts';
import { keyHash } from './records/keys.ts';
import { simulatedNetworks } from './networks/simulated/simulated.ts';
import type { ServiceOptions } from './options.ts';
import type { Parts } from './parts.ts';
import type { ServiceDoors } from './doors.ts';
import { openPlanReader, openPlans } from './plans.ts';
import { idBytes } from './seeded.ts';
import { faultSteps, TEAM } from './store/check.ts';
import { takeFolder, type DataFolder } from './store/folder.ts';
import type { OwnKeys } from './store/own-keys.ts';
import { folderPlace, type Place } from './store/place.ts';
import { MEDIA_FACT } from './store/shelves.ts';
import type { ServiceStore } from './store/service-store.ts';
import { openStream, type ServiceStream } from './stream.ts';
import type { DueRow } from './store/store.ts';
import { openWorker } from './timeline/worker.ts';
import { doDueWork } from './due-work.ts';
import { inTurns } from './turns.ts';

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
    await folder.release();
    throw error;
  }
}

async function openFolder(options: ServiceOptions, folder: DataFolder): Promise<Service> {
  const place = await placeOf(options, folder);
  try {
    return await openPlace(options, place, folder);
  } catch (error) {
    throw await place.explain(error);
  }
}

async function placeOf({ database, ephemeral }: ServiceOptions, folder: DataFolder): Promise<Place> {
  // A library for databases is loaded only for one.
  if (database !== undefined) return (await import('./store/postgres/place.ts')).databasePlace(folder, database);
  const isDurable = ephemeral !== true;
  return folderPlace(folder, { data: isDurable ? folder.path : await folder.fresh(EPHEMERAL_FOLDER), isDurable });
}

async function openPlace(options: ServiceOptions, place: Place, folder: DataFolder): Promise<Service> {
  const opened = await openAt(place, options);
  return serviceOf(opened, folder);
}

/** A service that is open on its data and has no port. */
export interface OpenService {
  readonly server: FastifyInstance;
  readonly parts: Parts;
  readonly keys: OwnKeys;
  readonly created: SeedCounts | undefined;
}

/** Opens the service whose data lie there, and founds what is new. */
export async function openAt(place: Place, options: ServiceOptions): Promise<OpenService> {
  await place.prepare();
  const fresh = idsFrom(idBytes(options.doors.random, options.seed ?? null, 'key').bytes);
  const { keys, write } = await place.takeKeys(fresh);
  const begin = async (): Promise<OpenService> => {
    const { server, parts } = await prepare(options, { place, keys });
    const created = await parts.lifecycle.begin();
    if (options.rests !== true) parts.worker.start();
    return { server, parts, keys, created };
  };
  // Nothing is founded before the keys will survive the machine; what is gone with it anyway is founded meanwhile.
  if (place.isDurable) await write();
  const [service] = await allOf([begin(), place.isDurable ? undefined : write()]);
  return service;
}

interface Preparing {
  readonly place: Place;
  readonly keys: OwnKeys;
}

interface Prepared {
  readonly server: FastifyInstance;
  readonly parts: Parts;
}

/** The store, open, and the server on it; nothing is founded or listens yet. */
async function prepare(options: ServiceOptions, { place, keys }: Preparing): Promise<Prepared> {
  const { doors } = options;
  const clock = openServiceClock(doors.clock, clockState(doors.clock, options.clock.mode, options.clock.now));
  const bytes = idBytes(doors.random, options.seed ?? null, 'record');
  const requestBytes = idBytes(doors.random, options.seed ?? null, 'request');
  const queue = openQueue();
  const rates = openRates(options.rateLimits);
  // Where nothing is refused, nobody needs to know after a kill how much of a window was used.
  const outlives = options.database !== undefined && options.rateLimits;
  const windows = outlives ? openWindows(() => store.transact(async () => undefined)) : undefined;
  const kept: Kept = { clock, bytes, requestBytes, rates, windows, ownKey: keyHash(keys.apiKey) };
  const stream = openStream(doors.random);
  let keeping = clock.keeping();
  let wake: (refs: ReadonlySet<string>) => void = () => undefined;
  const store: ServiceStore = await place.openStore({
    clock,
    wall: doors.clock,
    ids: idsFrom(bytes.bytes),
    turn: doors.turn,
    keep: () => {
      keeping = clock.keeping();
      return factsOf(kept);
    },
    committed: () => clock.note(keeping),
    outlet: (records) => openOutlet({ clock, queue, planFor: openPlanReader(records, firstPlan(options)) }, records),
    due: (refs) => wake(refs),
    onlookers: { isRead: stream.isRead, change: stream.change, replace: () => stream.say('replaced', {}) },
  });
  if ((await store.meta(TEAM)) === undefined) await place.refuseRemains();
  await goOn(store, kept, options);
  clock.onChange(() => {
    stream.say('clock', { mode: clock.mode, now: instantOf(clock.now()) });
    void store.transact(async () => undefined).catch(() => undefined);
  });

  const parts = partsOf(options, { ...kept, store, keys, place, queue, stream });
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

interface Opened extends Kept {
  readonly store: ServiceStore;
  readonly keys: OwnKeys;
  readonly place: Place;
  readonly queue: DeliveryQueue;
  readonly stream: ServiceStream;
}

function partsOf(options: ServiceOptions, opened: Opened): Parts {
  const { store, clock, bytes, requestBytes, rates, windows, keys, place, queue } = opened;
  const { doors, catalog } = options;
  const ids = idsFrom(bytes.bytes);
  const media = place.openShelves(() => store.meta(MEDIA_FACT));
  const delivery = openEngine({ store, clock, ids, wall: doors.clock, carrier: doors.carrier, queue });
  const timeline = { timeline: store.timeline, clock, wall: doors.clock };
  const build = openBuildWatch(doors);
  const job = (row: DueRow): Promise<void> =>
    doDueWork(row, desk).catch((error: unknown) => {
      build.isStale();
      throw error;
    });
  const worker = openWorker({ ...timeline, job, crew: delivery });
  const journal = place.isDurable ? openRequestJournal({ store, clock, wall: doors.clock, most: KEPT }) : undefined;
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
  const common = { desk, store, clock, worker, rates, windows, requests, reads: openKeptReads() };
  const faults = openFaults(() => (doors.random(1)[0] ?? 0) / 256);
  const lifecycle = openLifecycle({
    ...common,
    faults,
    idBytes: [bytes, requestBytes],
    media,
    snapshots: place.openSnapshots((file) => inTurns(faultSteps(file), doors)),
    transit: place.transit,
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
  { doors, isPublic = false, host = 'localhost', allowedHosts = [], processes }: ServiceOptions,
  { keys, stream }: Opened,
): Pick<Parts, 'doors' | 'names' | 'controlKey' | 'stream' | 'sessions' | 'processes'> {
  const sessions = openConsoleSessions({ ...keys, random: doors.random, now: () => doors.clock.now() });
  const names = { isPublic, host, allowed: allowedHosts };
  return { doors, names, controlKey: keys.controlKey, stream, sessions, processes };
}

const USUAL_PLAN: PlanPreset = 'full';

function serviceOf({ server, parts, keys, created }: OpenService, folder: DataFolder): Service {
  const { apiKey } = keys;
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
      return announce(folder, { url, keys, doors: parts.doors });
    },
    close: () => (closed ??= closeAll({ server, parts }, folder)),
  };
}

interface Announced {
  readonly url: string;
  readonly keys: OwnKeys;
  readonly doors: Pick<ServiceDoors, 'pid' | 'version'>;
}

/** Writes where the service answers, for the commands that ask it. */
export async function announce(folder: DataFolder, { url, keys, doors }: Announced): Promise<ServiceState> {
  const state: ServiceState = {
    url,
    ...keys,
    mcpUrl: `${url}${TOOL_PATH}`,
    consoleUrl: `${url}/`,
    pid: doors.pid,
    dataDir: folder.path,
    version: doors.version,
  };
  await folder.write(STATE_FILE, `${JSON.stringify(state, null, 2)}\n`);
  return state;
}

async function closeAll(opened: Prepared, folder: DataFolder): Promise<void> {
  await folder.remove(STATE_FILE);
  await closeService(opened);
  await folder.release();
}

/** Finishes what runs, and closes the store. */
export async function closeService({ server, parts }: Prepared): Promise<void> {
  parts.clock.interrupt();
  parts.stream.close();
  await server.close();
  await parts.worker.stop();
  await parts.requests.close();
  await parts.store.close();
}
