/** What a dry run says of targets on platforms that have a verdict: whether each account could publish this post now. Pure. */
import { breachOf, capsOf } from '../../../../platforms/caps.ts';
import { traitsOf } from '../../../../platforms/platforms.ts';
import type { Post } from '../../../store/post.ts';
import { bucketOfTarget } from '../publish/publication.ts';
import type { Room } from './start.ts';
import { instantOf } from '../../../../kernel/instant.ts';

/** The verdict keys of the answer; none without such targets. Source: fact set, TikTokDryRunVerdict */
export function dryRunVerdict(
  post: Post,
  { accounts, counted, legacyDailyCap }: Room,
  now: number,
): Record<string, unknown> {
  const tiktok = post.targets.flatMap((target) => {
    const account = accounts.get(target.accountId);
    if (traitsOf(target.platform).posting?.dryRun !== true || account === undefined) return [];
    const taken = counted.get(account.id) ?? [];
    const breach = breachOf(capsOf(account, legacyDailyCap), taken, bucketOfTarget(post, target), now);
    const reason =
      breach === undefined
        ? 'The account has room for this post.'
        : `The account is full until ${instantOf(breach.freeAt)}.`;
    return [{ accountId: account.id, canPublish: breach === undefined, alreadyPostedToday: taken.length > 0, reason }];
  });
  if (tiktok.length === 0) return {};
  return { dryRun: true, canPublish: tiktok.every(({ canPublish }) => canPublish), tiktok };
}
