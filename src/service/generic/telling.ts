/** What those who tell of changes are given, and the account that a record belongs to. Used by events.ts and its tellers. */
import { ACCOUNT_KIND, type AccountRecord } from '../records/account.ts';
import type { NewEvent, StoredRecord, Tx } from '../store/store.ts';
import type { Staged } from './scene.ts';

/** A record before and after; one of them is missing when it was made or removed. */
export interface Change {
  readonly before?: StoredRecord | undefined;
  readonly after?: StoredRecord | undefined;
}

export interface Telling extends Change {
  readonly tx: Tx;
  readonly staged: Staged;
  /** Whichever of the two there is, the later one first. */
  readonly record: StoredRecord;
}

export type Teller = (telling: Telling) => Promise<readonly NewEvent[]>;

export const accountOf = async ({ tx, staged, record }: Telling): Promise<AccountRecord | undefined> =>
  (staged.around.account ?? (await tx.get(ACCOUNT_KIND, String(record.doc['accountId'] ?? '')))) as
    AccountRecord | undefined;
