/** Accounts as records: what is kept of a connection and how the API shows it. Made by areas/accounts/offers.ts. */
import type { Caller } from '../call.ts';
import type { DocOf, Lock, Reader, RecordOf } from '../store/store.ts';
import { reaches } from './profile.ts';

export const ACCOUNT_KIND = 'account';

/** What a decision about one account rests on. */
export const accountLock = (id = ''): Lock => `${ACCOUNT_KIND}/${id}`;

export type AccountDoc = DocOf<typeof ACCOUNT_KIND>;

export type AccountRecord = RecordOf<typeof ACCOUNT_KIND>;

export const accountRecord = (teamId: string, createdAt: number, doc: AccountDoc): AccountRecord => ({
  kind: ACCOUNT_KIND,
  id: doc._id,
  teamId,
  profileId: doc.profileId,
  parentId: null,
  createdAt,
  doc,
});

/** The variant of a number or a sender ID that is listed as an account: it is charged as what it is. */
export const LINE_VARIANT = 'line';

/** The account as the API shows it. */
export function accountView({ variant: _variant, brokenBy: _brokenBy, ...shown }: AccountDoc): Record<string, unknown> {
  return shown;
}

/** Accounts the caller reaches, oldest first, of one profile or of all. */
export async function accountsFor(reader: Reader, caller: Caller, profileId?: string): Promise<AccountRecord[]> {
  const filter = { teamId: caller.teamId, ...(profileId === undefined ? {} : { profileId }) };
  return (await reader.list(ACCOUNT_KIND, filter)).filter((account) => reaches(caller, account));
}

/** The account, or undefined when it is unknown or out of the caller's reach. Source: ERR-20, ERR-30 */
export async function accountFor(reader: Reader, caller: Caller, id: string): Promise<AccountRecord | undefined> {
  const record = await reader.get(ACCOUNT_KIND, id);
  return record !== undefined && reaches(caller, record) ? record : undefined;
}

/** What the service knows of an account when it talks to its platform. */
export interface NetworkAccount {
  readonly id: string;
  readonly platform: string;
  readonly username: string;
  /** Variant of the connection: `developer_app`, `personal`, `organization`, `coexistence`, `shop`, `blog`. */
  readonly variant?: string;
}

export const networkAccount = ({ id, doc }: AccountRecord): NetworkAccount => ({
  id,
  platform: doc.platform,
  username: doc.username,
  ...(doc.variant === undefined ? {} : { variant: doc.variant }),
});
