/** What other areas do to posts: cancel those that lose their accounts, carry them over to a reconnected account, find their jobs. Used by areas/accounts and areas/queue. */
import { together, type Changes, type View } from '../../change.ts';
import type { Desk } from '../../desk.ts';
import type { Post, Target } from '../../store/post.ts';
import type { NewDue } from '../../store/store.ts';
import { readAccounts } from './account.ts';
import { jobPlace, jobsOf, NO_CHANGES } from './changes.ts';
import { moved } from './decide/settle.ts';
import { withoutOwners } from './events.ts';

/** The publish jobs of posts, each at its time. */
export const jobsFor = (posts: readonly Post[]): readonly NewDue[] => posts.flatMap(jobsOf);

/** Cancels scheduled posts that have no account left, in the commit that ends the account's connection. Source: ASM-09, control surface ("Settled readings") */
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

/** Statuses in which a target may still be published. */
const WAITING = ['draft', 'scheduled', 'failed', 'partial'] as const;

/** Carries waiting targets over to the new id of a reconnected account, in the commit that replaces it. */
export async function readdressPosts(
  view: View,
  desk: Desk,
  { from, to }: { readonly from: { readonly id: string; readonly teamId: string }; readonly to: string },
): Promise<Changes> {
  const changed: Changes[] = [];
  for (const status of WAITING) {
    const filter = { teamId: from.teamId, accountId: from.id, status, includeHidden: true };
    for (const post of await view.posts(filter)) changed.push(readdressed(post, from.id, to, desk.clock.now()));
  }
  return together(changed);
}

function readdressed(post: Post, from: string, to: string, now: number): Changes {
  const isWaiting = ({ accountId, status }: Target): boolean => accountId === from && status !== 'published';
  if (!post.targets.some(isWaiting) || post.targets.some(({ accountId }) => accountId === to)) return NO_CHANGES;
  const targets = post.targets.map((target) => (isWaiting(target) ? { ...target, accountId: to } : target));
  const after: Post = { ...post, targets, updatedAt: now };
  return {
    ...NO_CHANGES,
    posts: [after],
    due: after.status === 'scheduled' ? jobsOf(after) : [],
    cancelled: [jobPlace(post.id, from)],
  };
}
