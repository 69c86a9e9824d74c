/** What follows from a platform's answer for one target: its new state, the events, the next try. Pure; publish.ts commits it. */
import { without } from '../../../../kernel/json.ts';
import type { Published } from '../../../networks/driver.ts';
import { target as states, type TargetEvent } from '../../../states/target.ts';
import { ERROR_SOURCES, type TargetFailure } from '../../../limits/retries.ts';
import type { PostAccount } from '../account.ts';
import { dueOf, publishJob, unburdened, withTarget, type PostChanges } from '../changes.ts';
import { targetEvents } from '../events.ts';
import { lateUrlJob } from './late-url.ts';
import type { Post, Target, TargetStatus } from '../../../store/post.ts';
import { isPublicOn } from './publication.ts';
import { settled } from '../decide/settle.ts';
import { instantOf } from '../../../../kernel/instant.ts';

/** One pending target of a post, in the midst of its publication. */
export interface Attempt {
  readonly post: Post;
  readonly target: Target;
  /** Undefined when the account is gone. */
  readonly account: PostAccount | undefined;
}

/** The platform took it. Source: POST-17, POST-31, ASM-22 */
export function accepted(attempt: Attempt, published: Published, now: number): PostChanges {
  const { post, target } = attempt;
  const after = ended(target, 'accepted', {
    platformPostId: published.nativeId,
    platformPostUrl: published.url,
    publishedAt: instantOf(now),
  });
  const late = published.url === '' && isPublicOn(post, target) ? lateUrlJob(post, target, now, published) : undefined;
  return { ...concluded(attempt, after, now), due: late === undefined ? [] : [late] };
}

/** The platform refused for good. Source: POST-19, POST-37 */
export function refused(attempt: Attempt, failure: TargetFailure, now: number): PostChanges {
  const after = ended(attempt.target, 'refused', {
    errorMessage: failure.message,
    errorCategory: failure.category,
    errorSource: ERROR_SOURCES[failure.category],
    ...(failure.isUncertain === true ? { isUncertain: true } : {}),
  });
  const { accountId, startedAt } = attempt.target;
  const freed = startedAt === undefined ? [] : [{ accountId, postId: attempt.post.id, at: startedAt }];
  return { ...concluded(attempt, after, now), freed };
}

/** The failure of a target whose account cannot publish any more: gone, or no longer connected. */
export const goneFailure = (account: PostAccount | undefined): TargetFailure =>
  account === undefined
    ? { message: 'The account was removed before the post went out.', category: 'account_issue' }
    : { message: 'The account is no longer connected. Reconnect it.', category: 'auth_expired' };

/** A temporary obstacle: nothing is emitted, the target stays in flight. Source: POST-38, ASM-45 */
export function later(
  { post, target }: Attempt,
  wait: { readonly at: number; readonly tries: number; readonly leaseMs?: number },
): PostChanges {
  return { posts: [], events: [], cancelled: [], due: [publishJob(post, target, wait.at, wait)] };
}

/** A cap keeps the target back until `at` (ms). Source: POST-06, POST-49, ASM-22, ASM-59 */
export function held({ post, target }: Pick<Attempt, 'post' | 'target'>, at: number, now: number): PostChanges {
  const after: Target = { ...without(target, ['startedAt']), heldUntil: at };
  const { post: moved, events } = settled(withTarget(post, after), now);
  return { posts: [moved], events, cancelled: [], due: [publishJob(moved, after, dueOf(moved, after) ?? at)] };
}

function concluded({ post, account }: Attempt, after: Target, now: number): PostChanges {
  const changed = withTarget(post, after);
  const move = after.status === 'published' ? 'accepted' : 'refused';
  const single = targetEvents(
    states.move('pending', move)?.effect ?? null,
    { ...changed, updatedAt: now },
    after,
    account,
  );
  const { post: moved, events } = settled(changed, now);
  return { posts: [moved], events: [...single, ...events], due: [], cancelled: [] };
}

/** The target after its run. */
function ended(target: Target, event: TargetEvent, outcome: Partial<Target>): Target {
  const move = states.move(target.status, event);
  if (move === undefined)
    throw new Error(`This is not possible for a target with the status ${target.status}: ${event}.`);
  return { ...unburdened(target), ...outcome, status: move.to satisfies TargetStatus };
}
