/** `svc local start`: the service in this process with --foreground, else in one of its own that outlives the terminal. */
import {
  CLOCK_MODES,
  PLAN_PRESETS,
  SEED_PACKS,
  SERVICE_FIELDS,
  STORE_FILE,
  type ServiceState,
} from '../../kernel/steering.ts';
import { join } from 'node:path';
import { ASKED_FILE } from '../../kernel/data-folder.ts';
import { openCatalog } from '../../catalog/catalog.ts';
import { Failure } from '../../kernel/failure.ts';
import { without } from '../../kernel/json.ts';
import { isLoopback } from '../../kernel/loopback.ts';
import { command, type Context, type Outcome } from '../../cli/command.ts';
import { dataDir } from '../../cli/local.ts';
import {
  hostNames,
  instantOf,
  lastAsked,
  portToKeep,
  ignoredOptions,
  USUAL,
  type Asked,
  type KeptStart,
} from '../../cli/local-asked.ts';
import { asidesIn, sayAside, sayOtherPort, sayUnseeded, seedIn, type Started } from '../../cli/local-started.ts';
import { databaseOf } from '../../cli/local-database.ts';
import { launch, type Detaching } from '../../cli/local-detached.ts';
import { probeMedia } from '../../cli/local-probe.ts';
import type { SeedText } from '../../cli/state/seed-file.ts';
import type { StartedService } from '../../service/members/process.ts';
import type { ServiceOptions } from '../../service/options.ts';
import type { Service } from '../../service/service.ts';

export default command({
  path: 'local start',
  summary: 'Start the API on this machine, offline, with its own data.',
  description:
    'Returns when the service is ready, and leaves it running; `svc local stop` stops it. Data is kept ' +
    'between runs, in a folder of the user or in --data-dir. The context `local` then points to it; a ' +
    'service in another folder has its own context, `local-FOLDER` or the one set with --context.',
  flags: {
    dataDir: { ...dataDir, summary: 'Folder for the data' },
    port: {
      type: 'integer',
      summary: 'Port; 0 picks a free one (default: the previous port, or a free one)',
      common: true,
    },
    host: { type: 'string', summary: 'Address to listen on', default: USUAL.host },
    allowHost: {
      type: 'string',
      placeholder: 'name',
      repeat: true,
      summary: 'Answer requests for this host name as well, such as the one of a balancer',
    },
    ephemeral: { type: 'boolean', summary: 'Discard all data on exit', common: true },
    database: {
      type: 'string',
      placeholder: 'url',
      summary: 'Keep the data in this PostgreSQL database, which several processes can share',
    },
    advertise: {
      type: 'string',
      placeholder: 'url',
      summary: 'URL at which other processes on the database reach this one',
    },
    seedPack: { type: 'string', choices: SEED_PACKS, default: USUAL.seedPack, summary: 'Seed pack for a new folder' },
    seedFile: {
      type: 'file',
      placeholder: 'file',
      summary: 'Create the records of this YAML or JSON file in a new folder, all or none',
    },
    seed: { type: 'integer', summary: 'Make ids and keys repeatable' },
    clock: { type: 'string', choices: CLOCK_MODES, default: USUAL.clock, summary: 'Clock mode', common: true },
    now: { type: 'string', placeholder: 'time', summary: 'Start time, as ISO 8601' },
    plan: {
      type: 'string',
      choices: PLAN_PRESETS,
      default: USUAL.plan,
      summary: 'Plan of the team',
    },
    rateLimits: {
      type: 'string',
      choices: ['on', 'off'],
      default: USUAL.rateLimits,
      summary: 'Refuse requests over the limit',
    },
    open: { type: 'boolean', summary: 'Open the console in the browser once ready' },
    foreground: { type: 'boolean', summary: 'Run in the foreground until interrupted' },
    readyFile: { type: 'file', placeholder: 'file', summary: 'Write the result to this file once ready' },
  },
  writes: true,
  fields: [...SERVICE_FIELDS, 'created'],
  examples: [
    'svc local start',
    'svc local start --open',
    'svc local start --seed-pack empty --seed-file seed.yaml',
    'svc local start --port 4010 --clock frozen --now 2026-01-05T09:00:00Z',
    'svc local start --ephemeral --seed-pack empty --seed 7 --foreground',
    'svc local start --database postgres://svc@localhost/svc --data-dir team-1',
  ],
  exits: ['rejected'],

  async run(context, { flags }) {
    const { localFolder } = await import('../../auth/local-service.ts');
    if (!isLoopback(flags.host))
      context.say(
        'Others on the network can reach the service, and control it with its keys. Logins and connections can ' +
          'be approved only on this machine: `svc local device approve`, `svc local connect approve`.',
      );
    const { foreground, readyFile, open, seedFile, ...words } = flags;
    const seed = await seedIn(context, seedFile);
    const folder = localFolder(context.world, { dataDir: flags.dataDir, context: context.flags.context });
    const checked = { now: instantOf(flags.now), allowHost: hostNames(flags.allowHost) };
    const named: Asked = { ...words, ...checked, dataDir: folder };
    const asked: Asked = { ...named, database: await databaseOf(context, named) };
    const ready = readyFile === undefined ? undefined : context.world.files.resolve(readyFile);
    if (seed !== undefined) await judgeSeed(context, asked, seed);
    if (foreground === true) return stayUntilEnd(context, asked, { readyFile: ready, open, seed });
    const before = flags.ephemeral === true ? undefined : await lastAsked(context, folder);
    const result = await startDetached(context, asked, { readyFile: ready, seed });
    if (before !== undefined && result.created === undefined)
      ignoredOptions(before, asked).forEach((words) => context.say(words));
    sayUnseeded(context, seed?.name, result);
    if (open === true) await (await import('../../cli/local-console.ts')).showConsole(context, result);
    return { result };
  },
});

