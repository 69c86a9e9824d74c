/** Accounts and profiles as they are typed, as the ids that events carry. Asks the API only for what is no id. */
import type { Account } from '../../client/accounts.ts';
import { API_ERRORS } from '../../kernel/errors.ts';
import { failure } from '../../kernel/failure.ts';
import { isRecordId } from '../../kernel/ids.ts';
import type { Context } from '../command.ts';

export interface Scope {
  readonly accountIds: readonly string[];
  readonly profileIds: readonly string[];
  /** Accounts of those profiles. */
  readonly profileAccountIds: readonly string[];
}

/**
 * @param accounts ids, usernames, `platform:username`
 * @param profiles ids or names
 * @throws Failure `usage` or `ambiguous` for a name that fits none or several
 */
export async function scopeOf(
  context: Context,
  { accounts, profiles }: { readonly accounts: readonly string[]; readonly profiles: readonly string[] },
): Promise<Scope> {
  const named = accounts.filter((word) => !isRecordId(word));
  const accountIds = accounts.filter(isRecordId);
  if (named.length === 0 && profiles.length === 0) return { accountIds, profileIds: [], profileAccountIds: [] };
  const { connectedAccounts, platformsIn } = await import('../../client/compose.ts');
  const { targetsFor } = await import('../../client/accounts.ts');
  const all = await connectedAccounts(context);
  const found = targetsFor(named, { accounts: all, platforms: platformsIn(context), flag: '--account' });
  const profileIds = await profileIdsOf(context, profiles);
  return {
    accountIds: [...accountIds, ...found.map(({ accountId }) => accountId)],
    profileIds,
    profileAccountIds: all.filter((one) => profileIds.includes(profileIdOf(one))).map(({ _id }) => _id),
  };
}

async function profileIdsOf({ catalog, call }: Context, words: readonly string[]): Promise<readonly string[]> {
  if (words.every(isRecordId)) return words;
  const { body } = await call(catalog.card('listProfiles'), { path: {}, query: {}, headers: {} });
  const { profiles } = body as { readonly profiles: readonly { readonly _id: string; readonly name: string }[] };
  return words.map((word) => {
    const found = isRecordId(word) ? word : profiles.find(({ name }) => name.toLowerCase() === word.toLowerCase())?._id;
    if (found !== undefined) return found;
    throw failure('usage', {
      message: `There is no profile ${JSON.stringify(word)}.`,
      param: '--profile',
      hint: API_ERRORS.profile_not_found.hint,
    });
  });
}

const profileIdOf = ({ profileId }: Account): string =>
  typeof profileId === 'object' && profileId !== null
    ? String((profileId as { readonly _id?: unknown })._id)
    : String(profileId);
