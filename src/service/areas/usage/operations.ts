/** What the team used and what it costs: counted from accounts, numbers, posts, texts, codes and calls. Prices in offers.ts. */
import { instantOf } from '../../../kernel/instant.ts';
import { CHARGED_PLATFORMS } from '../../../platforms/platforms.ts';
import { ok, type Call } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Desk, Handler } from '../../desk.ts';
import { TEAM_KIND } from '../../records/team.ts';
import { ACCOUNT_KIND } from '../../records/account.ts';
import { PROFILE_KIND } from '../../records/profile.ts';
import { callUsage, textUsage } from './telephony.ts';
import type { Period } from './charges.ts';
import { accruedCents, daysOf, meteringOf, periodOf } from './metering.ts';
import { xPricesIn } from './offers.ts';

/** Source: LOG-02. Spans, rows and splits ask for the metered form. */
const getUsage: Handler = async (call, desk) => {
  const isMetered = ['range', 'granularity', 'groupBy', 'from', 'to', 'accountId', 'profileId'].some(
    (name) => call.query[name] !== undefined,
  );
  if (!isMetered) return getUsageStats(call, desk);
  const span = daysOf(call.query, await currentPeriod(call, desk), desk.clock.now());
  if (span === undefined)
    return refuse('invalid_field_value', { param: 'from', message: 'A custom period needs `from` and `to`.' });
  return ok(await meteringOf(call, desk, span));
};

const getUsageStats: Handler = async (call, desk) => {
  const { teamId } = call.caller;
  const { read } = desk.store;
  const [plan, period] = [await desk.plan.of(teamId), await currentPeriod(call, desk)];
  const [profiles, connectedAccounts] = await Promise.all([
    read.count(PROFILE_KIND, { teamId }),
    read.count(ACCOUNT_KIND, { teamId }),
  ]);
  const posts = (await read.posts({ teamId, source: 'service' })).flatMap(({ targets }) => targets);
  const published = posts.filter(({ publishedAt }) => publishedAt !== undefined && isWithin(publishedAt, period));
  const xCalls = published.filter(({ platform }) => CHARGED_PLATFORMS.includes(platform)).length;
  const accrued = await accruedCents(call, desk, period);
  return ok({
    billingSystem: 'metronome',
    planName: plan.preset,
    billingPeriod: 'monthly',
    signupDate: instantOf(await signedUpAt(call, desk)),
    billingAnchorDay: new Date(period.start).getUTCDate(),
    hasAccess: !plan.paymentFailed,
    customerId: null,
    isInvitedUser: false,
    autoUpgradeEnabled: false,
    limits: { uploads: -1, profiles: plan.profileCap ?? -1 },
    usage: {
      uploads: published.length,
      profiles,
      lastReset: instantOf(period.start),
      connectedAccounts,
      xApiCallsByOperation: { post_create: xCalls },
    },
    spend: {
      currentPeriodCents: accrued.all,
      creditsRemainingCents: 0,
      xSpendCents: accrued.x,
      xSpendLimitCents: null,
    },
  });
};

/** Source: LOG-03 */
const getBilling: Handler = async (call, desk) => {
  const [plan, period] = [await desk.plan.of(call.caller.teamId), await currentPeriod(call, desk)];
  const accrued = await accruedCents(call, desk, period);
  return ok({
    billingSystem: 'metronome',
    plan: { name: plan.preset, isUsageBased: plan.legacyDailyCap === null, isPaid: plan.preset !== 'free' },
    shopifyShopDomain: null,
    period: {
      start: instantOf(period.start),
      end: instantOf(period.end),
      anchorDay: new Date(period.start).getUTCDate(),
    },
    balance: { accruedThisPeriodCents: accrued.all, creditsRemainingCents: 0 },
    caps: { xSpendUsedCents: accrued.x, xSpendLimitCents: null },
    status: {
      hasAccess: !plan.paymentFailed,
      suspended: plan.paymentFailed,
      suspendedAt: null,
      suspensionReason: plan.paymentFailed ? 'payment_failed' : null,
      openInvoiceUrl: null,
      declineReason: plan.paymentFailed ? 'card_declined' : null,
      autoUpgradeEnabled: false,
    },
    legacy: { limits: { uploads: -1, profiles: plan.profileCap ?? -1 } },
  });
};

const getXApiPricing: Handler = async (_call, { catalog, clock }) =>
  ok({ ...xPricesIn(catalog), lastVerified: instantOf(clock.now()).slice(0, 10) });

async function currentPeriod(call: Call, desk: Desk): Promise<Period> {
  return periodOf(await signedUpAt(call, desk), desk.clock.now());
}

async function signedUpAt({ caller }: Call, { store, clock }: Desk): Promise<number> {
  return (await store.read.get(TEAM_KIND, caller.teamId))?.createdAt ?? clock.now();
}

const isWithin = (instant: string, { start, end }: Period): boolean => {
  const at = Date.parse(instant);
  return at >= start && at < end;
};

export const handlers: Record<string, Handler> = {
  getUsage,
  getUsageStats,
  getBilling,
  getXApiPricing,
  getCallsUsage: callUsage,
  getSmsUsage: textUsage,
};
