/** Snapshots: copies of the whole store under names, in a folder. Written aside, verified, synced, renamed. Used by lifecycle.ts. */
import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MEDIA_FOLDER } from '../../kernel/data-folder.ts';
import { faultsOf } from './check.ts';
import { openConnection } from './connection.ts';
import { privateFile } from './folder.ts';
import { MEDIA_FACT } from './shelves.ts';
import { moveIntoPlace, syncFile } from './sync.ts';

export interface Snapshot {
  readonly name: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

export interface DamagedSnapshot {
  readonly name: string;
  /** A sentence. */
  readonly problem: string;
}

export interface Snapshots {
  /** Writes one, in place of one of that name only when it is complete and verifies. */
  take(name: string, copyTo: (file: string) => Promise<void>): Promise<void>;
  /** The file of a snapshot that verifies, what is wrong with one that does not, or undefined for a name that no snapshot has. */
  find(name: string): Promise<{ readonly file: string } | DamagedSnapshot | undefined>;
  list(): Promise<{ readonly snapshots: readonly Snapshot[]; readonly damaged: readonly DamagedSnapshot[] }>;
  /** Folders with media that snapshots name; undefined where that cannot be known, because one is damaged. */
  mediaFolders(): Promise<readonly string[] | undefined>;
  /** Removes what a killed process left half written, and makes each file private. */
  tidy(): Promise<void>;
}

const ENDING = '.db';
/** No snapshot has a name that begins with a dot. */
const PART = '.part';

/** What is wrong with a database file, a sentence each. */
export type Check = (file: string) => Promise<readonly string[]>;

/**
 * @param folder made when needed
 * @param check reads a file whole; a service that answers others meanwhile brings one that gives way
 */
export function openSnapshots(folder: string, check: Check = async (file) => faultsOf(file)): Snapshots {
  const fileOf = (name: string): string => join(folder, `${name}${ENDING}`);
  const faults = rememberedFaults(check);
  const faultOf = faults.of;
  const names = async (): Promise<readonly string[]> =>
    (await filesIn(folder)).filter((file) => file.endsWith(ENDING)).map((file) => file.slice(0, -ENDING.length));
  return {
    async take(name, copyTo) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const part = join(folder, `.${name}${PART}`);
      try {
        await rm(part, { force: true });
        // The database is written into an empty file that is private already.
        await privateFile(part);
        await copyTo(part);
        const [fault] = await check(part);
        if (fault !== undefined) throw new Error(`The copy of the store does not verify. ${fault}`);
        await syncFile(part);
        await moveIntoPlace(part, fileOf(name));
        await faults.learn(fileOf(name), fault);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    async find(name) {
      if (!(await names()).includes(name)) return undefined;
      const problem = await faultOf(fileOf(name));
      return problem === undefined ? { file: fileOf(name) } : { name, problem };
    },
    async list() {
      const all = await Promise.all(
        (await names()).map(async (name) => ({
          name,
          createdAt: (await stat(fileOf(name))).mtime.toISOString(),
          problem: await faultOf(fileOf(name)),
        })),
      );
      return {
        snapshots: all.flatMap(({ problem, ...one }) => (problem === undefined ? [one] : [])),
        damaged: all.flatMap(({ name, problem }) => (problem === undefined ? [] : [{ name, problem }])),
      };
    },
    async mediaFolders() {
      const all = await names();
      for (const name of all) if ((await faultOf(fileOf(name))) !== undefined) return undefined;
      return all.map((name) => mediaFolderIn(fileOf(name)));
    },
    async tidy() {
      for (const file of await filesIn(folder)) {
        if (file.endsWith(PART) || file.includes(`${PART}-`)) await rm(join(folder, file), { force: true });
        else await chmod(join(folder, file), 0o600);
      }
    },
  };
}

/** Name of the folder with the media of a store's file. */
export function mediaFolderIn(file: string): string {
  const connection = openConnection({ file, durable: true, look: true });
  try {
    const [row] = connection.raw(`SELECT value FROM meta WHERE key = '${MEDIA_FACT}'`) as { value: string }[];
    return row?.value ?? MEDIA_FOLDER;
  } finally {
    connection.close();
  }
}

const filesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder).catch((): string[] => [])).sort();

interface RememberedFaults {
  /** The first fault of a file; read again only when the file is another one. */
  of(file: string): Promise<string | undefined>;
  /** What was found when the file was made, under another name. */
  learn(file: string, fault: string | undefined): Promise<void>;
}

/** Reading a whole file takes long. */
function rememberedFaults(check: Check): RememberedFaults {
  const known = new Map<string, { readonly of: string; readonly fault: string | undefined }>();
  const markOf = async (file: string): Promise<string> => {
    const { size, mtimeMs, ino } = await stat(file);
    return `${String(size)} ${String(mtimeMs)} ${String(ino)}`;
  };
  return {
    async of(file) {
      const of = await markOf(file);
      const before = known.get(file);
      if (before?.of === of) return before.fault;
      const [fault] = await check(file);
      known.set(file, { of, fault });
      return fault;
    },
    async learn(file, fault) {
      known.set(file, { of: await markOf(file), fault });
    },
  };
}