/** The refusal of a seed file with its lines, and then nothing is founded. */
export async function openSeeded(options: ServiceOptions, seed: SeedText | undefined): Promise<Service> {
  const { openService } = await import('../../service/service.ts');
  if (seed === undefined) return openService(options);
  const { withLines } = await import('../../cli/state/seed-file.ts');
  return openService({ ...options, seedDocument: seed.document }).catch((error: unknown) => {
    throw withLines(error, seed);
  });
}

/** Founds the same service in a temporary folder first, so that a file that is refused leaves no folder, no keys and no context behind. */
async function judgeSeed(context: Context, asked: Asked, seed: SeedText): Promise<void> {
  // Data that is there is kept, and no seed file is read for it.
  if (asked.ephemeral !== true && context.world.files.entry(join(asked.dataDir, STORE_FILE)) !== undefined) return;
  const options = without(await optionsOf(context, { ...asked, ephemeral: true }), ['dataDir']);
  await (await openSeeded({ ...options, rests: true }, seed)).close();
}

interface Opening {
  readonly options: ServiceOptions;
  readonly seed: SeedText | undefined;
}

/** The service on its folder, or this process beside the others that have the same database. */
async function openAsked(context: Context, asked: Asked, { options, seed }: Opening): Promise<StartedService> {
  const { database, advertise } = asked;
  if (database === undefined) return openSeeded(options, seed);
  const { openProcess } = await import('../../service/members/process.ts');
  const { clock, machine } = context.world;
  const seeded = seed === undefined ? options : { ...options, seedDocument: seed.document };
  return openProcess({ ...seeded, url: database, hostName: machine.name, machine: clock, advertised: advertise });
}

interface Staying {
  readonly seed: SeedText | undefined;
  readonly readyFile: string | undefined;
  readonly open: boolean | undefined;
}

/** Runs the service until a signal ends it. Its first and only line on stdout says where it is. */
async function stayUntilEnd(context: Context, asked: Asked, { readyFile, open, seed }: Staying): Promise<Outcome> {
  const { world } = context;
  // The disk and the loader work side by side.
  await Promise.all([import('../../service/service.ts'), world.files.makeFolder(asked.dataDir)]);
  const asides = await asidesIn(context, asked.dataDir);
  const options = await optionsOf(context, asked);
  const service = await openAsked(context, asked, { options, seed });
  try {
    await sayAside(context, asked.dataDir, asides);
    const state = await listenAt(context, service, { asked, hadPort: await portToKeep(context, asked) });
    const [{ writeLocalContext }, { ownFolder }] = await Promise.all([
      import('../../auth/context.ts'),
      import('../../auth/local-service.ts'),
    ]);
    const writes = Promise.all([
      writeLocalContext(
        world,
        { baseUrl: state.url, mcpUrl: state.mcpUrl, dataDir: state.dataDir },
        { ownFolder: ownFolder(world), wanted: context.flags.context },
      ),
      world.files.writeAtomic(join(asked.dataDir, ASKED_FILE), JSON.stringify(await keptOf(context, asked, state))),
    ]);
    // What the first call needs is read while the disk writes.
    options.catalog.kinds();
    await writes;
    // Armed before anybody can know that we are here.
    const { signal } = context;
    const started: Started = { ...state, ...(service.created && { created: service.created }) };
    const line = `${JSON.stringify(started)}\n`;
    if (readyFile !== undefined) await world.files.writeAtomic(readyFile, line);
    world.io.out.write(line);
    if (open === true) await (await import('../../cli/local-console.ts')).showConsole(context, state);
    await waitForSignal(signal);
  } finally {
    await service.close();
  }
  return {};
}

