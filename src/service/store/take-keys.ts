/** The keys of a data folder: those it has, or new ones that are still to be written. Used by service.ts. */
import { KEYS_FILE } from '../../kernel/data-folder.ts';
import type { Ids } from '../../kernel/ids.ts';
import { refuseDamaged } from './damage.ts';
import type { DataFolder } from './folder.ts';
import { keysFrom, newKeys, type OwnKeys } from './own-keys.ts';

interface TakenKeys {
  readonly keys: OwnKeys;
  /** Writes them where they are new; on the disk when the promise resolves. */
  write(): Promise<void>;
}

interface Taking {
  /** Makes new keys. */
  readonly fresh: Ids;
  /** False for a service that discards its data. */
  readonly isDurable: boolean;
}

/** @throws Failure `data_damaged` where the file is broken, or missing beside data */
export async function takeKeys(folder: DataFolder, { fresh, isDurable }: Taking): Promise<TakenKeys> {
  const text = await folder.read(KEYS_FILE);
  const known = text === undefined ? undefined : keysFrom(text);
  if (known !== undefined) return { keys: known, write: async () => undefined };
  if (text !== undefined || isDurable) await refuseDamaged(folder.path);
  const keys = newKeys(fresh);
  return { keys, write: () => folder.writeDurably(KEYS_FILE, JSON.stringify(keys)) };
}
