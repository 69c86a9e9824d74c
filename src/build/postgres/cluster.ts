/** A real PostgreSQL server for tests: a cluster in a folder of its own that ends with its `stop`, and with this process at the latest. Used by tests, which share one by test/support/database.ts, and by benchmarks. */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, watch, type FSWatcher } from 'node:fs';
import { chown, mkdtemp, open, readFile, realpath } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import pg from 'pg';
import { findBinaries, findUnprivileged, isOpenToAll, type Binaries, type Owner } from './binaries.ts';

export interface ClusterOptions {
  /** Default: the npm package's. */
  readonly binaries?: Binaries;
  /** Those of postgresql.conf, such as `{ fsync: false }`. */
  readonly settings?: Readonly<Record<string, string | number | boolean>>;
}

export interface Cluster {
  /** The address of a database, for the user `svc`, who may do everything and has no password. */
  url(database: string): string;
  /** Creates an empty database and resolves with its address. */
  newDatabase(): Promise<string>;
  /** Also ends the connections to it. */
  dropDatabase(url: string): Promise<void>;
  /**
   * Same port, same data. `fast` ends the sessions and writes everything to disk; `immediate` is a crash that the next start
   * recovers from. Also starts a server again that a test has killed.
   */
  restart(mode: 'fast' | 'immediate'): Promise<void>;
  /** Ends the server and removes the folder. */
  stop(): Promise<void>;
  /** The server's main process; an error while none runs. */
  pid(): number;
  readonly folder: string;
}

const USER = 'svc';
const HOST = '127.0.0.1';

/** Seconds are usual on a busy machine; past this a start has failed. */
const START_TIMEOUT_MS = 60_000;

/** Below the ports that systems hand out by themselves, so that a restarted server finds its own still free. */
const PORTS = [15_000, 32_000] as const;

export async function startCluster({ binaries = 'embedded', settings = {} }: ClusterOptions = {}): Promise<Cluster> {
  const owner = await findUnprivileged();
  const folder = await makeFolder(owner);
  const keeper = startKeeper(folder, owner);
  try {
    const programs = await findBinaries(binaries, folder, owner);
    await initialize(programs, folder, owner);
    const start = (port: number) =>
      startServer({ programs, folder, owner, settings: { ...DEFAULTS, ...settings, port } });
    const first = await startOnFreePort(start);
    return clusterOf({ folder, keeper, start, ...first });
  } catch (error) {
    await endKeeper(keeper);
    throw error;
  }
}

const DEFAULTS = {
  listen_addresses: HOST,
  unix_socket_directories: '',
  // In the folder, where /dev/shm would keep what a killed server has left.
  dynamic_shared_memory_type: 'mmap',
};

interface Running {
  readonly folder: string;
  readonly keeper: ChildProcess;
  readonly start: (port: number) => Promise<Server>;
  readonly port: number;
  server: Server;
}

