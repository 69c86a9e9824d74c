/** A service in a process of its own, which outlives the terminal: started, and waited for until it is ready. Used by `svc local start` and `restart`. */
import { dirname, join } from 'node:path';
import { LOG_FILE, readyFile as readyFileOf } from '../kernel/data-folder.ts';
import { EXITS, type ExitName } from '../kernel/exits.ts';
import { Failure, failure } from '../kernel/failure.ts';
import type { Context } from './command.ts';
import { contextWords, portToKeep, wordsOf, type Asked } from './local-asked.ts';
import { logWithoutKeys } from './local-log.ts';
import { asidesIn, rememberFolder, sayAside, sayContext, sayOtherPort, type Started } from './local-started.ts';
import type { SeedText } from './state/seed-file.ts';

const READY_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 25;

export interface Detaching {
  readonly readyFile?: string | undefined;
  readonly seed?: SeedText | undefined;
}

interface Launching extends Detaching {
  /** What is wrong with a data folder on which a process died without a word. */
  readonly diagnose: (folder: string) => Promise<Failure | undefined>;
}

/** Starts ourselves once more, with --foreground, and waits until that process is ready or has failed. */
export async function launch(
  context: Context,
  asked: Asked,
  { readyFile, seed, diagnose }: Launching,
): Promise<Started> {
  const { world } = context;
  await rememberFolder(world, asked.dataDir);
  await world.files.makeFolder(asked.dataDir);
  const logFile = join(asked.dataDir, LOG_FILE);
  const begin = (await logWithoutKeys(context, logFile)).length;
  const ready = readyFile ?? join(asked.dataDir, readyFileOf(world.host.pid));
  await world.files.remove(ready);
  const { launcher } = world.installation;
  const args = [
    launcher,
    'local',
    'start',
    '--foreground',
    '--ready-file',
    ready,
    '-o',
    'json',
    ...contextWords(context),
    ...wordsOf(asked),
    ...(seed === undefined ? [] : ['--seed-file', seed.name]),
  ];
  const asides = await asidesIn(context, asked.dataDir);
  const hadPort = await portToKeep(context, asked);
  const pid = await world.spawn.detach(world.host.execPath, args, { logFile });
  try {
    const state = await waitUntilReady(context, { ready, pid, logFile, begin, diagnose });
    await sayAside(context, asked.dataDir, asides);
    sayOtherPort(context, hadPort, state);
    await sayContext(context, asked.dataDir);
    return state;
  } finally {
    if (readyFile === undefined) await world.files.remove(ready);
  }
}

interface Begun {
  readonly ready: string;
  readonly pid: number;
  readonly logFile: string;
  /** Length of the log before. */
  readonly begin: number;
  readonly diagnose: Launching['diagnose'];
}

async function waitUntilReady({ world, signal }: Context, started: Begun): Promise<Started> {
  const until = world.clock.monotonic() + READY_WITHIN_MS;
  while (world.clock.monotonic() < until) {
    const line = await world.files.readIfThere(started.ready);
    if (line !== undefined) return JSON.parse(line) as Started;
    if (!world.spawn.alive(started.pid)) throw await deathOf(world.files, started);
    await world.clock.sleep(LOOK_EVERY_MS, signal).catch((error: unknown) => {
      world.spawn.kill(started.pid, 'SIGTERM');
      throw error;
    });
  }
  world.spawn.kill(started.pid, 'SIGKILL');
  throw failure('internal', { message: `The service was not ready in time. ${started.logFile} may say why.` });
}

/** The error that the process printed as its last words, as if it were ours. */
async function deathOf(files: Context['world']['files'], { logFile, begin, diagnose }: Begun): Promise<Failure> {
  const output = ((await files.readIfThere(logFile)) ?? '').slice(begin).trim();
  const document = output.slice(Math.max(0, output.lastIndexOf('{"error"')));
  try {
    const { exit, ...fields } = (JSON.parse(document) as { error: Failure['fields'] & { exit: number } }).error;
    const name = (Object.keys(EXITS) as ExitName[]).find((one) => EXITS[one] === exit) ?? 'internal';
    return new Failure(fields, name);
  } catch {
    const damage = await diagnose(dirname(logFile));
    if (damage !== undefined) return damage;
    return failure('internal', { message: `The service ended before it was ready. ${logFile} may say why.` });
  }
}
