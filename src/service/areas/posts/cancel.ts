/** Cancels scheduled posts that no account is left for. Called by areas/accounts when a connection ends. */
import type { Desk } from '../../desk.ts';
import { together, type Changes, type View } from '../../change.ts';
import { readAccounts } from './account.ts';
import { jobPlace, NO_CHANGES } from './changes.ts';
import { withoutOwners } from './events.ts';
import type { Post } from '../../store/post.ts';
import { moved } from './settle.ts';

/** Decided within the commit that ends the account's connection. Source: ASM-09, control surface ("Settled readings") */
export async function cancelPostsWithoutAccounts(
  view: View,
  desk: Desk,
  { id, teamId }: { readonly id: string; readonly teamId: string },
): Promise<Changes> {
  const lost: Changes[] = [];
  for (const post of await view.posts({ teamId, accountId: id, status: 'scheduled', includeHidden: true })) {
    const accounts = await readAccounts(
      view,
      post.targets.map((target) => target.accountId),
    );
    const isLeft = [...accounts.values()].some(({ active }) => active);
    if (!isLeft && post.targets.every(({ status }) => status !== 'published'))
      lost.push(cancelled(post, { now: desk.clock.now(), isOrphan: accounts.size === 0 }));
  }
  return together(lost);
}

/**
 * The post stays readable; its jobs go.
 * @param isOrphan whether all of its accounts were deleted
 */
function cancelled(post: Post, { now, isOrphan }: { readonly now: number; readonly isOrphan: boolean }): Changes {
  const { post: after, events } = moved(post, 'loseAccounts', now);
  return {
    ...NO_CHANGES,
    posts: [after],
    events: isOrphan ? withoutOwners(events) : events,
    cancelled: post.targets.map((target) => jobPlace(post.id, target.accountId)),
  };
}
