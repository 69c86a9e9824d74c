/** Carries waiting targets over to the new id of a reconnected account. Called by areas/accounts. */
import type { Desk } from '../../desk.ts';
import { together, type Changes, type View } from '../../change.ts';
import { jobPlace, jobsOf, NO_CHANGES } from './changes.ts';
import type { Post, Target } from '../../store/post.ts';

/** Statuses in which a target may still be published. */
const WAITING = ['draft', 'scheduled', 'failed', 'partial'] as const;

/** Decided within the commit that replaces the account: what is not published yet goes out under the new id. */
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
