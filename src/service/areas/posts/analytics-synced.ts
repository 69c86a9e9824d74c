/** What is told when an account's figures were brought up to date: that they were, and nothing of them. Emitted by sync.ts. */
import { traitsOf } from '../../../platforms/platforms.ts';
import type { NewEvent } from '../../store/store.ts';
import type { PostAccount } from './account.ts';
import { instantOf } from '../../../kernel/instant.ts';

const EVENT = 'analytics.synced';

/**
 * The event, or none for platforms without analytics.
 * @param postsUpdated posts whose figures were read
 * @param now ms
 * Source: EVT-01, EVT-97, EVT-98
 */
export function syncedEvents(account: PostAccount, postsUpdated: number, now: number): NewEvent[] {
  if (traitsOf(account.platform).analytics === undefined) return [];
  const { id, teamId, profileId, platform, username } = account;
  const payload = {
    account: { accountId: id, profileId, platform, username },
    sync: { syncedAt: instantOf(now), postsUpdated },
  };
  return [{ type: EVENT, teamId, payload, accountIds: [id], profileIds: [profileId] }];
}
