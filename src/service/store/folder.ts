/** The data folder: made private, locked against a second service, holding what a restart needs. Used by service.ts. */
import { appendFile, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  EPHEMERAL_FOLDER,
  LOCK_FILE as LOCK,
  MEDIA_FOLDER,
  OWNER_FILE as OWNER,
  TRANSIT_FOLDER,
} from '../../kernel/data-folder.ts';
import { failure } from '../../kernel/failure.ts';
import { reasonOf } from './check.ts';
import { openConnection, StoreUnavailable, type Connection } from './connection.ts';
import { writeDurably } from './sync.ts';

export interface DataFolder {
  readonly path: string;
  /** True when the process that held it before ended without giving it up. */
  readonly endedBadly: boolean;
  /** Writes a small private file, all or nothing. */
  write(name: string, text: string): Promise<void>;
  /** The same, and on the disk when the promise resolves. */
  writeDurably(name: string, text: string): Promise<void>;
  /** Text of a file, or undefined when it does not exist. */
  read(name: string): Promise<string | undefined>;
  remove(name: string): Promise<void>;
  /** An empty folder within; it goes at release. */
  fresh(name: string): Promise<string>;
  /** Gives up the lock, and removes the folder when it was temporary. */
  release(): Promise<void>;
}

/**
 * Takes a data folder for this process.
 * @param path undefined makes a temporary folder that vanishes at release
 * @throws Failure `service_running` with the pid of the service that holds it; `usage` for a folder of somebody's own;
 *   `local_io` when it cannot be made
 */
export async function takeFolder(path: string | undefined, pid: number): Promise<DataFolder> {
  const folder = path ?? (await mkdtemp(join(tmpdir(), 'svc-local-')));
  await explainFault(folder, () => mkdir(folder, { recursive: true, mode: 0o700 }));
  await refuseForeign(folder);
  const lock = await lockOf(folder);
  const endedBadly = (await textOf(join(folder, OWNER))) !== undefined;
  await explainFault(folder, () => replace(join(folder, OWNER), String(pid)));
  const passing: string[] = [];
  return {
    path: folder,
    endedBadly,
    write: (name, text) => explainFault(folder, () => replace(join(folder, name), text)),
    writeDurably: (name, text) => explainFault(folder, () => writeDurably(join(folder, name), text)),
    read: (name) => textOf(join(folder, name)),
    remove: (name) => rm(join(folder, name), { force: true }),
    async fresh(name) {
      const inner = join(folder, name);
      await rm(inner, { recursive: true, force: true });
      await mkdir(inner, { mode: 0o700 });
      passing.push(inner);
      return inner;
    },
    async release() {
      await rm(join(folder, OWNER), { force: true });
      lock.exec('ROLLBACK');
      lock.close();
      for (const inner of passing) await rm(inner, { recursive: true, force: true });
      if (path === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What is emptied now and then. */
const EMPTIED = [EPHEMERAL_FOLDER, MEDIA_FOLDER, TRANSIT_FOLDER];

/** A folder in which no service has ever been may hold anything under these names. */
async function refuseForeign(folder: string): Promise<void> {
  const isThere = (name: string): Promise<boolean> =>
    stat(join(folder, name)).then(
      () => true,
      () => false,
    );
  if (await isThere(LOCK)) return;
  for (const name of EMPTIED) {
    if (!(await isThere(name))) continue;
    throw failure('usage', {
      message: `${folder} is not the data folder of a local service, and contains ${name}, which a service would empty.`,
      param: '--data-dir',
      hint: 'Choose an empty folder, or one that does not exist yet.',
    });
  }
}

/** The lock holds for as long as its transaction is open; the system frees it when the process dies, however it dies. */
async function lockOf(folder: string): Promise<Connection> {
  const lock = await tryLock(folder);
  if (lock !== undefined) return lock;
  throw serviceRunning(folder, (await ownerOf(folder)).pid);
}

/** The lock, or undefined when another process holds it. */
async function tryLock(folder: string): Promise<Connection | undefined> {
  let lock: Connection | undefined;
  try {
    await privateFile(join(folder, LOCK));
    lock = openConnection({ file: join(folder, LOCK), durable: false, rollbackJournal: true });
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock?.close();
    if (error instanceof StoreUnavailable && isBusy(error)) return undefined;
    throw unwritable(folder, error);
  }
}

const isBusy = ({ cause }: StoreUnavailable): boolean =>
  cause instanceof Error && 'code' in cause && String(cause.code).startsWith('SQLITE_BUSY');

/** Who holds a data folder. */
export interface Holder {
  /** Null in the moment between taking the lock and saying so. */
  readonly pid: number | null;
}

/** The service that holds a folder, or undefined when the folder is free or does not exist. */
export async function holderOf(folder: string): Promise<Holder | undefined> {
  const isThere = await stat(join(folder, LOCK)).catch(() => undefined);
  if (isThere === undefined) return undefined;
  const lock = await tryLock(folder);
  if (lock === undefined) return ownerOf(folder);
  lock.exec('ROLLBACK');
  lock.close();
  return undefined;
}

async function ownerOf(folder: string): Promise<Holder> {
  const text = await textOf(join(folder, OWNER));
  return { pid: text === undefined || text === '' ? null : Number(text) };
}

/** The refusal of a second service on one folder. */
export const serviceRunning = (folder: string, pid: number | null) =>
  failure('service_running', {
    message: `A local service is already running on ${folder}${pid === null ? '' : ` (pid ${String(pid)})`}.`,
    hint: 'Use it, stop it with `svc local stop`, or give this one another --data-dir.',
    details: { dataDir: folder, pid },
  });

const unwritable = (folder: string, error: unknown) =>
  failure('local_io', { message: `The data folder ${folder} cannot be used: ${reasonOf(error)}.` }, error);

async function explainFault<T>(folder: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw unwritable(folder, error);
  }
}

/** Creates an empty file that only the user can read, unless it exists; sqlite gives its side files the same mode. */
export const privateFile = (file: string): Promise<void> => appendFile(file, '', { mode: 0o600 });

async function replace(file: string, text: string): Promise<void> {
  const fresh = `${file}.new`;
  await writeFile(fresh, text, { mode: 0o600 });
  await rename(fresh, file);
}

const textOf = (file: string): Promise<string | undefined> => readFile(file, 'utf8').catch(() => undefined);