interface Ports {
  readonly asked: Asked;
  readonly hadPort: number | undefined;
}

/** At the port it had, where that is free; the one that was asked for is taken or refused. */
async function listenAt(
  context: Context,
  service: Pick<Service, 'listen'>,
  { asked, hadPort }: Ports,
): Promise<ServiceState> {
  const { host, port = hadPort ?? 0 } = asked;
  try {
    return await service.listen({ host, port });
  } catch (error) {
    const isTaken = error instanceof Failure && error.fields.code === 'port_taken';
    if (!isTaken || hadPort === undefined) throw error;
    const state = await service.listen({ host, port: 0 });
    sayOtherPort(context, hadPort, state);
    return state;
  }
}

/** A service that discards its data leaves the port to the one that keeps its own. */
async function keptOf(context: Context, asked: Asked, { url }: ServiceState): Promise<KeptStart> {
  const hadPort =
    asked.ephemeral === true ? (await lastAsked(context, asked.dataDir))?.hadPort : Number(new URL(url).port);
  return { ...asked, hadPort };
}

const waitForSignal = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

export async function optionsOf({ world, say }: Context, asked: Asked): Promise<ServiceOptions> {
  const { clock, random, host, installation } = world;
  // A service outlives an update of the program; a command does not, and need not look.
  const catalog = openCatalog(join(installation.root, 'dist', 'cards'), () => installation.isReplaced());
  return {
    dataDir: asked.dataDir,
    ephemeral: asked.ephemeral === true,
    seedPack: asked.seedPack as ServiceOptions['seedPack'],
    ...(asked.seed === undefined ? {} : { seed: asked.seed }),
    clock: {
      mode: asked.clock === 'frozen' ? 'frozen' : 'real',
      ...(asked.now === undefined ? {} : { now: Date.parse(asked.now) }),
    },
    plan: asked.plan as NonNullable<ServiceOptions['plan']>,
    rateLimits: asked.rateLimits === 'on',
    isPublic: !isLoopback(asked.host),
    host: asked.host,
    ...(asked.allowHost === undefined ? {} : { allowedHosts: asked.allowHost }),
    catalog,
    tools: async () => (await import('../../mcp/server.ts')).openToolServer({ catalog, version: installation.version }),
    doors: {
      clock,
      random,
      turn: () => clock.turn(),
      // A service that others on the network reach is not to be their way into it.
      carrier: await world.carrier(isLoopback(asked.host) ? 'local' : 'public'),
      probe: (url) => probeMedia(world, url),
      isReplaced: () => installation.isReplaced(),
      say,
      version: installation.version,
      asset: (name) => world.files.readIfThere(join(installation.root, 'dist', 'console', name)),
      pid: host.pid,
    },
  };
}

/** Starts ourselves once more, with --foreground, and waits until that process is ready or has failed. */
export async function startDetached(context: Context, asked: Asked, detaching: Detaching = {}): Promise<Started> {
  await refuseSecond(asked.dataDir);
  return launch(context, asked, { ...detaching, diagnose });
}

/** Said here too, and not only by the process that fails, so that nothing is written into a folder in use. */
async function refuseSecond(folder: string): Promise<void> {
  const { holderOf, serviceRunning } = await import('../../service/store/folder.ts');
  const holder = await holderOf(folder);
  if (holder !== undefined) throw serviceRunning(folder, holder.pid);
}

/** What is damaged may end a process without a word. */
async function diagnose(folder: string): Promise<Failure | undefined> {
  const { damageIn, dataDamaged, sentencesOf } = await import('../../service/store/damage.ts');
  const problems = sentencesOf(await damageIn(folder));
  return problems.length > 0 ? dataDamaged(folder, problems) : undefined;
}
