/** The post's status as it follows from its targets, by the state table, and the rollup event of that move. Pure. */
import { post as states, type PostEvent, type PostStatus } from '../../../states/post.ts';
import type { NewEvent } from '../../../store/store.ts';
import { dueOf } from '../changes.ts';
import { rollupEvents } from '../events.ts';
import type { Post, Target } from '../../../store/post.ts';

export interface Settled {
  readonly post: Post;
  readonly events: readonly NewEvent[];
}

/** After a target of a publishing post ended, waits or was held. Source: specification, "Post status" */
export function settled(post: Post, now: number): Settled {
  return moved(timed(post), eventOf(post.targets), now);
}

/** The post after an event of the table, with that row's rollup. Throws when the table has no such row: a bug. */
export function moved(post: Post, event: PostEvent, now: number): Settled {
  const move = states.move(post.status, event);
  if (move === undefined) throw new Error(`This is not possible for a post with the status ${post.status}: ${event}.`);
  const after: Post = { ...post, status: move.to as PostStatus, updatedAt: now };
  return { post: after, events: rollupEvents(move.effect, after) };
}

/** The outcome of a run over all targets. */
export function outcomeEvent(targets: readonly Target[]): 'allPublished' | 'somePublished' | 'nonePublished' {
  const published = targets.filter(({ status }) => status === 'published').length;
  if (published === targets.length) return 'allPublished';
  return published > 0 ? 'somePublished' : 'nonePublished';
}

function eventOf(targets: readonly Target[]): PostEvent {
  if (targets.some(({ startedAt }) => startedAt !== undefined)) return 'due';
  if (targets.some(({ status }) => status === 'pending')) return 'hold';
  return outcomeEvent(targets);
}

/** A post that only waits for held targets shows the earliest of their times. Source: POST-06 */
function timed(post: Post): Post {
  const waiting = post.targets.filter(({ status }) => status === 'pending');
  if (waiting.length === 0 || waiting.some(({ startedAt }) => startedAt !== undefined)) return post;
  if (!waiting.some(({ heldUntil }) => heldUntil !== undefined)) return post;
  const times = waiting.flatMap((target) => dueOf(post, target) ?? []);
  return { ...post, scheduledFor: Math.min(...times) };
}
