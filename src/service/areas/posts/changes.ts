/** What the pure decisions about posts change, and the publish jobs that come of it. Handlers hand it to service/change.ts. */
import { without } from '../../../kernel/json.ts';
import type { Changes, WorkPlace } from '../../change.ts';
import type { NewDue } from '../../store/store.ts';
import type { Post, Target } from '../../store/post.ts';
import type { Reply } from '../../call.ts';

export const PUBLISH = 'publish';

/** Changes of a decision about posts: four parts are always there. */
export interface PostChanges extends Changes {
  readonly posts: readonly Post[];
  readonly events: NonNullable<Changes['events']>;
  readonly due: readonly NewDue[];
  /** Publish jobs that are no longer wanted. */
  readonly cancelled: readonly WorkPlace[];
}

export const NO_CHANGES: PostChanges = { posts: [], events: [], due: [], cancelled: [] };

/** An expected refusal in place of a result; see refuse() in call.ts. */
export interface Refused {
  readonly refused: Reply;
}

export const isRefused = (result: unknown): result is Refused =>
  typeof result === 'object' && result !== null && 'refused' in result;

/** Ref of a target's publish job; its run and tries are in the payload. */
export const jobRef = (postId: string, accountId: string): string => `${postId}/${accountId}`;

/** The publish job of a target, to be called off. */
export const jobPlace = (postId: string, accountId: string): WorkPlace => ({
  kind: PUBLISH,
  ref: jobRef(postId, accountId),
});

/** When a pending target is to be published: ms, or undefined when nothing is planned. */
export const dueOf = (post: Post, target: Target): number | undefined =>
  target.heldUntil ?? target.scheduledFor ?? post.scheduledFor ?? undefined;

/** The publish job of a target. @param at ms */
export const publishJob = (
  post: Post,
  target: Target,
  at: number,
  more: { readonly tries?: number; readonly leaseMs?: number } = {},
): NewDue => ({
  dueAt: at,
  kind: PUBLISH,
  ref: jobRef(post.id, target.accountId),
  payload: { run: target.run, tries: more.tries ?? 0 },
  ...(more.leaseMs === undefined ? {} : { leaseMs: more.leaseMs }),
});

/** A job for every pending target that waits for its time. */
export const jobsOf = (post: Post): NewDue[] =>
  post.targets.flatMap((target) => {
    const at = dueOf(post, target);
    return target.status === 'pending' && target.startedAt === undefined && at !== undefined
      ? [publishJob(post, target, at)]
      : [];
  });

/** The post with one target replaced. */
export const withTarget = (post: Post, changed: Target): Post => ({
  ...post,
  targets: post.targets.map((target) => (target.accountId === changed.accountId ? changed : target)),
});

const TRACES = ['startedAt', 'heldUntil', 'isUncertain', 'errorMessage', 'errorCategory', 'errorSource'] as const;

/** The target without the traces of its last run: errors, holds and flight. */
export function unburdened(target: Target): Target {
  return without(target, TRACES);
}
