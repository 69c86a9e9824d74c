/** The tier of a number that wrote to enough people rises on the clock. Scheduled by reacts.ts. */
import { eventOf, plainAccount } from '../../causes/cause.ts';
import { commit } from '../../change.ts';
import type { DueWork } from '../../desk.ts';
import { ACCOUNT_KIND, accountLock } from '../../records/account.ts';
import { withFields } from '../../store/record.ts';
import { accountEvents } from './account-events.ts';
import { reachOf, reachRecord, tierOf } from './reach.ts';

/** Kind of the work that raises a tier; `ref` is the account. */
export const TIER_RISE = 'whatsapp_tier_rise';

/** A number of low quality stays where it is. Source: WAP-06, EVT-126; readings, "WhatsApp" */
const rise: DueWork = ({ ref }, desk) =>
  commit(desk, [accountLock(ref)], async (view) => {
    const account = await view.get(ACCOUNT_KIND, ref);
    if (account === undefined) return {};
    const { metadata } = account.doc;
    const still = reachRecord(account, { ...(await reachOf(view, ref)), isRising: false });
    const messagingLimitTier = tierOf(account)?.next;
    if (messagingLimitTier === undefined || metadata['qualityRating'] === 'RED') return { records: [still] };
    const after = withFields(account, { metadata: { ...metadata, messagingLimitTier } });
    const scene = { given: { change: 'quality' }, ids: desk.ids, now: desk.clock.now(), teamId: account.teamId };
    const said = { status: metadata['qualityRating'], messagingLimitTier };
    return {
      records: [still, after, ...accountEvents(scene, after, said)],
      events: [
        eventOf('whatsapp.account.quality_updated', after, { ...said, reason: null, account: plainAccount(after) }),
      ],
    };
  });

export const work: Readonly<Record<string, DueWork>> = { [TIER_RISE]: rise };
