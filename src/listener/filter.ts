/** Which events a listener is there for: by name, account, profile, and what jq makes of the body. */
import { accountIdsIn, profileIdsIn } from '../webhooks/catalogue.ts';
import { isWanted } from '../webhooks/patterns.ts';
import type { Envelope } from '../webhooks/receive.ts';

export interface Wanted {
  /** Names and patterns; `!` in front shuts out. Empty lets everything through. */
  readonly patterns: readonly string[];
  /** Ids; empty lets everything through. */
  readonly accountIds: readonly string[];
  readonly profileIds: readonly string[];
  /** Accounts of those profiles: most events name an account and no profile. */
  readonly profileAccountIds: readonly string[];
  /** Judges the body. */
  readonly judge?: (payload: unknown) => Promise<boolean>;
}

/** @param exact the body with its numbers unbent, for the judge */
export async function isFor(wanted: Wanted, { event, payload }: Envelope, exact: unknown): Promise<boolean> {
  if (!isWanted(wanted.patterns, event)) return false;
  const accounts = accountIdsIn(event, payload);
  if (!meets(wanted.accountIds, accounts)) return false;
  const isOfProfile =
    meets(wanted.profileIds, profileIdsIn(event, payload)) ||
    accounts.some((id) => wanted.profileAccountIds.includes(id));
  if (!isOfProfile) return false;
  return wanted.judge === undefined || wanted.judge(exact);
}

const meets = (wanted: readonly string[], found: readonly string[]): boolean =>
  wanted.length === 0 || found.some((id) => wanted.includes(id));
