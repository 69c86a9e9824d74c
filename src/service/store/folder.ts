/** The data folder: made private, locked against a second service, holding what a restart needs. Used by service.ts. */
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failure } from '../../kernel/failure.ts';
import { openConnection, StoreUnavailable, type Connection } from './connection.ts';

export interface DataFolder {
  readonly path: string;
  /** Writes a small private file, all or nothing. */
  write(name: string, text: string): Promise<void>;
  /** Text of a file, or undefined when there is none. */
  read(name: string): Promise<string | undefined>;
  remove(name: string): Promise<void>;
  /** An empty folder within; it goes at release. */
  fresh(name: string): Promise<string>;
  /** Gives up the lock, and removes the folder when it was temporary. */
  release(): Promise<void>;
}

/** Holds the lock for as long as its transaction is open; the system frees it when the process dies, however it dies. */
const LOCK = 'lock.db';
const OWNER = 'lock.pid';

/**
 * Takes a data folder for this process.
 * @param path undefined makes a temporary folder that vanishes at release
 * @throws Failure `service_running` with the pid of the service that holds it; `local_io` when it cannot be made
 */
export async function takeFolder(path: string | undefined, pid: number): Promise<DataFolder> {
  const folder = path ?? (await mkdtemp(join(tmpdir(), 'svc-local-')));
  await guarded(folder, () => mkdir(folder, { recursive: true, mode: 0o700 }));
  const lock = await lockOf(folder);
  await guarded(folder, () => replace(join(folder, OWNER), String(pid)));
  const passing: string[] = [];
  return {
    path: folder,
    write: (name, text) => guarded(folder, () => replace(join(folder, name), text)),
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

async function lockOf(folder: string): Promise<Connection> {
  let lock: Connection | undefined;
  try {
    lock = openConnection({ file: join(folder, LOCK), durable: false, rollbackJournal: true });
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock?.close();
    if (!(error instanceof StoreUnavailable)) throw error;
    throw isBusy(error) ? await running(folder) : unwritable(folder, error);
  }
}

const isBusy = ({ cause }: StoreUnavailable): boolean =>
  cause instanceof Error && 'code' in cause && String(cause.code).startsWith('SQLITE_BUSY');

async function running(folder: string) {
  const pid = await textOf(join(folder, OWNER));
  const who = pid === undefined ? '' : ` (pid ${pid})`;
  return failure('service_running', {
    message: `A local service already runs on ${folder}${who}.`,
    hint: 'Use it, stop it with `svc local stop`, or give this one another --data-dir.',
    details: { dataDir: folder, pid: pid === undefined ? null : Number(pid) },
  });
}

const unwritable = (folder: string, error: unknown) =>
  failure('local_io', { message: `The data folder ${folder} cannot be used: ${reasonOf(error)}.` }, error);

const reasonOf = (error: unknown): string => {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return inner instanceof Error ? inner.message : String(inner);
};

async function guarded<T>(folder: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw unwritable(folder, error);
  }
}

async function replace(file: string, text: string): Promise<void> {
  const fresh = `${file}.new`;
  await writeFile(fresh, text, { mode: 0o600 });
  await rename(fresh, file);
}

const textOf = (file: string): Promise<string | undefined> => readFile(file, 'utf8').catch(() => undefined);
