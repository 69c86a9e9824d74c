/** Carries waiting targets over to the new id of a reconnected account. Called by areas/accounts. */
import type { Desk } from '../../call.ts';
import type { Tx } from '../../store/store.ts';
import { commit, jobRef, jobsOf, NO_CHANGES, type Changes } from './changes.ts';
import type { Post, Target } from './post.ts';

/** Statuses in which a target may still be published. */
const WAITING = ['draft', 'scheduled', 'failed', 'partial'] as const;

/** Within the transaction that replaces the account: what is not published yet goes out under the new id. */
export async function readdressPosts(
  tx: Tx,
  desk: Desk,
  { from, to }: { readonly from: { readonly id: string; readonly teamId: string }; readonly to: string },
): Promise<void> {
  for (const status of WAITING) {
    const filter = { teamId: from.teamId, accountId: from.id, status, includeHidden: true };
    for (const post of await tx.posts(filter)) await commit(tx, readdressed(post, from.id, to, desk.clock.now()));
  }
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
    cancelled: [jobRef(post.id, from)],
  };
}
