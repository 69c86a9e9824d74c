/** Posts below which people write: found by our id or the network's, which are two names of one post. Used by comments.ts. */
import type { Handler } from '../../desk.ts';
import { notFound } from '../../engine/not-found.ts';
import type { Post } from '../../store/post.ts';
import type { Reader } from '../../store/store.ts';
import { COMMENT } from './record.ts';

interface CommentedPlace {
  readonly teamId: string;
  readonly accountId: string;
  /** Our id or the network's. */
  readonly id: string;
}

/** Our post that has the id, here or on the network. */
export async function ownPost(read: Reader, { teamId, accountId, id }: CommentedPlace): Promise<Post | undefined> {
  const post = await read.post(id);
  if (post?.teamId === teamId) return post;
  const posts = await read.posts({ teamId, accountId, includeHidden: true });
  return posts.find(({ targets }) => targets.some(({ platformPostId }) => platformPostId === id));
}

/** Id below which comments are kept: ours where the post was made here, else the network's. Undefined for no post at all. */
export async function placeOf(read: Reader, place: CommentedPlace): Promise<string | undefined> {
  const { teamId, accountId, id } = place;
  const own = await ownPost(read, place);
  if (own !== undefined) return own.id;
  if ((await read.feedItem(accountId, id)) !== undefined) return id;
  const [comment] = await read.list(COMMENT, { teamId, parentId: id });
  return comment === undefined ? undefined : id;
}

/** Serves a call under the id below which the comments of its post are kept. */
export const atPost =
  (serve: Handler): Handler =>
  async (call, desk) => {
    const { accountId = call.query['accountId'] } = call.body;
    const asked = { teamId: call.caller.teamId, accountId: String(accountId), id: call.path['postId'] ?? '' };
    const postId = await placeOf(desk.store.read, asked);
    return postId === undefined ? notFound('post') : serve({ ...call, path: { ...call.path, postId } }, desk);
  };
