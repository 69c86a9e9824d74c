/** The life of a connection: made, expired, cut. Called by the connect page, the control surface, publishing and the seeds. */
import { refuse, type Desk, type Reply } from '../../call.ts';
import type { Tx } from '../../store/store.ts';
import { cancelPostsWithoutAccounts } from '../posts/cancel.ts';
import { readdressPosts } from '../posts/readdress.ts';
import { defaultProfile, PROFILE_KIND } from '../profiles/profile.ts';
import { ACCOUNT_KIND, accountRecord, type AccountDoc, type AccountRecord } from './account.ts';
import { importAds } from './ads-import.ts';
import { newAccount, type Identity } from './identity.ts';

export interface NewConnection extends Omit<Identity, 'profileId'> {
  readonly teamId: string;
  /** The default profile when absent. */
  readonly profileId?: string;
}

export type Connected = { readonly account: AccountRecord } | { readonly refusal: Reply };

/**
 * Connects an account in a transaction of its own.
 * @returns the account, or the refusal: unknown profile, or a whatsapp number that may not be connected there
 */
export const connectAccount = (desk: Desk, connection: NewConnection): Promise<Connected> =>
  desk.store.transact((tx) => connectIn(tx, desk, connection));

/**
 * Connects an account. The same identity in the same profile is a reconnection: it replaces the old record under a
 * new id, while the profile keeps its own. Source: ACC-11, ACC-12, ACC-16, ACC-17
 */
export async function connectIn(tx: Tx, desk: Desk, connection: NewConnection): Promise<Connected> {
  const { teamId, ...asked } = connection;
  const profile =
    asked.profileId === undefined ? await defaultProfile(tx, teamId) : await tx.get(PROFILE_KIND, asked.profileId);
  if (profile === undefined || profile.teamId !== teamId) return { refusal: refuse('profile_not_found') };
  const doc = newAccount(desk.ids.record(), { ...asked, profileId: profile.id });
  const refusal = doc.platform === 'whatsapp' ? await numberProblem(tx, teamId, doc) : undefined;
  if (refusal !== undefined) return { refusal };
  const earlier = asked.username === undefined ? [] : await removeEarlier(tx, doc);
  const account = accountRecord(teamId, desk.clock.now(), doc);
  await tx.put(account);
  for (const from of earlier) await readdressPosts(tx, desk, { from, to: account.id });
  await tx.emit({ ...attribution(account), type: 'account.connected', payload: { account: identityOf(doc) } });
  await importAds(tx, desk, account);
  return { account };
}

/** One number a profile, and a number in one profile of any team. */
export async function numberProblem(tx: Tx, teamId: string, doc: AccountDoc): Promise<Reply | undefined> {
  const numbers = (await tx.list<AccountDoc>(ACCOUNT_KIND)).filter(
    (other) => other.doc.platform === 'whatsapp' && other.doc.isActive && other.id !== doc._id,
  );
  const same = numbers.filter((other) => other.doc.username === doc.username);
  if (same.some((other) => other.profileId !== doc.profileId || other.teamId !== teamId)) {
    return refuse('WHATSAPP_NUMBER_ALREADY_CONNECTED');
  }
  const another = numbers.some((other) => other.profileId === doc.profileId && other.doc.username !== doc.username);
  return another ? refuse('ONE_WHATSAPP_PER_PROFILE') : undefined;
}

async function removeEarlier(tx: Tx, doc: AccountDoc): Promise<AccountRecord[]> {
  const others = await tx.list<AccountDoc>(ACCOUNT_KIND, { profileId: doc.profileId });
  const same = others.filter((other) => other.doc.platform === doc.platform && other.doc.username === doc.username);
  for (const { id } of same) await tx.remove(ACCOUNT_KIND, id);
  return same;
}

export interface Disconnection {
  readonly accountId: string;
  readonly reason: string;
  /** `unintentional`: the token expired. `intentional`: a person cut it, and the record goes. Source: ASM-56 */
  readonly type: 'intentional' | 'unintentional';
}

/** Ends a connection in a transaction of its own. False when there is no such account. */
export const disconnectAccount = (desk: Desk, disconnection: Disconnection): Promise<boolean> =>
  desk.store.transact((tx) => disconnectIn(tx, desk, disconnection));

/**
 * Ends a connection. One event for each connection that ends: none when it had ended before. Scheduled posts that
 * lose their last account are cancelled (ASM-09). False when there is no such account.
 */
export async function disconnectIn(tx: Tx, desk: Desk, disconnection: Disconnection): Promise<boolean> {
  const { accountId, reason, type } = disconnection;
  const account = await tx.get<AccountDoc>(ACCOUNT_KIND, accountId);
  if (account === undefined) return false;
  if (type === 'intentional') await tx.remove(ACCOUNT_KIND, accountId);
  else await tx.put({ ...account, doc: { ...account.doc, isActive: false, needsReconnection: true, $reason: reason } });
  if (account.doc.isActive) {
    await tx.emit({
      ...attribution(account),
      type: 'account.disconnected',
      payload: { account: { ...identityOf(account.doc), disconnectionType: type, reason } },
    });
  }
  await cancelPostsWithoutAccounts(tx, desk, account);
  return true;
}

/** The keys of the account block of account events. */
const identityOf = ({ _id, profileId, platform, username, displayName }: AccountDoc) => ({
  accountId: _id,
  profileId,
  platform,
  username,
  displayName,
});

const attribution = (account: AccountRecord) => ({
  teamId: account.teamId,
  accountIds: [account.id],
  profileIds: account.profileId === null ? [] : [account.profileId],
  group: 'accounts',
});
