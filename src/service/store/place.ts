/** Where the data of a service lies: store, media, snapshots and keys in a folder, or in a database (postgres/place.ts). Opened by service.ts. */
import { join } from 'node:path';
import { SNAPSHOTS_FOLDER, STATE_FILE, TRANSIT_FOLDER } from '../../kernel/data-folder.ts';
import type { Ids } from '../../kernel/ids.ts';
import { setEarlierAside } from './aside.ts';
import { explainFailedStart, refuseDamaged } from './damage.ts';
import type { DataFolder } from './folder.ts';
import type { OwnKeys } from './own-keys.ts';
import type { ServiceStore, StoreOptions } from './service-store.ts';
import { openShelves, type Shelves } from './shelves.ts';
import { openSnapshots, type Check, type Snapshots } from './snapshots.ts';
import { openSqliteStore } from './sqlite.ts';
import { takeKeys } from './take-keys.ts';

export interface Place {
  /** Folder for what is on its way. */
  readonly transit: string;
  /** True where data outlives the service. */
  readonly isDurable: boolean;
  /** Refuses what cannot be gone on with, and sets aside what is in an earlier form. */
  prepare(): Promise<void>;
  /** The service's own keys, which may still have to be written. @param fresh makes new ones */
  takeKeys(fresh: Ids): Promise<{ readonly keys: OwnKeys; write(): Promise<void> }>;
  openStore(options: StoreOptions): Promise<ServiceStore>;
  /** Asked before a team is founded: nothing is founded over what a store without its team still holds. */
  refuseRemains(): Promise<void>;
  /** @param named name of the folder with the media, by what is committed */
  openShelves(named: () => Promise<string | undefined>): Shelves;
  /** @param check says what is wrong with a copy of the store */
  openSnapshots(check: Check): Snapshots;
  /** What a start that failed says. */
  explain(error: unknown): Promise<unknown>;
}

/** @param data folder of the store, within the service's folder or the same */
export function folderPlace(
  folder: DataFolder,
  { data, isDurable }: { readonly data: string; readonly isDurable: boolean },
): Place {
  const transit = join(data, TRANSIT_FOLDER);
  const refuseRemains = async (): Promise<void> => (isDurable ? refuseDamaged(data) : undefined);
  return {
    transit,
    isDurable,
    async prepare() {
      // A process that was killed when it was ready left a whole store; one that died before may have died of what it read.
      if (folder.endedBadly && (await folder.read(STATE_FILE)) === undefined) await refuseRemains();
      await folder.remove(STATE_FILE);
      if (isDurable) await setEarlierAside(data);
    },
    takeKeys: (fresh) => takeKeys(folder, { fresh, isDurable }),
    openStore: (options) => openSqliteStore({ ...options, folder: data, durable: isDurable }),
    refuseRemains,
    openShelves: (named) => openShelves(data, transit, named),
    openSnapshots: (check) => openSnapshots(join(data, SNAPSHOTS_FOLDER), check),
    explain: (error) => explainFailedStart(error, isDurable ? folder.path : undefined),
  };
}
