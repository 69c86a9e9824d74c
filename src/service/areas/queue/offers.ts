/** Gives a post its place in a queue: the next free slot, or a wanted time when no other post of the queue has it. */
import { instantOf } from '../../../kernel/instant.ts';
import type { Caller, Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Reader } from '../../store/store.ts';
import { freeSlots, queueFor, QUEUE_KIND, takenSlots, type QueueChoice } from './record.ts';

export interface QueuePlace {
  readonly profileId: string;
  readonly queueId: string;
  /** Milliseconds. */
  readonly at: number;
}

export interface Wish {
  readonly choice: QueueChoice;
  /** Milliseconds on the service's clock. */
  readonly now: number;
  /** A time asked for, in ms; the next free slot without one. */
  readonly at?: number | undefined;
  /** The post that moves, whose own slot counts as free. */
  readonly postId?: string;
}

/** Read and used inside the transaction that writes the post, so that no slot is given twice. Source: ASM-41, QUE-05, QUE-06 */
export async function placeInQueue(
  reader: Reader,
  caller: Caller,
  { choice, now, at, postId }: Wish,
): Promise<QueuePlace | { readonly refused: Reply }> {
  const found = await queueFor(reader, caller, choice);
  if ('refused' in found) return found;
  const { queue } = found;
  if (queue === undefined) return { refused: noQueue() };
  const except = postId === undefined ? {} : { except: postId };
  const place = { profileId: choice.profileId, queueId: queue.id };
  if (at !== undefined) {
    const conflict = await slotConflict(reader, { queueId: queue.id, at, ...except });
    return conflict === undefined ? { ...place, at } : { refused: conflict };
  }
  const [free] = await freeSlots(reader, queue, { from: now, count: 1, ...except });
  return free === undefined ? { refused: noSlot() } : { ...place, at: free };
}

/** The refusal of a time that another post of the queue has, or undefined. Source: POST-58, POST-59 */
export async function slotConflict(
  reader: Reader,
  { queueId, at, except }: { readonly queueId: string; readonly at: number; readonly except?: string },
): Promise<Reply | undefined> {
  const queue = await reader.get(QUEUE_KIND, queueId);
  if (queue === undefined) return undefined;
  const holder = (await takenSlots(reader, queue, except)).get(at);
  if (holder === undefined) return undefined;
  return refuse('queue_slot_conflict', {
    param: 'scheduledFor',
    details: { queueId, scheduledFor: instantOf(at), existingPostId: holder },
  });
}

const noQueue = (): Reply =>
  refuse('invalid_field_value', { param: 'queuedFromProfile', message: 'The profile has no queue.' });

export const noSlot = (): Reply =>
  refuse('invalid_field_value', { param: 'queueId', message: 'The queue is turned off or has no slots.' });
