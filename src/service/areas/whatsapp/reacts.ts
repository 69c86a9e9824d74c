/** What whatsapp accounts do when a message went out: they count whom they wrote to first, and their tier rises. Next stop: tier.ts. */
import { traitsOf } from '../../../platforms/platforms.ts';
import type { Changes, View } from '../../change.ts';
import type { Reacts } from '../../desk.ts';
import type { DomainEvents } from '../../domain-events.ts';
import { reviewTimes } from '../../networks/reviews.ts';
import { ACCOUNT_KIND } from '../../records/account.ts';
import { isWithinWindow } from './offers.ts';
import { countedAt, isOpened, isOutgrown, openingRecord, reachOf, reachRecord, tierOf } from './reach.ts';
import { TIER_RISE } from './tier.ts';

/** Source: readings, "WhatsApp" */
async function messageSent(
  { conversation: { id, doc }, message, at }: DomainEvents['messageSent'],
  view: View,
): Promise<Changes> {
  if (traitsOf(doc.platform).connection?.businessNumber !== true || doc.isGroup === true) return {};
  const account = await view.get(ACCOUNT_KIND, doc.accountId);
  if (account === undefined || (await isOpened(view, id, at)) || (await isWithinWindow(view, message))) return {};
  const reach = countedAt(await reachOf(view, account.id), at);
  const tier = tierOf(account);
  const { whatsappTier: seconds } = await reviewTimes(view);
  const rises = !reach.isRising && seconds !== null && tier !== undefined && isOutgrown(reach, tier, at);
  return {
    records: [openingRecord(account, id, at), reachRecord(account, { ...reach, isRising: reach.isRising || rises })],
    ...(rises && { due: [{ dueAt: at + seconds * 1_000, kind: TIER_RISE, ref: account.id }] }),
  };
}

export const reacts: Reacts = { messageSent };
