/** Whether the team's plan covers the operation: add-ons, features, and the card that connecting asks for. Next stop: the body, and fault.ts. */
import type { Card } from '../../kernel/card.ts';
import type { Gate } from '../../kernel/guard.ts';
import { ACCOUNT_KIND } from '../records/account.ts';
import { connectGate, purchaseGate } from '../limits/billing-gate.ts';
import type { Caller, Reply } from '../call.ts';
import { refuse } from '../refuse.ts';
import type { Desk } from '../desk.ts';
import type { Incoming } from '../exchange/passage.ts';
import type { Plan } from '../limits/plan.ts';
import { originOf } from '../exchange/origin.ts';
import { callerOf, type Landing } from './landing.ts';

export const gate: Landing = {
  name: 'gate',
  needs: 'operation',
  open:
    ({ parts: { desk } }, { card }) =>
    async ({ request }, next) =>
      (await gateRefusal(card, callerOf(request.passage), { desk, request })) ?? next(),
};

/** The refusal, or undefined when the plan has nothing against it. The card's guard says what is asked of the plan. */
export async function gateRefusal(
  { guard: { gate, feature } = {} }: Card,
  caller: Caller,
  { desk, request }: { desk: Desk; request: Incoming },
): Promise<Reply | undefined> {
  if (gate === undefined && feature === undefined) return undefined;
  const plan = await desk.plan.of(caller.teamId);
  // Source: control surface, `features`; AUTH-16
  if (feature !== undefined && plan.features[feature] === false)
    return refuse('feature_not_available', { message: `The feature ${feature} is not enabled for the team.` });
  return gate === undefined ? undefined : GATES[gate](plan, () => connecting(caller, { desk, request }));
}

type Asked = Awaited<ReturnType<typeof connecting>>;

const GATES: Readonly<
  Record<Gate, (plan: Plan, ask: () => Promise<Asked>) => Reply | undefined | Promise<Reply | undefined>>
> = {
  ads: ({ adsAddon }) => (adsAddon ? undefined : refuse('ads_addon_required')),
  analytics: ({ analyticsAddon }) => (analyticsAddon ? undefined : refuse('analytics_addon_required')),
  // Source: readings, "Inbox"
  inbox: ({ inbox }) =>
    inbox
      ? undefined
      : refuse('feature_not_available', { message: 'The plan of the team does not include the inbox.' }),
  payment: ({ paymentMethod }) => (paymentMethod ? undefined : refuse('payment_required')),
  purchase: async (plan, ask) => purchaseGate(plan, await ask()),
  connect: async (plan, ask) => connectGate(plan, await ask()),
};

async function connecting({ teamId }: Caller, { desk, request }: { desk: Desk; request: Incoming }) {
  const accounts = await desk.store.read.count(ACCOUNT_KIND, { teamId });
  return { accounts, platform: request.passage.params['platform'], origin: originOf(request) };
}
