/** DELETE /v1/posts/{postId}: drafts and posts that are live nowhere. A scheduled one is cancelled with it. */
import { ok, type Reply } from '../../../call.ts';
import { refuse } from '../../../refuse.ts';
import type { Handler } from '../../../desk.ts';
import { post as states } from '../../../states/post.ts';
import { commit, type View } from '../../../change.ts';
import { readAccounts } from '../account.ts';
import { isRefused, jobPlace, NO_CHANGES, type PostChanges, type Refused } from '../changes.ts';
import { rollupEvents, withoutOwners } from '../events.ts';
import { findPost, postLock } from '../find.ts';
import type { Post } from '../../../store/post.ts';
import { isLive } from './unpublish.ts';

export const deletePost: Handler = ({ caller, path, requestId }, desk) =>
  commit(desk, [postLock(path)], async (view) => {
    const post = await findPost(view, caller, path['postId']);
    if (isRefused(post)) return { result: post.refused };
    const changes = decideDelete(post, requestId);
    if (isRefused(changes)) return { result: changes.refused };
    const events = (await isOrphan(view, post)) ? withoutOwners(changes.events) : changes.events;
    return { ...changes, events, result: ok({ message: 'Post deleted.' }) };
  });

/** Whether all of the post's accounts were deleted. */
const isOrphan = async (view: View, { targets }: Post): Promise<boolean> =>
  targets.length > 0 &&
  (
    await readAccounts(
      view,
      targets.map(({ accountId }) => accountId),
    )
  ).size === 0;

/** Source: ASM-08, ASM-10, POST-76 */
export function decideDelete(post: Post, requestId?: string): PostChanges | Refused {
  const live = post.targets.filter(isLive);
  const isOver = live.length === 0 && (post.status === 'published' || post.status === 'partial');
  const move = live.length > 0 ? undefined : states.move(post.status, isOver ? 'deleteRemoved' : 'delete');
  if (move === undefined) return { refused: undeletable(post) };
  return {
    ...NO_CHANGES,
    removedPosts: [post.id],
    events: rollupEvents(move.effect, post, requestId),
    cancelled: post.targets.map(({ accountId }) => jobPlace(post.id, accountId)),
  };
}

const undeletable = ({ status }: Post): Reply =>
  refuse('invalid_field_value', {
    param: 'status',
    message: `A post with the status ${status} cannot be deleted while it is live or being published. Unpublish it first.`,
    details: { status },
  });
