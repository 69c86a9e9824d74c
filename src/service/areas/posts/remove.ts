/** DELETE /v1/posts/{postId}: drafts and posts that are live nowhere. A scheduled one is cancelled with it. */
import { ok, refuse, type Handler, type Reply } from '../../call.ts';
import { post as states } from '../../states/post.ts';
import { commit, isRefused, jobRef, type Changes, type Refused } from './changes.ts';
import { rollupEvents } from './events.ts';
import { findPost } from './find.ts';
import type { Post } from './post.ts';
import { isLive } from './unpublish.ts';

export const deletePost: Handler = ({ caller, path, requestId }, desk) =>
  desk.store.transact(async (tx) => {
    const post = await findPost(tx, caller, path['postId']);
    if (isRefused(post)) return post.refused;
    const changes = decideDelete(post, requestId);
    if (isRefused(changes)) return changes.refused;
    await commit(tx, changes);
    return ok({ message: 'Post deleted.' });
  });

/** Source: ASM-08, ASM-10, POST-76 */
export function decideDelete(post: Post, requestId?: string): Changes | Refused {
  const live = post.targets.filter(isLive);
  const isOver = live.length === 0 && (post.status === 'published' || post.status === 'partial');
  const move = live.length > 0 ? undefined : states.move(post.status, isOver ? 'deleteRemoved' : 'delete');
  if (move === undefined) return { refused: undeletable(post) };
  return {
    posts: [],
    removed: post.id,
    events: rollupEvents(move.effect, post, requestId),
    due: [],
    cancelled: post.targets.map(({ accountId }) => jobRef(post.id, accountId)),
  };
}

const undeletable = ({ status }: Post): Reply =>
  refuse('invalid_field_value', {
    param: 'status',
    message: `A ${status} post is kept while it is live or on its way. Unpublish it from its platforms first.`,
    details: { status },
  });
