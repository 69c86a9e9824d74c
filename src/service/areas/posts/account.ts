/** An account as posts see it, read from its record. Next stop: targets.ts for requests, publish.ts for the networks. */
import type { Reader } from '../../store/store.ts';
import { ACCOUNT_KIND, networkAccount, type AccountRecord, type NetworkAccount } from '../../records/account.ts';

export interface PostAccount extends NetworkAccount {
  readonly teamId: string;
  readonly profileId: string;
  readonly displayName?: string;
  /** False once the connection has expired or was cut. */
  readonly active: boolean;
  /** False when posting is switched off for it. */
  readonly enabled: boolean;
}

/** The account, or undefined when it does not exist. */
export async function readAccount(reader: Pick<Reader, 'get'>, id: string): Promise<PostAccount | undefined> {
  const record = await reader.get(ACCOUNT_KIND, id);
  return record && accountFrom(record);
}

/** Several accounts by id; those that do not exist are left out. */
export async function readAccounts(
  reader: Pick<Reader, 'get'>,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, PostAccount>> {
  const found = new Map<string, PostAccount>();
  for (const id of new Set(ids)) {
    const account = await readAccount(reader, id);
    if (account !== undefined) found.set(id, account);
  }
  return found;
}

export const accountFrom = (record: AccountRecord): PostAccount => ({
  ...networkAccount(record),
  teamId: record.teamId,
  profileId: record.doc.profileId,
  displayName: record.doc.displayName,
  active: record.doc.isActive,
  enabled: record.doc.enabled,
});
