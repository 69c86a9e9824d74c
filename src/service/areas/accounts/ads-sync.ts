/** The hourly import of an ad account after its first one: the first that fails and the first that works again are events. Next stop: decided by its network, or by arrives.ts. */
import { HOUR_MS } from '../../../kernel/time.ts';
import { plainAccount, eventOf } from '../../causes/cause.ts';
import { commit, type Changes } from '../../change.ts';
import type { Desk } from '../../desk.ts';
import type { NetworkAnswer } from '../../networks/driver.ts';
import { ACCOUNT_KIND, accountLock, networkAccount, type AccountRecord } from '../../records/account.ts';
import { ownKind } from '../../store/record.ts';
import type { DueRow, NewDue, Reader, StoredRecord } from '../../store/store.ts';

/** Kind of the work; `ref` is the account. */
export const SYNC_ADS = 'ads_sync';

/** There while the last import failed. */
const FAILED = ownKind<{ readonly reason: string }>('$ads_sync_failed');

export type Outcome = 'failed' | 'recovered';

/** @param now ms */
export const nextSync = ({ id }: Pick<AccountRecord, 'id'>, now: number): NewDue => ({
  dueAt: now + HOUR_MS,
  kind: SYNC_ADS,
  ref: id,
});

export const hasFailed = async (read: Pick<Reader, 'get'>, { id }: Pick<AccountRecord, 'id'>): Promise<boolean> =>
  (await read.get(FAILED, id)) !== undefined;

/** What follows from an import that is the first to fail, or the first to work again. Source: EVT-125, ASM-44 */
export function syncChanges(account: AccountRecord, outcome: Outcome, reason: string | null, now: number) {
  const { id, teamId, profileId } = account;
  const record: StoredRecord = { kind: FAILED, id, teamId, profileId, parentId: id, createdAt: now, doc: { reason } };
  const payload = { account: plainAccount(account), status: outcome, reason };
  return {
    events: [eventOf(`account.ads.sync_${outcome}`, account, payload)],
    ...(outcome === 'failed' ? { records: [record] } : { removed: [{ kind: FAILED, id }] }),
  } satisfies Changes;
}

/** One import: ends when the account is gone or no longer connected, and begins again with its next connection. */
export async function syncAds({ ref }: DueRow, desk: Desk): Promise<void> {
  const before = await desk.store.read.get(ACCOUNT_KIND, ref);
  if (before?.doc.isActive !== true) return;
  const answer = await desk.networks.driver(before.doc.platform).ask(networkAccount(before), 'ad');
  await commit(desk, [accountLock(ref)], async (view) => {
    const account = await view.get(ACCOUNT_KIND, ref);
    if (account?.doc.isActive !== true) return {};
    const now = desk.clock.now();
    const due = [nextSync(account, now)];
    const isWell = answer.outcome === 'ok';
    if (isWell !== (await hasFailed(view, account))) return { due };
    return { due, ...syncChanges(account, isWell ? 'recovered' : 'failed', reasonOf(answer), now) };
  });
}

export const NO_ANSWER = 'The network did not respond.';

/** Null where nothing is wrong. */
function reasonOf(answer: NetworkAnswer<true>): string | null {
  if (answer.outcome === 'ok') return null;
  return answer.outcome === 'timeout' ? NO_ANSWER : answer.message;
}
