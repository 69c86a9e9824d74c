/** Sets data aside, so that it is neither lost nor read wrongly: what an earlier svc wrote in another form, before the store opens, and what is damaged, before it is replaced. */
import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SNAPSHOTS_FOLDER } from '../../kernel/data-folder.ts';
import { SET_ASIDE_FOLDER, STORE_FILE } from '../../kernel/steering.ts';
import { openConnection } from './connection.ts';
import { isEarlier, versionOf } from './migrate.ts';
import { mediaFoldersIn } from './shelves.ts';
import { syncFile, syncFolder } from './sync.ts';

/** The files of the database, itself last. */
export const DATABASE_FILES = [`${STORE_FILE}-wal`, `${STORE_FILE}-shm`, STORE_FILE] as const;

/** What belongs to a store, the store itself last: until it has moved, the next start goes on with the move. */
const partsIn = async (folder: string): Promise<readonly string[]> => [
  ...(await mediaFoldersIn(folder)),
  SNAPSHOTS_FOLDER,
  ...DATABASE_FILES,
];

/** In the folder of what is set aside: what is on its way there. */
const MOVING = '.moving';
const COPYING = '.copying';

/** @returns the folder that holds the data now, or undefined where there was nothing to set aside */
export async function setEarlierAside(folder: string): Promise<string | undefined> {
  const file = join(folder, STORE_FILE);
  const moving = join(folder, SET_ASIDE_FOLDER, MOVING);
  // A move that was interrupted after its last part only lacks its name.
  if (!(await isThere(file))) return (await isThere(join(moving, STORE_FILE))) ? nameAside(folder, MOVING) : undefined;
  if (!isEarlier(storedVersion(file))) return undefined;
  await mkdir(moving, { recursive: true, mode: 0o700 });
  for (const part of await partsIn(folder))
    if (await isThere(join(folder, part))) await rename(join(folder, part), join(moving, part));
  await syncFolder(folder);
  return nameAside(folder, MOVING);
}

/** Copies files of a data folder to the side; they stay where they are. @returns the folder that holds the copies */
export async function copyAside(folder: string, names: readonly string[]): Promise<string> {
  const copying = join(folder, SET_ASIDE_FOLDER, COPYING);
  await rm(copying, { recursive: true, force: true });
  await mkdir(copying, { recursive: true, mode: 0o700 });
  for (const name of names) {
    if (!(await isThere(join(folder, name)))) continue;
    await copyFile(join(folder, name), join(copying, name));
    await syncFile(join(copying, name));
  }
  return nameAside(folder, COPYING);
}

/** Gives what is complete the next number. */
async function nameAside(folder: string, from: string): Promise<string> {
  const asides = join(folder, SET_ASIDE_FOLDER);
  const numbers = (await readdir(asides)).map(Number).filter(Number.isInteger);
  const aside = join(asides, String(Math.max(0, ...numbers) + 1));
  await rename(join(asides, from), aside);
  await syncFolder(asides);
  return aside;
}

function storedVersion(file: string): number {
  const connection = openConnection({ file, durable: true });
  try {
    const version = versionOf(connection);
    // The database is whole without its log then, whichever of them has moved when the process dies.
    if (isEarlier(version)) connection.raw('PRAGMA wal_checkpoint(TRUNCATE)');
    return version;
  } finally {
    connection.close();
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
