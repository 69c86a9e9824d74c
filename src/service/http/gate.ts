/** Whether the team's plan covers the operation: add-ons, features, and the card that connecting asks for. Next stop: route.ts. */
import type { FastifyRequest } from 'fastify';
import type { Card } from '../../kernel/card.ts';
import { ACCOUNT_KIND } from '../areas/accounts/account.ts';
import { connectGate, purchaseGate } from '../areas/profiles/gate.ts';
import { refuse, type Caller, type Desk, type Reply } from '../call.ts';
import type { Plan } from '../limits/plan.ts';
import { originOf } from './origin.ts';

/** What a team may have switched off, and where it is found. Source: control surface, `features`; AUTH-16 */
const FEATURES: Readonly<Record<string, RegExp>> = {
  trunks: /\/sip-trunks?(\/|$)/,
};

/** The refusal, or undefined when the plan has nothing against it. */
export async function gateRefusal(
  card: Card,
  caller: Caller,
  { desk, request }: { desk: Desk; request: FastifyRequest },
): Promise<Reply | undefined> {
  const plan = await desk.plan.of(caller.teamId);
  if (card.group === 'ads' && !plan.adsAddon) return refuse('ads_addon_required');
  if (isAnalytics(card) && !plan.analyticsAddon) return refuse('analytics_addon_required');
  if (card.id === 'createSmsSenderId' && !plan.paymentMethod) return refuse('payment_required');
  const feature = offFeature(card, plan);
  if (feature !== undefined)
    return refuse('feature_not_available', { message: `The feature ${feature} is not enabled for the team.` });
  if (PURCHASES.has(card.id)) return purchaseGate(plan, await connecting(caller, { desk, request }));
  return isConnect(card) ? connectGate(plan, await connecting(caller, { desk, request })) : undefined;
}

/** Follower counts keep a refusal of their own, and what messages cost is no analytics. Source: ANA-09 */
const isAnalytics = ({ group, id }: Card): boolean =>
  group === 'analytics' && id !== 'getFollowerStats' && id !== 'getWhatsAppPricingAnalytics';

/** Operations that buy a number. Source: ERR-42 */
const PURCHASES: ReadonlySet<string> = new Set([
  'purchasePhoneNumber',
  'createPhoneNumber',
  'purchaseWhatsAppPhoneNumber',
]);

const offFeature = ({ path }: Card, { features }: Plan): string | undefined =>
  Object.keys(features).find((name) => features[name] === false && FEATURES[name]?.test(path));

/** Operations that begin a connection and, by the contract, may be refused for want of a card. */
const isConnect = ({ path, responses }: Card): boolean =>
  path.startsWith('/v1/connect/') && Object.hasOwn(responses, '402');

async function connecting({ teamId }: Caller, { desk, request }: { desk: Desk; request: FastifyRequest }) {
  const accounts = await desk.store.read.count(ACCOUNT_KIND, { teamId });
  return { accounts, platform: request.passage.params['platform'], origin: originOf(request) };
}
