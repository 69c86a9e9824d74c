/** Accounts as choices: under their profile, by platform, those that cannot be posted to with the reason. Pure. */
import type { Account } from '../../client/accounts.ts';
import { neutralLine } from '../../output/neutral.ts';
import type { CheckChoice } from '../../world/prompt-door.ts';
import { nameOf, profileIdOf } from './draft.ts';
import type { ComposerLimits } from './limits.ts';

/** @param profiles names by id */
export function accountChoices(
  accounts: readonly Account[],
  chosen: readonly string[],
  {
    profiles,
    limits,
  }: { readonly profiles: ReadonlyMap<string, string>; readonly limits: Pick<ComposerLimits, 'takesPosts'> },
): readonly CheckChoice[] {
  const ids = [...new Set(accounts.map(profileIdOf))];
  return ids.flatMap((id) => [
    { heading: `── ${neutralLine(profiles.get(id) ?? id)}` },
    ...accounts
      .filter((account) => profileIdOf(account) === id)
      .sort((a, b) => (a.platform < b.platform ? -1 : a.platform > b.platform ? 1 : 0))
      .map((account) => choiceOf(account, chosen, limits)),
  ]);
}

function choiceOf(
  account: Account,
  chosen: readonly string[],
  limits: Pick<ComposerLimits, 'takesPosts'>,
): CheckChoice {
  const { _id, platform } = account;
  const disabled = whyNot(account, limits);
  return {
    value: _id,
    name: neutralLine(`${platform}  ${nameOf(account)}`),
    checked: chosen.includes(_id),
    ...(disabled !== undefined && { disabled }),
  };
}

/** Source: POST-71, POST-72, PLT-15 */
function whyNot(account: Account, { takesPosts }: Pick<ComposerLimits, 'takesPosts'>): string | undefined {
  if (account.isActive === false) return '(disconnected: reconnect it first)';
  if ((account as { enabled?: unknown }).enabled === false) return '(not enabled for posting)';
  return takesPosts(account.platform) ? undefined : '(does not accept posts)';
}
