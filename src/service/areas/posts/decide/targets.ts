/** Resolves the targets of a request against the team's accounts, or refuses the first that cannot be posted to. Pure. */
import { platformLabel } from '../../../../platforms/labels.ts';
import type { Caller, Reply } from '../../../call.ts';
import { refuse } from '../../../refuse.ts';
import { traitsOf } from '../../../../platforms/platforms.ts';
import type { Plan } from '../../../limits/plan.ts';
import type { PostAccount } from '../account.ts';
import type { Refused } from '../changes.ts';
import type { Target } from '../../../store/post.ts';
import { mediaFrom, type TargetBody } from './request.ts';

/** What of the team decides whether an account may be posted to. */
export interface Reach {
  readonly caller: Caller;
  readonly plan: Plan;
  readonly accounts: ReadonlyMap<string, PostAccount>;
  /** Profiles beyond the plan's cap. */
  readonly excess: ReadonlySet<string>;
}

/** Kinds of connection that are shops or blog sites. Source: PLT-15, ASM-28 */
const COMMERCE_VARIANTS: readonly string[] = ['shop', 'blog'];

/** Targets in their first run, pending. Source: POST-71 to POST-73, ASM-24, ASM-28, ERR-30 */
export function targetsFrom(
  wanted: readonly TargetBody[],
  reach: Reach,
  own: ReadonlyMap<string, number>,
): readonly Target[] | Refused {
  const targets: Target[] = [];
  for (const [index, one] of wanted.entries()) {
    const param = `platforms.${String(index)}`;
    const account = reach.accounts.get(one.accountId);
    const problem = targetProblem(one, account, reach, param);
    if (problem !== undefined) return { refused: problem };
    if (targets.some(({ accountId }) => accountId === one.accountId)) return { refused: twice(param) };
    if (account !== undefined) targets.push(newTarget(one, account, own.get(one.accountId)));
  }
  return targets;
}

function targetProblem(
  { platform, accountId }: TargetBody,
  account: PostAccount | undefined,
  { caller, plan, excess }: Reach,
  param: string,
): Reply | undefined {
  const details = { accountId, platform };
  if (account === undefined || !isReached(caller, account))
    return refuse('account_not_found', { param: `${param}.accountId`, details });
  if (
    traitsOf(account.platform).site !== undefined ||
    COMMERCE_VARIANTS.includes(account.variant ?? '') ||
    !account.enabled
  )
    return refuse('ACCOUNT_NOT_ENABLED_FOR_POSTING', { param: `${param}.accountId`, details });
  if (account.platform !== platform)
    return refuse('invalid_field_value', {
      param: `${param}.platform`,
      message: `The account is connected to ${platformLabel(account.platform)}, not to ${platformLabel(platform)}.`,
      details,
    });
  if (plan.disabledPlatforms.includes(platform))
    return refuse('PLATFORM_DISABLED', { param: `${param}.platform`, details });
  if (excess.has(account.profileId))
    return refuse('PROFILE_OVER_LIMIT', {
      param: `${param}.accountId`,
      details: { ...details, profileId: account.profileId },
    });
  if (!account.active) return refuse('ACCOUNT_DISCONNECTED', { param: `${param}.accountId`, details });
  return undefined;
}

const isReached = (caller: Caller, account: PostAccount): boolean =>
  account.teamId === caller.teamId && (caller.profileIds === null || caller.profileIds.includes(account.profileId));

const twice = (param: string): Reply =>
  refuse('invalid_field_value', { param: `${param}.accountId`, message: 'The account is listed twice.' });

const newTarget = (
  { platform, accountId, customContent, customMedia, platformSpecificData }: TargetBody,
  { profileId }: PostAccount,
  scheduledFor: number | undefined,
): Target => ({
  platform,
  accountId,
  profileId,
  ...(customContent === undefined ? {} : { customContent }),
  ...(customMedia === undefined ? {} : { customMedia: mediaFrom(customMedia) }),
  ...(platformSpecificData === undefined
    ? {}
    : { platformSpecificData: platformSpecificData as Readonly<Record<string, unknown>> }),
  ...(scheduledFor === undefined ? {} : { scheduledFor }),
  status: 'pending',
  run: 1,
});
