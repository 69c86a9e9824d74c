/** What a dry run says of targets on platforms that have a verdict: whether each account could publish this post now. Pure. */
import { traitsOf } from '../../../../platforms/platforms.ts';
import type { Post } from '../../../store/post.ts';
import { breachIn, type Room } from './start.ts';
import { instantOf } from '../../../../kernel/instant.ts';

/** The verdict keys of the answer; none without such targets. Source: fact set, TikTokDryRunVerdict */
export function dryRunVerdict(post: Post, room: Room, now: number): Record<string, unknown> {
  const tiktok = post.targets.flatMap((target) => {
    const account = room.accounts.get(target.accountId);
    if (traitsOf(target.platform).posting?.dryRun !== true || account === undefined) return [];
    const breach = breachIn(room, post, target, now);
    const reason =
      breach === undefined
        ? 'The account can take this post.'
        : `The account has reached its limit until ${instantOf(breach.freeAt)}.`;
    return [
      {
        accountId: account.id,
        canPublish: breach === undefined,
        alreadyPostedToday: (room.taken.get(account.id)?.publications.length ?? 0) > 0,
        reason,
      },
    ];
  });
  if (tiktok.length === 0) return {};
  return { dryRun: true, canPublish: tiktok.every(({ canPublish }) => canPublish), tiktok };
}
