/** The data of a service in a database: what another process, on another machine, goes on with. Only what is on its way lies in a folder. */
import { join } from 'node:path';
import { KEYS_FILE, STATE_FILE, TRANSIT_FOLDER } from '../../../kernel/data-folder.ts';
import { Failure, failure } from '../../../kernel/failure.ts';
import { reasonOf } from '../check.ts';
import { StoreUnavailable } from '../connection.ts';
import type { DataFolder } from '../folder.ts';
import type { Place } from '../place.ts';
import { keysFrom } from '../own-keys.ts';
import { takeKeys } from '../take-keys.ts';
import { openPool } from './client.ts';
import { takeFact } from './facts.ts';
import { openFiles } from './files.ts';
import type { Term } from './fence.ts';
import { openSession, type Session } from './session.ts';
import { openServerShelves, tidyShelves } from './shelves.ts';
import { openServerSnapshots } from './snapshots.ts';
import { openPostgresStore } from './store.ts';

export interface DatabasePlace {
  /** `postgres://…` */
  readonly url: string;
  /** What the server's list of sessions shows of this process. */
  readonly name: string;
  /** In which this process may write; without one it always may. */
  readonly term?: Term;
}

/** Sessions for media and snapshots at one time. */
const FILE_SESSIONS = 3;

/** @param folder of this process alone */
export function databasePlace(folder: DataFolder, { url, name, term }: DatabasePlace): Place {
  const data = folder.path;
  const transit = join(data, TRANSIT_FOLDER);
  const pool = openPool(() => openSession({ url, name: `${name} files` }), FILE_SESSIONS);
  const files = openFiles(pool, term);
  return {
    transit,
    isDurable: true,
    // A process outlives its terms, and says itself where it answers.
    prepare: async () => (term === undefined ? folder.remove(STATE_FILE) : undefined),
    async takeKeys(fresh) {
      const own = await takeKeys(folder, { fresh, isDurable: false });
      const text = await aside(url, (session) => takeFact(session, 'keys', JSON.stringify(own.keys)));
      const keys = keysFrom(text) ?? own.keys;
      return { keys, write: () => folder.writeDurably(KEYS_FILE, JSON.stringify(keys)) };
    },
    async openStore(options) {
      const store = await openPostgresStore({ ...options, url, name, folder: data, ...(term && { term }) });
      const close = (): Promise<void> => store.close().finally(() => pool.close());
      await tidyShelves(files).catch((error: unknown) => close().then(() => Promise.reject(error as Error)));
      return { ...store, close };
    },
    refuseRemains: async () => undefined,
    openShelves: (named) => openServerShelves(files, named),
    openSnapshots: (check) => openServerSnapshots(files, transit, check),
    async explain(error) {
      if (error instanceof Failure || !(error instanceof StoreUnavailable)) return error;
      return failure('local_io', { message: `The database cannot be used: ${reasonOf(error)}.` }, error);
    },
  };
}

/** Asks something on a session of its own. */
export async function aside<T>(url: string, act: (session: Session) => Promise<T>): Promise<T> {
  const session = await openSession({ url, name: 'svc starts' });
  return act(session).finally(() => session.close());
}
