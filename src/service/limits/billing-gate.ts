/** The billing gate before profiles and connections: 402 with a reason and the way to the dashboard. */
import { traitsOf } from '../../platforms/platforms.ts';
import type { Reply } from '../call.ts';
import { refuse } from '../refuse.ts';
import { FREE_ACCOUNTS, type Plan } from './plan.ts';

/**
 * The refusal of the billing gate, or undefined when it is open. A paid plan needs its card and its last payment; the
 * free plan is closed once its accounts are used up.
 * @param accounts connected accounts of the team
 * @param origin address of the service, for the dashboard link
 * Source: specification, "402 billing gate" (ACC-07, ERR-42)
 */
export function billingGate(plan: Plan, accounts: number, origin: string): Reply | undefined {
  const free = plan.preset === 'free' && !plan.paymentMethod && !plan.paymentFailed;
  const closed = free ? accounts >= FREE_ACCOUNTS : plan.paymentFailed || !plan.paymentMethod;
  return closed ? paymentRequired('free_tier_exceeded', plan, { accounts, origin }) : undefined;
}

interface Connecting {
  readonly accounts: number;
  /** Undefined where the address names none. */
  readonly platform: string | undefined;
  readonly origin: string;
}

/**
 * The gate before a connection: that of profiles, then a card for the platform whose cost is passed on, then the plan
 * for enterprises, which a team lacks when its feature `enterprise` is off.
 * Source: AUTH-19, AUTH-20
 */
export function connectGate(plan: Plan, { accounts, platform, origin }: Connecting): Reply | undefined {
  const gate = billingGate(plan, accounts, origin);
  if (gate !== undefined) return gate;
  const chargedAs = platform === undefined ? undefined : traitsOf(platform).connection?.chargedAs;
  if (chargedAs !== undefined && !plan.paymentMethod) return paymentRequired(chargedAs, plan, { accounts, origin });
  return plan.features['enterprise'] === false
    ? paymentRequired('enterprise_required', plan, { accounts, origin })
    : undefined;
}

/** The gate before a number is bought: a card that works. Source: ERR-42 */
export const purchaseGate = (plan: Plan, around: Omit<Connecting, 'platform'>): Reply | undefined =>
  plan.paymentFailed || !plan.paymentMethod ? paymentRequired('free_tier_exceeded', plan, around) : undefined;

const paymentRequired = (reason: string, plan: Plan, { accounts, origin }: Omit<Connecting, 'platform'>): Reply =>
  refuse('PAYMENT_REQUIRED', {
    more: { reason, dashboard_url: `${origin}/#/plan` },
    details: {
      free_tier_account_limit: FREE_ACCOUNTS,
      current_account_count: accounts,
      has_payment_method: plan.paymentMethod,
    },
  });
