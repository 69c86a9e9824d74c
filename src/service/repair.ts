/** Looks at a data folder on which no service runs, says what is wrong, and makes it one that a service can start on. Used by `svc local repair` and `svc local reset`. */
import { copyFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { failure } from '../kernel/failure.ts';
import { idsFrom, type Bytes } from '../kernel/ids.ts';
import { KEYS_FILE, REPAIRED_FILE as REPAIRED, SNAPSHOTS_FOLDER } from '../kernel/data-folder.ts';
import { STORE_FILE } from '../kernel/steering.ts';
import { copyAside, DATABASE_FILES } from './store/aside.ts';
import { faultsOf } from './store/check.ts';
import { damageIn, dataDamaged, sentencesOf } from './store/damage.ts';
import { privateFile, takeFolder, type DataFolder } from './store/folder.ts';
import { refuseNewer } from './store/migrate.ts';
import { newKeys } from './store/own-keys.ts';
import { salvage } from './store/salvage.ts';
import { openSnapshots, type Snapshots } from './store/snapshots.ts';
import { moveIntoPlace, syncFile } from './store/sync.ts';

export interface RepairOptions {
  readonly folder: string;
  readonly pid: number;
  readonly random: Bytes;
  /** Restore this snapshot, whatever else could be saved. */
  readonly snapshot?: string | undefined;
  /** Only look. */
  readonly lookOnly: boolean;
}

export interface Repair {
  readonly dataDir: string;
  /** What was wrong, a sentence each. */
  readonly problems: readonly string[];
  /** What was done about it, a sentence each. */
  readonly actions: readonly string[];
  /** Folder with what was replaced. */
  readonly setAside: string | null;
}

/** @throws Failure `service_running`; `data_damaged` where nothing can be saved and there is no good snapshot; `usage` for a folder or snapshot that does not exist */
export const repairFolder = (options: RepairOptions): Promise<Repair> =>
  withFolder(options, async (folder) => {
    const { path } = folder;
    const damage = await damageIn(path);
    const snapshots = openSnapshots(join(path, SNAPSHOTS_FOLDER));
    const { damaged } = await snapshots.list();
    const problems = [...sentencesOf(damage), ...damaged.map(({ name, problem }) => `Snapshot ${name}: ${problem}`)];
    const report = { dataDir: path, problems, actions: [], setAside: null };
    const isBroken = damage.store.length > 0 || options.snapshot !== undefined;
    if (options.lookOnly || (!isBroken && damage.keys.length === 0)) return report;
    const storeAction = isBroken ? await writeRepaired(path, snapshots, { ...options, problems }) : [];
    const setAside = await copyAside(path, [...DATABASE_FILES, KEYS_FILE]);
    if (isBroken) await replaceStore(path);
    const keyAction = damage.keys.length > 0 ? await replaceKeys(folder, options.random) : [];
    return { ...report, actions: [...storeAction, ...keyAction], setAside };
  });

/** Takes away what is damaged, so that the next start begins anew. @returns what was wrong; the copy is in `setAside` */
export const discardDamaged = (options: Pick<RepairOptions, 'folder' | 'pid'>): Promise<Repair> =>
  withFolder(options, async ({ path }) => {
    const damage = await damageIn(path);
    const problems = sentencesOf(damage);
    if (problems.length === 0) return { dataDir: path, problems, actions: [], setAside: null };
    const setAside = await copyAside(path, [...DATABASE_FILES, KEYS_FILE]);
    // The database before its log: without it the log says nothing.
    if (damage.store.length > 0)
      for (const name of [...DATABASE_FILES].reverse()) await rm(join(path, name), { force: true });
    if (damage.keys.length > 0) await rm(join(path, KEYS_FILE), { force: true });
    return { dataDir: path, problems, actions: [], setAside };
  });

async function withFolder<T>(
  { folder, pid }: Pick<RepairOptions, 'folder' | 'pid'>,
  act: (folder: DataFolder) => Promise<T>,
): Promise<T> {
  if (!(await stat(folder).catch(() => undefined))?.isDirectory())
    throw failure('usage', { message: `The data folder ${folder} does not exist.`, param: '--data-dir' });
  const taken = await takeFolder(folder, pid);
  try {
    return await act(taken);
  } finally {
    await taken.release();
  }
}

/** Writes a store that verifies beside the damaged one: what can be saved, else the newest good snapshot. @returns what it is */
async function writeRepaired(
  path: string,
  snapshots: Snapshots,
  { snapshot, problems }: Pick<RepairOptions, 'snapshot'> & { readonly problems: readonly string[] },
): Promise<readonly string[]> {
  refuseNewer(join(path, STORE_FILE));
  const fresh = join(path, REPAIRED);
  if (snapshot === undefined) {
    await rm(fresh, { force: true });
    await privateFile(fresh);
    const saved = await salvage(join(path, STORE_FILE), fresh);
    if (saved !== undefined && faultsOf(fresh).length === 0) {
      const where = saved.tables.length === 0 ? '' : ` The lost data belonged to ${saved.tables.join(', ')}.`;
      return [`Saved ${String(saved.saved)} rows; ${String(saved.lost)} could not be read.${where}`];
    }
  }
  const { snapshots: good } = await snapshots.list();
  const newest = [...good].sort((one, other) => other.createdAt.localeCompare(one.createdAt))[0]?.name;
  const name = snapshot ?? newest;
  const copy = name === undefined ? undefined : await snapshots.find(name);
  if (name === undefined || copy === undefined || 'problem' in copy) {
    await rm(fresh, { force: true });
    throw nothingToRestore(path, snapshot, problems);
  }
  await rm(fresh, { force: true });
  await privateFile(fresh);
  await copyFile(copy.file, fresh);
  return [`Restored the snapshot ${name}.`];
}

const nothingToRestore = (path: string, snapshot: string | undefined, problems: readonly string[]) =>
  snapshot === undefined
    ? dataDamaged(path, [...problems, 'Nothing in it can be recovered, and there is no snapshot to restore.'])
    : failure('usage', { message: `There is no valid snapshot ${snapshot} in ${path}.`, param: '--snapshot' });

/** The old log goes first: it must never be read into the new database. Until the last step the damaged one is still there. */
async function replaceStore(path: string): Promise<void> {
  await syncFile(join(path, REPAIRED));
  for (const name of DATABASE_FILES) if (name !== STORE_FILE) await rm(join(path, name), { force: true });
  await moveIntoPlace(join(path, REPAIRED), join(path, STORE_FILE));
}

async function replaceKeys(folder: DataFolder, random: Bytes): Promise<readonly string[]> {
  await folder.writeDurably(KEYS_FILE, JSON.stringify(newKeys(idsFrom(random))));
  return ['Created new keys. The next start adds them to the team and to the context `local`.'];
}
