/** Reads what decisions on a post need to know of its team: accounts, plan, excess profiles, publications that count. */
import type { Caller } from '../../../call.ts';
import type { Plan } from '../../../limits/plan.ts';
import type { View } from '../../../change.ts';
import { overLimit } from '../../../records/profile.ts';
import type { AccountLists } from '../../../../platforms/account-lists.ts';
import type { Fixtures } from '../../../../kernel/effect.ts';
import { readAccountLists } from '../../../networks/account-lists.ts';
import { readAccounts, type PostAccount } from '../account.ts';
import { takenFor, type Taken } from '../publish/room.ts';
import type { Room } from './start.ts';
import type { Reach } from './targets.ts';

/** @param accountIds accounts that the request or the post names */
export async function reachOf(
  view: View,
  { caller, plan }: { readonly caller: Caller; readonly plan: Plan },
  accountIds: readonly string[],
): Promise<Reach> {
  return {
    caller,
    plan,
    accounts: await readAccounts(view, accountIds),
    excess: await overLimit(view, caller.teamId, plan.profileCap),
  };
}

export async function roomOf(
  view: View,
  accounts: ReadonlyMap<string, PostAccount>,
  { plan, now }: { readonly plan: Plan; readonly now: number },
): Promise<Room> {
  const { legacyDailyCap } = plan;
  const taken = new Map<string, Taken>();
  for (const account of accounts.values())
    taken.set(account.id, await takenFor(view, account, { legacyDailyCap, now }));
  return { accounts, legacyDailyCap, taken };
}

/** What the accounts' own lists show, by the id of the account. */
export async function listsOf(
  view: View,
  accounts: ReadonlyMap<string, PostAccount>,
  fixtures: Fixtures,
): Promise<ReadonlyMap<string, AccountLists>> {
  const lists = new Map<string, AccountLists>();
  for (const account of accounts.values()) lists.set(account.id, await readAccountLists(view, { fixtures, account }));
  return lists;
}
