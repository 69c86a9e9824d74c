/** Cancels scheduled posts that no account is left for. Called by areas/accounts when a connection ends. */
import type { Desk } from '../../call.ts';
import type { Tx } from '../../store/store.ts';
import { readAccounts } from './account.ts';
import { commit, jobRef, type Changes } from './changes.ts';
import type { Post } from './post.ts';
import { moved } from './settle.ts';

/** Within the transaction that ended the account's connection. Source: ASM-09, control surface ("Settled readings") */
export async function cancelPostsWithoutAccounts(
  tx: Tx,
  desk: Desk,
  { id, teamId }: { readonly id: string; readonly teamId: string },
): Promise<void> {
  for (const post of await tx.posts({ teamId, accountId: id, status: 'scheduled', includeHidden: true })) {
    const accounts = await readAccounts(
      tx,
      post.targets.map((target) => target.accountId),
    );
    const isLeft = [...accounts.values()].some(({ active }) => active);
    if (!isLeft && post.targets.every(({ status }) => status !== 'published'))
      await commit(tx, cancelled(post, desk.clock.now()));
  }
}

/** The post stays readable; its jobs go. */
function cancelled(post: Post, now: number): Changes {
  const { post: after, events } = moved(post, 'loseAccounts', now);
  return {
    posts: [after],
    events,
    due: [],
    cancelled: post.targets.map((target) => jobRef(post.id, target.accountId)),
  };
}
