/** Queues as records, and the free slots of one. Asked by operations.ts and, for posts that are queued, by areas/posts. */
import type { Caller } from '../../call.ts';
import type { Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { DocOf, Reader, RecordOf } from '../../store/store.ts';
import { profileFor } from '../../records/profile.ts';
import { nextSlots } from './slot-times.ts';

export const QUEUE_KIND = 'queue';

export type QueueRecord = RecordOf<typeof QUEUE_KIND>;

/** A queue as the API returns it. */
export type QueueDoc = DocOf<typeof QUEUE_KIND>;

/** Queues of a profile, oldest first. */
export const queuesOf = (reader: Reader, profileId: string): Promise<QueueRecord[]> =>
  reader.list(QUEUE_KIND, { profileId });

export const defaultOf = (queues: readonly QueueRecord[]): QueueRecord | undefined =>
  queues.find(({ doc }) => doc.isDefault) ?? queues[0];

/** What a call names: a profile and, if it likes, one of its queues. */
export interface QueueChoice {
  readonly profileId: string;
  readonly queueId?: string | undefined;
}

/** The queue of a choice, the profile's default without an id; undefined when the profile has none; or the refusal. */
export async function queueFor(
  reader: Reader,
  caller: Caller,
  { profileId, queueId }: QueueChoice,
): Promise<{ readonly queue: QueueRecord | undefined } | { readonly refused: Reply }> {
  const profile = await profileFor(reader, caller, profileId);
  if (profile === undefined) return { refused: refuse('profile_not_found') };
  const queues = await queuesOf(reader, profileId);
  if (queueId === undefined) return { queue: defaultOf(queues) };
  const queue = queues.find(({ id }) => id === queueId);
  return queue === undefined ? { refused: refuse('queue_not_found', { param: 'queueId' }) } : { queue };
}

/** Statuses in which a post holds its slot. */
const HOLDING = ['scheduled', 'publishing'] as const;

/**
 * The instants (ms) that posts of a queue hold, each with its post.
 * @param except a post whose own time does not count
 */
export async function takenSlots(
  reader: Reader,
  { id, teamId }: Pick<QueueRecord, 'id' | 'teamId'>,
  except?: string,
): Promise<ReadonlyMap<number, string>> {
  const taken = new Map<number, string>();
  for (const status of HOLDING) {
    for (const post of await reader.posts({ teamId, queueId: id, status, includeHidden: true })) {
      if (post.scheduledFor !== null && post.id !== except) taken.set(post.scheduledFor, post.id);
    }
  }
  return taken;
}

/** The next `count` free slots of a queue, as instants (ms); none while it is switched off. */
export async function freeSlots(
  reader: Reader,
  queue: QueueRecord,
  { from, count, except }: { readonly from: number; readonly count: number; readonly except?: string },
): Promise<number[]> {
  if (!queue.doc.active) return [];
  const taken = await takenSlots(reader, queue, except);
  return nextSlots(queue.doc, { from, count, taken: new Set(taken.keys()) });
}
