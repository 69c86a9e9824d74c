/** What lies in the data folder of a local service: the one table of its names. The service writes them, `svc purge` removes them. */
import { SET_ASIDE_FOLDER, STORE_FILE } from './steering.ts';

/** URL, keys and process id, while the service runs. */
export const STATE_FILE = 'service.json';
/** The service's own two keys. */
export const KEYS_FILE = 'keys.json';
/** The flags of the last start. */
export const ASKED_FILE = 'start.json';
/** What a detached service says. */
export const LOG_FILE = 'service.log';
/** Locked for as long as a service holds the folder. It marks a data folder. */
export const LOCK_FILE = 'lock.db';
/** Process id of the service that holds the folder. */
export const OWNER_FILE = 'lock.pid';
export const MEDIA_FOLDER = 'media';
export const EPHEMERAL_FOLDER = 'ephemeral';
export const SNAPSHOTS_FOLDER = 'snapshots';
/** The ready file of a start. */
export const readyFile = (pid: number): string => `ready-${String(pid)}.json`;
/** A database while it is repaired. */
export const REPAIRED_FILE = `${STORE_FILE}.repaired`;

const DATABASES = [STORE_FILE, REPAIRED_FILE, LOCK_FILE];

/** Each with the files that SQLite keeps beside it. */
const isDatabase = (name: string): boolean => DATABASES.includes(name.replace(/-(?:wal|shm|journal)$/, ''));

/** True for a file that a service or a start writes there. */
export const isDataFile = (name: string): boolean =>
  isDatabase(name) ||
  [STATE_FILE, KEYS_FILE, ASKED_FILE, LOG_FILE, OWNER_FILE].includes(name) ||
  /^ready-\d+\.json$/.test(name);

/** What svc writes into the folders within: everything, snapshots alone, or data folders of before. */
export const DATA_FOLDERS: Readonly<Record<string, 'everything' | 'snapshots' | 'data'>> = {
  [MEDIA_FOLDER]: 'everything',
  [EPHEMERAL_FOLDER]: 'everything',
  [SNAPSHOTS_FOLDER]: 'snapshots',
  [SET_ASIDE_FOLDER]: 'data',
};

/** A snapshot, or one that is being written. */
export const isSnapshotFile = (name: string): boolean =>
  /\.db(?:-(?:wal|shm|journal))?$|^\..+\.part(?:-\w+)?$/.test(name);

/** A folder of what was set aside, or is on its way there. */
export const isAside = (name: string): boolean => /^(?:\d+|\.moving|\.copying)$/.test(name);
