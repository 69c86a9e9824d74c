/** The posts of series that have yet to go out, as the API lists them. */
import { membershipIn, WAITING, type Membership } from '../../client/series/series.ts';
import type { Fields } from '../../kernel/json.ts';
import type { Context } from '../command.ts';
import { readPosts } from '../read-posts.ts';

export interface Member {
  readonly post: Fields;
  readonly membership: Membership;
}

/** @param id of one series; every series without it */
export async function readMembers(context: Context, id?: string): Promise<readonly Member[]> {
  const members: Member[] = [];
  for (const status of WAITING)
    for await (const post of readPosts({ status, sortBy: 'scheduled-asc' }, context)) {
      const membership = membershipIn(post);
      if (membership !== undefined && (id === undefined || membership.id === id)) members.push({ post, membership });
    }
  return members;
}
