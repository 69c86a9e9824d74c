/** What a decision changes, as data, and the one function that writes it. Decisions are pure; this is their commit. */
import type { NewDue, NewEvent, Tx } from '../../store/store.ts';
import type { Post, Target } from './post.ts';
import type { Reply } from '../../call.ts';
import { without } from './without.ts';

export const PUBLISH = 'publish';

export interface Changes {
  /** Posts as they stand afterwards. */
  readonly posts: readonly Post[];
  /** Id of a post that is gone afterwards. */
  readonly removed?: string;
  readonly events: readonly NewEvent[];
  readonly due: readonly NewDue[];
  /** Refs of publish jobs that are no longer wanted. */
  readonly cancelled: readonly string[];
  /** Publications that begin to count under the caps. */
  readonly taken?: readonly (Room & { readonly bucket: string })[];
  /** Publications that no longer count, because the platform refused them. */
  readonly freed?: readonly Room[];
}

/** The place of one publication among those that the caps count. */
export interface Room {
  readonly accountId: string;
  readonly postId: string;
  /** Milliseconds. */
  readonly at: number;
}

export const NO_CHANGES: Changes = { posts: [], events: [], due: [], cancelled: [] };

/** An expected refusal in place of a result; see refuse() in call.ts. */
export interface Refused {
  readonly refused: Reply;
}

export const isRefused = (result: unknown): result is Refused =>
  typeof result === 'object' && result !== null && 'refused' in result;

/** Writes all of it; the caller's transaction makes it one step. */
export async function commit(tx: Tx, changes: Changes): Promise<void> {
  for (const ref of changes.cancelled) await tx.cancel(PUBLISH, ref);
  for (const due of changes.due) await tx.schedule(due);
  for (const post of changes.posts) await tx.putPost(post);
  if (changes.removed !== undefined) await tx.removePost(changes.removed);
  for (const room of changes.taken ?? []) await tx.addPublication(room);
  for (const room of changes.freed ?? []) await tx.removePublication(room);
  for (const event of changes.events) await tx.emit(event);
}

/** Ref of a target's publish job; its run and tries are in the payload. */
export const jobRef = (postId: string, accountId: string): string => `${postId}/${accountId}`;

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
