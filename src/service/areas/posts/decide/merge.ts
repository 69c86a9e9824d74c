/** An update's fields merged into the post: fields that the body does not name stay, and published targets stay published. Pure. */
import { without } from '../../../../kernel/json.ts';
import { isRefused, type Refused } from '../changes.ts';
import type { Post, Target } from '../../../store/post.ts';
import { extraOf, mediaFrom, type PostBody, type Times } from './request.ts';
import { targetsFrom, type Reach } from './targets.ts';

export interface Update {
  readonly body: PostBody;
  readonly reach: Reach;
  readonly times: Times;
  readonly now: number;
}

/** The post with the fields of the body; what the body does not name stays. */
export function mergedPost(before: Post, { body, reach, times, now }: Update): Post | Refused {
  const targets = body.platforms === undefined ? before.targets : replaced(before, body.platforms, reach, times);
  if (isRefused(targets)) return targets;
  const own = [...times.own.values()];
  const at =
    times.scheduledFor ?? (before.scheduledFor === null && own.length > 0 ? Math.min(...own) : before.scheduledFor);
  const isMoved = times.scheduledFor !== undefined;
  return {
    ...before,
    ...(body.content === undefined ? {} : { content: body.content }),
    ...(body.title === undefined ? {} : { title: body.title }),
    mediaItems: body.mediaItems === undefined ? before.mediaItems : mediaFrom(body.mediaItems),
    targets: isMoved ? targets.map((target) => without(target, ['heldUntil'])) : targets,
    scheduledFor: at,
    timezone: body.timezone ?? before.timezone,
    updatedAt: now,
    extra: { ...before.extra, ...extraOf(body) },
  };
}

/** The new list of targets. What is published stays published; runs are counted on. */
function replaced(
  before: Post,
  wanted: NonNullable<PostBody['platforms']>,
  reach: Reach,
  times: Times,
): readonly Target[] | Refused {
  const targets = targetsFrom(wanted, reach, times.own);
  if (isRefused(targets)) return targets;
  const kept = before.targets.filter(({ status }) => status === 'published');
  const fresh = targets.filter(({ accountId }) => !kept.some((one) => one.accountId === accountId));
  return [...kept, ...fresh.map((target) => withRun(target, before))];
}

function withRun(target: Target, before: Post): Target {
  const earlier = before.targets.find(({ accountId }) => accountId === target.accountId);
  if (earlier?.status !== 'failed') return { ...target, run: earlier?.run ?? 1 };
  const { errorMessage, errorCategory, errorSource, isUncertain, run } = earlier;
  return {
    ...target,
    status: 'failed',
    run,
    ...(errorMessage === undefined ? {} : { errorMessage }),
    ...(errorCategory === undefined ? {} : { errorCategory }),
    ...(errorSource === undefined ? {} : { errorSource }),
    ...(isUncertain === undefined ? {} : { isUncertain }),
  };
}
