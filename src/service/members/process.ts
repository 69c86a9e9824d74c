/** A process of team mode as a whole: its folder, what all processes share, its port, and the service of each of its terms. Opened by commands/local/start. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import { STATE_FILE } from '../../kernel/data-folder.ts';
import { failure } from '../../kernel/failure.ts';
import { idsFrom } from '../../kernel/ids.ts';
import type { PlanPreset, SeedCounts } from '../../kernel/steering.ts';
import { steadyClock } from '../clock.ts';
import type { ServiceOptions } from '../options.ts';
import { idBytes } from '../seeded.ts';
import { announce, closeService, openAt, type OpenService, type Service } from '../service.ts';
import { takeFolder, type DataFolder } from '../store/folder.ts';
import { SCHEMA_VERSION } from '../store/migrate.ts';
import { takeFact } from '../store/postgres/facts.ts';
import { versionOfServer } from '../store/postgres/migrate.ts';
import { aside, databasePlace } from '../store/postgres/place.ts';
import type { MachineClock, Term } from './held-term.ts';
import type { Inner } from './inner.ts';
import { openMember, type Member } from './member.ts';
import { findUnlike, makeTables } from './roll.ts';
import { sessionName } from './term.ts';

export interface TeamOptions extends Omit<ServiceOptions, 'database' | 'ephemeral' | 'seed'> {
  /** `postgres://…` */
  readonly url: string;
  /** The machine's name. */
  readonly hostName: string;
  /** The machine's clock; it is asked how long this process was paused. */
  readonly machine: MachineClock;
  /** Where the other processes reach this one; at its host and port unless said. */
  readonly advertised?: string | undefined;
}

/** What a start needs of a service; `created` is known once it listens. */
export type StartedService = Pick<Service, 'listen' | 'close' | 'created'>;

/** @throws Failure `service_running` when another process holds the folder, `local_io` when the database cannot be used */
export async function openProcess(asked: TeamOptions): Promise<StartedService> {
  const folder = await takeFolder(asked.dataDir, asked.doors.pid);
  try {
    await folder.remove(STATE_FILE);
    await refuseMixed(asked);
    return await startedOn(folder, await withShared(asked));
  } catch (error) {
    const explained = await placeOf(folder, asked).explain(error);
    await folder.release();
    throw explained;
  }
}

const placeOf = (folder: DataFolder, { url }: TeamOptions, term?: Term) =>
  databasePlace(folder, {
    url,
    name: term === undefined ? 'svc' : sessionName(term.processId, 'store'),
    ...(term && { term }),
  });

/**
 * What the service allows depends on whether others on the network reach it, and each process may be the one that serves.
 * @throws Failure `usage`
 */
async function refuseMixed({ url, isPublic = false }: TeamOptions): Promise<void> {
  const other = await aside(url, async (session) => {
    await makeTables(session);
    return findUnlike(session, isPublic);
  });
  if (other === undefined) return;
  throw failure('usage', {
    message: isPublic
      ? `The process at ${other} listens on its own machine alone, and this one would open the same service to the network.`
      : `The process at ${other} listens on the network, and this one listens on its own machine alone.`,
    param: '--host',
    hint: 'Start all processes on a database with the same kind of --host.',
  });
}

/** How the first process was started holds for all of them: plan, limits and seed pack belong to the data. */
async function withShared(asked: TeamOptions): Promise<TeamOptions> {
  const { plan, rateLimits, seedPack } = asked;
  const text = await aside(asked.url, (session) =>
    takeFact(session, 'start', JSON.stringify({ plan, rateLimits, seedPack })),
  );
  const shared = JSON.parse(text) as Pick<ServiceOptions, 'rateLimits' | 'seedPack'> & { plan?: PlanPreset };
  return { ...asked, ...shared, doors: { ...asked.doors, clock: steadyClock(asked.doors.clock) } };
}

async function startedOn(folder: DataFolder, options: TeamOptions): Promise<StartedService> {
  const { doors } = options;
  const fresh = idsFrom(idBytes(doors.random, null, 'key').bytes);
  const { keys, write } = await placeOf(folder, options).takeKeys(fresh);
  await write();
  let created: SeedCounts | undefined;
  let member: Member | undefined;
  let closed: Promise<void> | undefined;
  const openTerm = async (term: Term): Promise<Inner> => {
    const opened = await openAt(placeOf(folder, options, term), {
      ...options,
      database: { url: options.url, name: sessionName(term.processId, 'store'), term },
      processes: async () => (await member?.processes()) ?? [],
    });
    created ??= opened.created;
    return innerOf(opened, term);
  };
  return {
    get created() {
      return created;
    },
    async listen({ host, port }) {
      member = await openMember({
        database: options.url,
        host,
        port,
        advertised: options.advertised,
        clock: options.machine,
        pid: doors.pid,
        hostName: options.hostName,
        isPublic: options.isPublic === true,
        version: doors.version,
        schemaVersion: SCHEMA_VERSION,
        canServe: async (session) => (await versionOfServer(session)) <= SCHEMA_VERSION,
        openTerm,
        uuid: randomUUID,
        say: doors.say,
      });
      return announce(folder, { url: member.url, keys, doors });
    },
    close: () => (closed ??= closeAll(folder, member)),
  };
}

async function closeAll(folder: DataFolder, member: Member | undefined): Promise<void> {
  await folder.remove(STATE_FILE);
  await member?.close();
  await folder.release();
}

/** The service of one term: requests come through the port of the process. */
async function innerOf(opened: OpenService, { lost }: Pick<Term, 'lost'>): Promise<Inner> {
  const { server, parts } = opened;
  await server.ready();
  const underWay = new Set<ServerResponse>();
  let rest: (() => void) | undefined;
  // Nothing that is under way can be written any more, and nobody may take its answer for true.
  lost.addEventListener('abort', () => underWay.forEach((response) => response.destroy()), { once: true });
  return {
    handle(request: IncomingMessage, response: ServerResponse) {
      underWay.add(response);
      response.once('close', () => {
        underWay.delete(response);
        if (underWay.size === 0) rest?.();
      });
      server.routing(request, response);
    },
    async close() {
      parts.clock.interrupt();
      parts.stream.close();
      if (underWay.size > 0) await new Promise<void>((resolve) => (rest = resolve));
      await closeService(opened);
    },
  };
}
