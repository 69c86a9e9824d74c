/** The hourly sync: asks every connected account's platform for its posts. A worker of the timeline that schedules itself. */
import { HOUR_MS } from '../../../../kernel/time.ts';
import type { Desk } from '../../../desk.ts';
import { commit, commitSteps } from '../../../change.ts';
import { ACCOUNT_KIND, accountLock } from '../../../records/account.ts';
import { takesPosts } from '../../../../platforms/platforms.ts';
import type { DueRow } from '../../../store/store.ts';
import { accountFrom, type PostAccount } from '../account.ts';
import { syncedEvents } from '../events.ts';
import { applyListing, type Listing } from './sync-account.ts';
import { syncAt } from './sync-time.ts';

/** Accounts asked at one time. */
const WIDTH = 64;

/** Source: POST-25, POST-44, POST-47, ASM-46 */
export async function syncHourly(job: DueRow, desk: Desk): Promise<void> {
  const accounts = await postingAccounts(desk);
  for (let at = 0; at < accounts.length; at += WIDTH) await syncSome(accounts.slice(at, at + WIDTH), desk);
  const next = Math.max(job.dueAt, desk.clock.now() - HOUR_MS) + HOUR_MS;
  await commit(desk, [], async () => ({ due: [syncAt(next)] }));
}

async function postingAccounts({ store }: Desk): Promise<PostAccount[]> {
  const records = await store.read.list(ACCOUNT_KIND);
  return records.map(accountFrom).filter(({ active, platform }) => active && takesPosts(platform));
}

async function syncSome(accounts: readonly PostAccount[], desk: Desk): Promise<void> {
  const listings = await Promise.all(accounts.map((account) => listingOf(account, desk)));
  const found = listings.flatMap((listing) => listing ?? []);
  const measured = await Promise.all(
    found.map(async ({ account }) => (await desk.plan.of(account.teamId)).analyticsAddon),
  );
  const locks = found.map(({ account }) => accountLock(account.id));
  await commitSteps(desk, locks, async function* (view) {
    for (const [index, listing] of found.entries()) {
      yield* applyListing(view, desk, listing);
      if (measured[index] !== true) continue;
      yield { events: syncedEvents(listing.account, listing.items.length, desk.clock.now()) };
    }
  });
}

/** What the platform lists; undefined when it does not answer, which the next hourly sync may correct. */
async function listingOf(account: PostAccount, desk: Desk): Promise<Listing | undefined> {
  const listedAt = desk.clock.now();
  const answer = await desk.networks.driver(account.platform).list(account);
  return answer.outcome === 'ok' ? { account, items: answer.value, listedAt } : undefined;
}
