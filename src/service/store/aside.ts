/** Sets data aside that an earlier svc wrote in another form, so that it is neither lost nor read wrongly. Called by service.ts before the store opens. */
import { mkdir, readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SET_ASIDE_FOLDER, STORE_FILE } from '../../kernel/steering.ts';
import { openConnection } from './connection.ts';
import { isEarlier, versionOf } from './migrate.ts';

/** What belongs to a store, the store itself last: until it has moved, the next start begins the move again. */
const PARTS = ['media', 'snapshots', `${STORE_FILE}-wal`, `${STORE_FILE}-shm`, STORE_FILE];

/** @returns the folder that holds the data now, or undefined where there was nothing to set aside */
export async function setEarlierAside(folder: string): Promise<string | undefined> {
  const file = join(folder, STORE_FILE);
  if (!(await isThere(file)) || !isEarlier(storedVersion(file))) return undefined;
  const aside = join(folder, SET_ASIDE_FOLDER, await nextName(join(folder, SET_ASIDE_FOLDER)));
  await mkdir(aside, { recursive: true, mode: 0o700 });
  for (const part of PARTS) if (await isThere(join(folder, part))) await rename(join(folder, part), join(aside, part));
  return aside;
}

function storedVersion(file: string): number {
  const connection = openConnection({ file, durable: true });
  try {
    return versionOf(connection);
  } finally {
    connection.close();
  }
}

const nextName = async (folder: string): Promise<string> =>
  String((await readdir(folder).catch((): string[] => [])).length + 1);

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
