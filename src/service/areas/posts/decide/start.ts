/** Sends a post on its way: to wait for its time, or to its networks at once within the caps. Pure. Used by create, update and retry. */
import { HOUR_MS, MINUTE_MS } from '../../../../kernel/time.ts';
import type { Reply } from '../../../call.ts';
import { refuseBare } from '../../../refuse.ts';
import type { Breach } from '../../../../platforms/caps.ts';
import { post as states, type PostEvent, type PostState, type PostStatus } from '../../../states/post.ts';
import { target as targetStates } from '../../../states/target.ts';
import type { PostAccount } from '../account.ts';
import { jobsOf, publishJob, unburdened, type PostChanges, type Refused } from '../changes.ts';
import { rollupEvents } from '../events.ts';
import type { Post, Target } from '../../../store/post.ts';
import { bucketOfTarget } from '../publish/publication.ts';
import { breachFor, type Taken } from '../publish/room.ts';
import { settled } from './settle.ts';
import { instantOf } from '../../../../kernel/instant.ts';
import { platformLabel } from '../../../../platforms/labels.ts';

/** How long a job stays with the request that does it at once; renewed while it waits. */
export const INLINE_LEASE_MS = MINUTE_MS;

/** What the caps look at. */
export interface Room {
  readonly accounts: ReadonlyMap<string, PostAccount>;
  readonly legacyDailyCap: number | null;
  /** By account; missing means nothing. */
  readonly taken: ReadonlyMap<string, Taken>;
}

export interface Step {
  /** State before; `none` for a new post. */
  readonly from: PostState;
  readonly event: PostEvent;
  /** Milliseconds. */
  readonly now: number;
  readonly requestId?: string;
}

/** The post as it waits for its time, with a job for each target and the event of the move. Source: POST-26, POST-43, POST-46 */
export function scheduled(post: Post, { from, event, now, requestId }: Step): PostChanges {
  const move = states.move(from, event);
  if (move === undefined) throw new Error(`This is not possible for a post with the status ${from}: ${event}.`);
  const after: Post = { ...post, status: move.to as PostStatus, targets: post.targets.map(again), updatedAt: now };
  return {
    posts: [after],
    events: rollupEvents(move.effect, after, requestId),
    due: jobsOf(after),
    cancelled: [],
  };
}

/**
 * The post with every unpublished target in flight or, on tiktok beyond its cap, held; or the 429 of a full cap.
 * The jobs in flight are leased to the caller, who publishes at once.
 * Source: POST-30, POST-40, POST-49, ASM-21
 */
export function launched(post: Post, room: Room, { from, event, now, requestId }: Step): PostChanges | Refused {
  const move = states.move(from, event);
  if (move === undefined) throw new Error(`This is not possible for a post with the status ${from}: ${event}.`);
  const targets: Target[] = [];
  for (const target of post.targets.map(again)) {
    const breach = target.status === 'pending' ? breachIn(room, post, target, now) : undefined;
    if (breach !== undefined && !breach.cap.holds) return { refused: capRefusal(target, breach, now) };
    targets.push(target.status === 'pending' ? flown(target, breach, now) : target);
  }
  const scheduledFor = event === 'retry' ? post.scheduledFor : now;
  const flying: Post = { ...post, status: move.to as PostStatus, scheduledFor, targets, updatedAt: now };
  const { post: after } = settled(flying, now);
  return {
    posts: [after],
    events: rollupEvents(move.effect, after, requestId),
    due: after.targets.flatMap((target) => jobFor(after, target, now)),
    cancelled: [],
    taken: roomsOf(after),
  };
}

/** An unpublished target ready for a run; a failed one begins a new run unless the last may have succeeded. */
function again(target: Target): Target {
  const move = targetStates.move(target.status, 'retry');
  if (move === undefined) return target;
  const isNewRun = target.status === 'failed' && target.isUncertain !== true;
  return { ...unburdened(target), status: move.to, run: isNewRun ? target.run + 1 : target.run };
}

/** What keeps a target back that is to go out now. */
export function breachIn({ accounts, taken, legacyDailyCap }: Room, post: Post, target: Target, now: number) {
  const [account, used] = [accounts.get(target.accountId), taken.get(target.accountId)];
  if (account === undefined || used === undefined) return undefined;
  return breachFor({ post, target, account }, used, { legacyDailyCap, now });
}

function flown({ scheduledFor: _own, ...target }: Target, breach: Breach | undefined, now: number): Target {
  return breach === undefined ? { ...target, startedAt: now } : { ...target, heldUntil: breach.freeAt };
}

const roomsOf = (post: Post): NonNullable<PostChanges['taken']> =>
  post.targets.flatMap((target) =>
    target.startedAt === undefined
      ? []
      : [{ accountId: target.accountId, postId: post.id, at: target.startedAt, bucket: bucketOfTarget(post, target) }],
  );

function jobFor(post: Post, target: Target, now: number) {
  if (target.status !== 'pending') return [];
  if (target.startedAt !== undefined) return [publishJob(post, target, now, { leaseMs: INLINE_LEASE_MS })];
  return [publishJob(post, target, target.heldUntil ?? now)];
}

function capRefusal({ accountId, platform }: Target, { cap, freeAt }: Breach, now: number): Reply {
  const retryAfterSeconds = Math.ceil((freeAt - now) / 1000);
  const span = cap.windowMs === HOUR_MS ? 'hour' : '24 hours';
  const error =
    `The ${platformLabel(platform)} account has published ${String(cap.limit)} posts in the last ${span}. ` +
    `Try again in ${String(retryAfterSeconds)} seconds, at ${instantOf(freeAt)}.`;
  const reply = refuseBare(429, error, { accountId, platform, limit: cap.limit, retryAfterSeconds });
  return { ...reply, headers: { 'Retry-After': String(retryAfterSeconds) } };
}
