/** The life of a connection: made, expired, cut. Called by the connect page, the control surface, publishing and the seeds. */
import { traitsOf } from '../../../platforms/platforms.ts';
import type { Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Desk } from '../../desk.ts';
import { commitSteps, type Steps, type View } from '../../change.ts';
import { cancelPostsWithoutAccounts, readdressPosts } from '../posts/offers.ts';
import { defaultProfile, PROFILE_KIND } from '../../records/profile.ts';
import {
  ACCOUNT_KIND,
  accountLock,
  accountRecord,
  type AccountDoc,
  type AccountRecord,
} from '../../records/account.ts';
import { withFields } from '../../store/record.ts';
import { endedConnection } from '../usage/record.ts';
import { importOf } from './ads-import.ts';
import { connectRefusal } from './gates.ts';
import { newAccount, usernameFrom, type Identity } from './identity.ts';

export { connectRefusal, usernameFrom };

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
  commitSteps(desk, [`team/${connection.teamId}`], (view) => connectIn(view, desk, connection));

/**
 * Connects an account. The same identity in the same profile is a reconnection: it replaces the old record under a
 * new id, while the profile keeps its own. Source: ACC-11, ACC-12, ACC-16, ACC-17
 */
export async function* connectIn(view: View, desk: Desk, connection: NewConnection): Steps<Connected> {
  const { teamId, ...asked } = connection;
  const profile =
    asked.profileId === undefined ? await defaultProfile(view, teamId) : await view.get(PROFILE_KIND, asked.profileId);
  if (profile === undefined || profile.teamId !== teamId) return { refusal: refuse('profile_not_found') };
  const doc = newAccount(desk.ids.record(), { ...asked, profileId: profile.id });
  const refusal = await numberProblem(view, teamId, doc);
  if (refusal !== undefined) return { refusal };
  const earlier = asked.username === undefined ? [] : await earlierOf(view, doc);
  const now = desk.clock.now();
  const account = accountRecord(teamId, now, doc);
  yield { removed: earlier, records: [...earlier.map((one) => endedConnection(one, now)), account] };
  for (const from of earlier) yield await readdressPosts(view, desk, { from, to: account.id });
  yield {
    events: [{ ...attribution(account), type: 'account.connected', payload: { account: identityOf(doc) } }],
    due: importOf(account, now),
    domainEvents: [{ name: 'accountConnected', account, earlier: earlier.map(({ id }) => id) }],
  };
  return { account };
}

/** One number a profile, and a number in one profile of any team; no problem for other accounts. */
export async function numberProblem(view: View, teamId: string, doc: AccountDoc): Promise<Reply | undefined> {
  if (!isNumber(doc)) return undefined;
  const numbers = (await view.list(ACCOUNT_KIND)).filter(
    (other) => isNumber(other.doc) && other.doc.isActive && other.id !== doc._id,
  );
  const same = numbers.filter((other) => other.doc.username === doc.username);
  if (same.some((other) => other.profileId !== doc.profileId || other.teamId !== teamId)) {
    return refuse('WHATSAPP_NUMBER_ALREADY_CONNECTED');
  }
  const another = numbers.some((other) => other.profileId === doc.profileId && other.doc.username !== doc.username);
  return another ? refuse('ONE_WHATSAPP_PER_PROFILE') : undefined;
}

const isNumber = ({ platform }: AccountDoc): boolean => traitsOf(platform).connection?.businessNumber === true;

/** Connections of the same identity in the same profile. */
async function earlierOf(view: View, doc: AccountDoc): Promise<AccountRecord[]> {
  const others = await view.list(ACCOUNT_KIND, { profileId: doc.profileId });
  const identity = identityIn(doc);
  return others.filter((other) => identityIn(other.doc) === identity);
}

/** A user of one name may write on several sites. */
const identityIn = ({ platform, username, metadata }: AccountDoc): string =>
  JSON.stringify([platform, username, metadata['siteUrl'] ?? null]);

export interface Disconnection {
  readonly accountId: string;
  readonly reason: string;
  /** `unintentional`: the token expired. `intentional`: a person cut it, and the record goes. Source: ASM-56 */
  readonly type: 'intentional' | 'unintentional';
}

/** Ends a connection in a transaction of its own. False when there is no such account. */
export const disconnectAccount = (desk: Desk, disconnection: Disconnection): Promise<boolean> =>
  commitSteps(desk, [accountLock(disconnection.accountId)], (view) => disconnectIn(view, desk, disconnection));

/**
 * Ends a connection. One event for each connection that ends: none when it had ended before. Scheduled posts that
 * lose their last account are cancelled (ASM-09). False when there is no such account.
 */
export async function* disconnectIn(view: View, desk: Desk, disconnection: Disconnection): Steps<boolean> {
  const { accountId, reason, type } = disconnection;
  const account = await view.get(ACCOUNT_KIND, accountId);
  if (account === undefined) return false;
  const broken = withFields(account, { isActive: false, needsReconnection: true, brokenBy: reason });
  const payload = { account: { ...identityOf(account.doc), disconnectionType: type, reason } };
  yield {
    ...(type === 'intentional'
      ? { removed: [account], records: [endedConnection(account, desk.clock.now())] }
      : { records: [broken] }),
    events: account.doc.isActive ? [{ ...attribution(account), type: 'account.disconnected', payload }] : [],
  };
  yield await cancelPostsWithoutAccounts(view, desk, account);
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
});
