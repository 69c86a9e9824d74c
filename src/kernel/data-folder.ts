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
/** Media of a store that was founded here; that of one that came from elsewhere has a further word behind it. */
export const MEDIA_FOLDER = 'media';
/** @param word 12 hex digits */
export const laterMediaFolder = (word: string): string => `${MEDIA_FOLDER}-${word}`;
/** What is on its way into a store or out of it. */
export const TRANSIT_FOLDER = 'transit';
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

/** A folder with the media of a store. */
export const isMediaFolder = (name: string): boolean => name === MEDIA_FOLDER || /^media-[\da-f]{12}$/.test(name);

type Within = 'everything' | 'snapshots' | 'data';

const FOLDERS: Readonly<Record<string, Within>> = {
  [TRANSIT_FOLDER]: 'everything',
  [EPHEMERAL_FOLDER]: 'everything',
  [SNAPSHOTS_FOLDER]: 'snapshots',
  [SET_ASIDE_FOLDER]: 'data',
};

/** What svc writes into a folder within: everything, snapshots alone, or data folders of before; undefined where it writes none. */
export const writtenWithin = (name: string): Within | undefined =>
  isMediaFolder(name) ? 'everything' : Object.hasOwn(FOLDERS, name) ? FOLDERS[name] : undefined;

/** A snapshot, or one that is being written. */
export const isSnapshotFile = (name: string): boolean =>
  /\.db(?:-(?:wal|shm|journal))?$|^\..+\.part(?:-\w+)?$/.test(name);

/** A folder of what was set aside, or is on its way there. */
export const isAside = (name: string): boolean => /^(?:\d+|\.moving|\.copying)$/.test(name);
