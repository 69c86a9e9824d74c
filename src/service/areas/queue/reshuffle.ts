/** Gives the waiting posts of a changed queue its new slots, in the order in which they were to go out. */
import type { Tx } from '../../store/store.ts';
import { jobsOf } from '../posts/changes.ts';
import type { QueueRecord } from './queue-record.ts';
import { nextSlots } from './slot-times.ts';

/** Moves posts and their jobs; no event tells of it. @param now ms @returns how many posts have another time */
export async function reshuffle(tx: Tx, queue: QueueRecord, now: number): Promise<number> {
  if (!queue.doc.active) return 0;
  const posts = await tx.posts({
    teamId: queue.teamId,
    queueId: queue.id,
    status: 'scheduled',
    sortBy: 'scheduled-asc',
    includeHidden: true,
  });
  const times = nextSlots(queue.doc, { from: now, count: posts.length, taken: new Set() });
  let moved = 0;
  for (const [index, post] of posts.entries()) {
    const at = times[index];
    if (at === undefined || at === post.scheduledFor) continue;
    const changed = { ...post, scheduledFor: at, updatedAt: now };
    await tx.putPost(changed);
    for (const job of jobsOf(changed)) await tx.schedule(job);
    moved += 1;
  }
  return moved;
}
