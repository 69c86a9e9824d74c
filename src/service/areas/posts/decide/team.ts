/** Reads what decisions on a post need to know of its team: accounts, plan, excess profiles, publications that count. */
import type { Caller } from '../../../call.ts';
import type { Counted } from '../../../../platforms/caps.ts';
import type { Plan } from '../../../limits/plan.ts';
import type { View } from '../../../change.ts';
import { overLimit } from '../../../records/profile.ts';
import { readAccounts, type PostAccount } from '../account.ts';
import { countedFor } from '../publish/mark.ts';
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
  const counted = new Map<string, readonly Counted[]>();
  for (const account of accounts.values()) counted.set(account.id, await countedFor(view, account, now));
  return { accounts, legacyDailyCap: plan.legacyDailyCap, counted };
}
