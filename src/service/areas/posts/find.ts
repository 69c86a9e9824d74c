/** The post of a call, as far as the caller's key reaches it. */
import type { Call, Caller } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import { reachesPost } from '../../records/profile.ts';
import type { Lock, Reader } from '../../store/store.ts';
import type { Refused } from './changes.ts';
import type { Post } from '../../store/post.ts';

/** The post, or the 404 that absent and unreachable posts share. Source: POST-55, ERR-20 */
export async function findPost(reader: Reader, caller: Caller, id: string | undefined): Promise<Post | Refused> {
  const post = await reader.post(id ?? '');
  return post !== undefined && reachesPost(caller, post) ? post : { refused: refuse('post_not_found') };
}

/** What a decision about the post of a call rests on. */
export const postLock = ({ postId = '' }: Call['path']): Lock => `post/${postId}`;
