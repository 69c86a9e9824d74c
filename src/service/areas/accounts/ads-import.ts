/** The first import of an ad account: found out about and read 90 days back, a minute after it was connected. */
import type { EventName } from '#contract';
import { traitsOf } from '../../../platforms/platforms.ts';
import type { Desk } from '../../desk.ts';
import { commit } from '../../change.ts';
import type { DueRow, NewDue } from '../../store/store.ts';
import { ACCOUNT_KIND, accountLock, type AccountRecord } from '../../records/account.ts';
import { nextSync } from './ads-sync.ts';

/** Kind of the work that ends the import; `ref` is the account. */
export const IMPORT = 'ads_import';

const LASTS_MS = 60_000;

const TYPE: EventName = 'account.ads.initial_sync_completed';

/** The import, where the account is one of ads. @param now ms */
export const importOf = ({ id, doc }: AccountRecord, now: number): NewDue[] =>
  traitsOf(doc.platform).adNames !== undefined ? [{ dueAt: now + LASTS_MS, kind: IMPORT, ref: id }] : [];

/** Source: specification, "Other events" */
export const endImport = ({ ref }: DueRow, desk: Desk): Promise<undefined> =>
  commit(desk, [accountLock(ref)], async (view) => {
    const account = await view.get(ACCOUNT_KIND, ref);
    if (account?.doc.isActive !== true) return {};
    const { id, teamId, profileId, doc } = account;
    const ads = (await view.list('ad', { teamId })).filter((ad) => ad.doc.accountId === id).length;
    const { platform, username, displayName } = doc;
    const event = {
      type: TYPE,
      teamId,
      accountIds: [id],
      profileIds: profileId === null ? [] : [profileId],
      payload: {
        account: { accountId: id, profileId: profileId ?? '', platform, username, displayName },
        sync: { status: 'success', totalAds: ads, synced: ads, failed: 0 },
      },
    };
    return { events: [event], due: [nextSync(account, desk.clock.now())] };
  });
