/** The first import of an ad account: found out about and read 90 days back, a minute after it was connected. */
import type { Desk } from '../../call.ts';
import type { DueRow, Tx } from '../../store/store.ts';
import { groupOfEvent } from '../webhooks/event-groups.ts';
import { ACCOUNT_KIND, type AccountDoc, type AccountRecord } from './account.ts';

/** Kind of the work that ends the import; `ref` is the account. */
const IMPORT = 'ads_import';

const LASTS_MS = 60_000;

const TYPE = 'account.ads.initial_sync_completed';

/** Begins the import where the account is one of ads. */
export async function importAds(tx: Tx, { clock }: Desk, { id, doc }: AccountRecord): Promise<void> {
  if (doc.platform.endsWith('ads')) await tx.schedule({ dueAt: clock.now() + LASTS_MS, kind: IMPORT, ref: id });
}

/** Source: specification, "Other events" */
async function imported({ ref }: DueRow, desk: Desk): Promise<void> {
  await desk.store.transact(async (tx) => {
    const account = await tx.get<AccountDoc>(ACCOUNT_KIND, ref);
    if (account?.doc.isActive !== true) return;
    const { id, teamId, profileId, doc } = account;
    const ads = (await tx.list('ad', { teamId })).filter((ad) => ad.doc['accountId'] === id).length;
    const { platform, username, displayName } = doc;
    await tx.emit({
      type: TYPE,
      teamId,
      accountIds: [id],
      profileIds: profileId === null ? [] : [profileId],
      group: groupOfEvent(TYPE),
      payload: {
        account: { accountId: id, profileId: profileId ?? '', platform, username, displayName },
        sync: { status: 'success', totalAds: ads, synced: ads, failed: 0 },
      },
    });
  });
  desk.wake();
}

export const work = { [IMPORT]: imported };
