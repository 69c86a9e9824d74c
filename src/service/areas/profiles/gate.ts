/** The billing gate before profiles and connections: 402 with a reason and the way to the dashboard. */
import { refuse, type Reply } from '../../call.ts';
import type { Plan } from '../../limits/plan.ts';

/** Accounts a team may connect without a payment method. */
export const FREE_ACCOUNTS = 2;

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
  if (!closed) return undefined;
  return refuse('PAYMENT_REQUIRED', {
    more: { reason: 'free_tier_exceeded', dashboard_url: `${origin}/#billing` },
    details: {
      free_tier_account_limit: FREE_ACCOUNTS,
      current_account_count: accounts,
      has_payment_method: plan.paymentMethod,
    },
  });
}
