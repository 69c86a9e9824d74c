/** The answers of calls that publish: 201 or 200 when nothing failed, 207 with the failed targets, 429 where the caller waits. */
import { platformLabel } from '../../../platforms/labels.ts';
import type { Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { PostStatus } from '../../states/post.ts';
import type { TargetFailure } from '../../limits/retries.ts';
import type { Post } from '../../store/post.ts';
import type { Intent } from './decide/request.ts';
import { postView } from './view.ts';

export const POST_MESSAGES: Readonly<Record<Intent, string>> = {
  draft: 'Post saved as a draft.',
  schedule: 'Post scheduled.',
  queue: 'Post queued.',
  publishNow: 'Post published.',
};

const OUTCOMES: Readonly<Partial<Record<PostStatus, string>>> = {
  published: 'Post published.',
  publishing: 'The post is being published.',
  scheduled: 'Post scheduled.',
  draft: 'Post saved as a draft.',
};

/** @param success status when no target has failed. Source: POST-33, POST-35, POST-41, POST-53 */
export function publishReply(post: Post, success: 200 | 201): Reply {
  const failed = post.targets.filter(({ status }) => status === 'failed');
  if (failed.length === 0)
    return { status: success, body: { message: OUTCOMES[post.status] ?? 'Post saved.', post: postView(post) } };
  const error = failed
    .map(({ platform, errorMessage }) => `${platformLabel(platform)}: ${errorMessage ?? 'failed'}`)
    .join('; ');
  return {
    status: 207,
    body: {
      message: `${String(failed.length)} of ${String(post.targets.length)} targets failed.`,
      error,
      post: postView(post),
      platformResults: post.targets.map((target) => ({
        platform: target.platform,
        status: target.status,
        error: target.errorMessage ?? null,
      })),
    },
  };
}

/** Source: LIM-48, LIM-50 */
export function rateReply({ message, retryAfterSeconds }: TargetFailure, post: Post): Reply {
  const [target] = post.targets;
  return refuse('rate_limited', {
    message,
    details: {
      platform: target?.platform,
      accountId: target?.accountId,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    },
    ...(retryAfterSeconds === undefined ? {} : { headers: { 'Retry-After': String(retryAfterSeconds) } }),
    more: { platform: target?.platform },
  });
}
