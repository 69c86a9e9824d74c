/** The gates before every connection, in whichever way a caller makes it: one table, offered to the areas that connect. */
import { traitsOf } from '../../../platforms/platforms.ts';
import type { Reply } from '../../call.ts';
import type { View } from '../../change.ts';
import { connectGate } from '../../limits/billing-gate.ts';
import type { Plan } from '../../limits/plan.ts';
import { ACCOUNT_KIND } from '../../records/account.ts';
import { overLimit } from '../../records/profile.ts';
import { refuse } from '../../refuse.ts';

interface Connecting {
  readonly view: View;
  readonly plan: Plan;
  readonly teamId: string;
  readonly platform: string;
  readonly profileId: string;
  /** Address under which the caller reached us. */
  readonly origin: string;
}

type Gate = (connecting: Connecting) => Promise<Reply | undefined> | Reply | undefined;

/** In the order in which they refuse. Source: AUTH-19, AUTH-20, ACC-04, ACC-36; control surface, `disabledPlatforms` */
const GATES: readonly Gate[] = [
  async ({ view, plan, teamId, platform, origin }) =>
    connectGate(plan, { accounts: await view.count(ACCOUNT_KIND, { teamId }), platform, origin }),
  async ({ view, plan, teamId, profileId }) =>
    (await overLimit(view, teamId, plan.profileCap)).has(profileId)
      ? refuse('PROFILE_OVER_LIMIT', { param: 'profileId' })
      : undefined,
  ({ plan, platform }) =>
    traitsOf(platform).connection?.beta === true && !plan.snapchatApproved
      ? refuse('PLATFORM_BETA_RESTRICTED')
      : undefined,
  ({ plan, platform }) => (plan.disabledPlatforms.includes(platform) ? refuse('PLATFORM_DISABLED') : undefined),
];

/** The refusal of the first gate that is closed; undefined when all are open. */
export async function connectRefusal(connecting: Connecting): Promise<Reply | undefined> {
  for (const gate of GATES) {
    const refusal = await gate(connecting);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}
