/** The shared cap of direct posting: the maximum number of accounts a day over all customers of one developer app. */
import { DAY_MS } from '../../../kernel/time.ts';
import { laneOf } from '../../../platforms/lanes.ts';
import type { Tx } from '../../store/store.ts';
import type { NetworkAnswer } from '../driver.ts';
import type { NetworkAccount } from '../../records/account.ts';
import { rejection } from './refusals.ts';
import { ownKind } from '../../store/record.ts';

/** Accounts of developer-app connections that may post directly in a rolling 24 hours. */
export const DIRECT_POST_ACCOUNTS = 25;

const KIND = ownKind<Readonly<Record<string, never>>>('$direct_post');

/**
 * Counts the account in, or refuses it when the day's accounts are used up. Business-app connections are free of it.
 * Source: LIM-43
 */
export async function directPostProblem(
  tx: Tx,
  account: NetworkAccount,
  now: number,
): Promise<NetworkAnswer<never> | undefined> {
  if (laneOf(account.platform, account.variant) !== 'developer') return undefined;
  const recent = (await tx.list(KIND)).filter((row) => row.createdAt > now - DAY_MS && row.id !== account.id);
  if (recent.length >= DIRECT_POST_ACCOUNTS) {
    return rejection(account.platform, {
      message: 'The app has reached its daily limit of accounts that can post directly.',
      status: 403,
      category: 'quota_exhausted',
    });
  }
  await tx.put({ kind: KIND, id: account.id, teamId: '', profileId: null, parentId: null, createdAt: now, doc: {} });
  return undefined;
}
