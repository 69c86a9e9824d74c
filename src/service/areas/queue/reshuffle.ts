/** Gives the waiting posts of a changed queue its new slots, in the order in which they were to go out. */
import type { Changes, View } from '../../change.ts';
import { jobsFor } from '../posts/offers.ts';
import type { Post } from '../../store/post.ts';
import type { QueueRecord } from './record.ts';
import { nextSlots } from './slot-times.ts';

/** Posts at their new times, with their jobs; there is no event for that. @param now ms */
export async function reshuffleQueue(
  view: View,
  queue: QueueRecord,
  now: number,
): Promise<Pick<Changes, 'due'> & { readonly posts: readonly Post[] }> {
  if (!queue.doc.active) return { posts: [] };
  const posts = await view.posts({
    teamId: queue.teamId,
    queueId: queue.id,
    status: 'scheduled',
    sortBy: 'scheduled-asc',
    includeHidden: true,
  });
  const times = nextSlots(queue.doc, { from: now, count: posts.length, taken: new Set() });
  const moved = posts.flatMap((post, index) => {
    const at = times[index];
    return at === undefined || at === post.scheduledFor ? [] : [{ ...post, scheduledFor: at, updatedAt: now }];
  });
  return { posts: moved, due: jobsFor(moved) };
}