function clusterOf(running: Running): Cluster {
  const { folder, keeper, port } = running;
  const url = (database: string): string => `postgres://${USER}@${HOST}:${port}/${database}`;
  return {
    folder,
    url,
    newDatabase: async () => {
      const name = `test_${randomBytes(8).toString('hex')}`;
      await execute(url('postgres'), `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'`);
      return url(name);
    },
    dropDatabase: (address) => {
      const name = pg.escapeIdentifier(new URL(address).pathname.slice(1));
      return execute(url('postgres'), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
    restart: async (mode) => {
      await endServer(running.server, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
      running.server = await startAfterCrash(() => running.start(port));
    },
    stop: async () => {
      running.server.child.ref();
      await Promise.all([endKeeper(keeper), running.server.gone]);
    },
    pid: () => {
      const { pid, exitCode, signalCode } = running.server.child;
      if (pid === undefined || exitCode !== null || signalCode !== null) throw new Error('PostgreSQL does not run.');
      return pid;
    },
  };
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  // A lost connection is reported by the query.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** In the usual place, or in /tmp where that lies in somebody's private folder. */
async function makeFolder(owner: Owner): Promise<string> {
  const usual = await realpath(tmpdir());
  const place = owner.uid === undefined || (await isOpenToAll(usual)) ? usual : '/tmp';
  const folder = await mkdtemp(join(place, 'svc-postgres-'));
  if (owner.uid !== undefined && owner.gid !== undefined) await chown(folder, owner.uid, owner.gid);
  return folder;
}

/**
 * Waits for the end of its input, which comes when it is closed and when this process is gone in any way; then ends the server
 * and removes all that is left. A server that was killed leaves its lock file, which names a segment of shared memory: line 7.
 */
const KEEPER = `
cat >/dev/null
lock="$1/data/postmaster.pid"
pid=$(sed -n 1p "$lock" 2>/dev/null)
if [ -n "$pid" ]; then
  segment=$(sed -n '7s/^ *[0-9]* *//p' "$lock")
  kill -QUIT "$pid"; kill -CONT "$pid"
  turns=0
  while [ -e "$lock" ] && kill -0 "$pid"; do
    turns=$((turns + 1))
    if [ $turns -gt 500 ]; then kill -KILL "$pid"; break; fi
    sleep 0.02
  done
  if [ -e "$lock" ] && [ -n "$segment" ]; then ipcrm -m "$segment"; fi
fi
turns=0
while [ -e "$1" ] && [ $turns -lt 500 ]; do
  turns=$((turns + 1))
  rm -rf "$1" || sleep 0.02
done
`;

/** In a session of its own, which no Ctrl-C and no kill of the group of this process reaches. */
function startKeeper(folder: string, owner: Owner): ChildProcess {
  const keeper = spawn('sh', ['-c', KEEPER, 'keeper', folder], {
    ...owner,
    cwd: '/',
    env: environment(),
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  keeper.unref();
  // A pipe is a socket to node; an open one would keep this process alive.
  (keeper.stdin as Socket).unref();
  return keeper;
}

async function endKeeper(keeper: ChildProcess): Promise<void> {
  if (keeper.exitCode !== null || keeper.signalCode !== null) return;
  const gone = once(keeper, 'exit');
  keeper.ref();
  keeper.stdin?.end();
  await gone;
}

/** Nothing of ours: PGPORT and its like would be obeyed. */
const environment = (): Record<string, string> => ({ PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' });

/** Works in the folder, by relative paths: once that is removed nothing of a program that still runs can make it again. */
async function initialize(programs: string, folder: string, owner: Owner): Promise<void> {
  const words = [
    '-D',
    'data',
    '-U',
    USER,
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-locale',
    '--no-sync',
    '--no-instructions',
  ];
  await execa(join(programs, 'initdb'), words, { ...owner, cwd: folder, env: environment(), extendEnv: false });
}

interface ServerOptions {
  readonly programs: string;
  readonly folder: string;
  readonly owner: Owner;
  readonly settings: Readonly<Record<string, string | number | boolean>>;
}

interface Server {
  readonly child: ChildProcess;
  readonly gone: Promise<void>;
}

/** Resolves when it takes connections; an error with its log when it ends before that. */
async function startServer({ programs, folder, owner, settings }: ServerOptions): Promise<Server> {
  const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = await open(join(folder, 'log'), 'a');
  const changes = watch(join(folder, 'data'));
  try {
    const { size } = await log.stat();
    const child = spawn(join(programs, 'postgres'), ['-D', 'data', ...words], {
      ...owner,
      cwd: folder,
      env: environment(),
      stdio: ['ignore', log.fd, log.fd],
      detached: true,
    });
    child.unref();
    const gone = new Promise<void>((resolve, reject) => child.once('exit', () => resolve()).once('error', reject));
    const early = gone.then(async () => {
      const said = (await readFile(join(folder, 'log'))).subarray(size).toString();
      throw new Error(`PostgreSQL ended before it was ready:\n${said}`);
    });
    await Promise.race([early, untilReady(changes, join(folder, 'data', LOCK), child)]);
    return { child, gone };
  } finally {
    changes.close();
    await log.close();
  }
}

const LOCK = 'postmaster.pid';

/** The server writes its state into the last line of its lock file; the one of a server that was killed names another process. */
function untilReady(changes: FSWatcher, lock: string, child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let isReady = false;
    const look = (): void => {
      const lines = existsSync(lock) ? readFileSync(lock, 'utf8').split('\n') : [];
      isReady ||= Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready';
      if (isReady) resolve();
    };
    changes.on('change', look).on('error', reject);
    AbortSignal.timeout(START_TIMEOUT_MS).addEventListener('abort', () => {
      if (isReady) return;
      child.kill('SIGQUIT');
      reject(new Error('PostgreSQL does not become ready.'));
    });
    look();
  });
}

async function endServer({ child, gone }: Server, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  child.ref();
  child.kill(signal);
  await gone;
}

async function startOnFreePort(start: Running['start']): Promise<Pick<Running, 'port' | 'server'>> {
  for (;;) {
    const port = randomInt(...PORTS);
    try {
      return { port, server: await start(port) };
    } catch (error) {
      if (!String(error).includes('could not create any TCP/IP sockets')) throw error;
    }
  }
}

/** The sessions of a server that was killed may take a moment to notice, and the next one waits for them. */
async function startAfterCrash(start: () => Promise<Server>): Promise<Server> {
  const until = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    try {
      return await start();
    } catch (error) {
      const busy = /pre-existing shared memory block|lock file ".*" already exists/.test(String(error));
      if (!busy || performance.now() > until) throw error;
    }
  }
}
