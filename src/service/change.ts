/** The only way an area writes: a decision reads inside a transaction and says as data what changes; commit writes it. Next stop: store/. */
import type { DomainEvent } from './domain-events.ts';
import type { NewDelivery, DeliveryPlace, Move } from './store/delivery.ts';
import type { FeedDoc, FeedItem, Lock, NewDue, NewEvent, Reader, Store, StoredRecord, Tx } from './store/store.ts';
import type { Post } from './store/post.ts';

/** What a decision changes, as data. Written in the order of these lines, so that an event finds its records. */
export interface Changes {
  readonly removed?: readonly RecordPlace[];
  /** Records as they are afterwards; of two with one id the later holds. */
  readonly records?: readonly StoredRecord[];
  /** Due work that is no longer wanted. */
  readonly cancelled?: readonly WorkPlace[];
  /** Due work; one that waits under the same kind and ref moves. */
  readonly due?: readonly NewDue[];
  /** Due work that begins no later than this, and stays with the worker who does it already. */
  readonly pulled?: readonly NewDue[];
  /** Posts as they are afterwards. */
  readonly posts?: readonly Post[];
  readonly removedPosts?: readonly string[];
  /** Publications that begin to count under the caps. */
  readonly taken?: readonly (Room & { readonly bucket: string })[];
  /** Publications that no longer count. */
  readonly freed?: readonly Room[];
  /** What people see on a simulated network or phone. */
  readonly feed?: readonly FeedItem[];
  /** Items of feeds that are removed, seen again, or read otherwise. */
  readonly feedChanges?: readonly FeedChange[];
  readonly moved?: readonly DeliveryMove[];
  readonly events?: readonly NewEvent[];
  /** Deliveries of events beyond those that subscriptions ask for. */
  readonly deliveries?: readonly NewDelivery[];
  /** What other areas may act on, in the same commit, once the rest is written. */
  readonly domainEvents?: readonly DomainEvent[];
}

export interface RecordPlace {
  readonly kind: string;
  readonly id: string;
}

export interface WorkPlace {
  readonly kind: string;
  readonly ref: string;
}

/** The place of one publication among those that the caps count. */
export interface Room {
  readonly accountId: string;
  readonly postId: string;
  /** Milliseconds. */
  readonly at: number;
}

export interface FeedChange {
  readonly accountId: string;
  readonly nativeId: string;
  /** Milliseconds; null for an item that is seen again. */
  readonly removedAt?: number | null;
  /** What is seen from now on. */
  readonly doc?: FeedDoc;
  /** Milliseconds: when it came to be seen so. */
  readonly updatedAt?: number;
}

/** Another state for the deliveries of an event or to an endpoint. */
export interface DeliveryMove {
  readonly of: DeliveryPlace;
  readonly move: Move;
}

/** What a decision may read: the state that its changes will be written to. */
export type View = Reader;

export type { Lock };

/** A decision whose later reads must see what it has decided already: every value that it yields is written at once. */
export type Steps<T> = AsyncGenerator<Changes, T, undefined>;

/** The parts of a desk that a commit needs. */
export interface Doors {
  readonly store: Pick<Store, 'transact'>;
  /** Called after a commit that scheduled work, which may be due already. */
  readonly wake: () => void;
  /** What other areas change because of something that happened; nobody acts where this is absent. */
  readonly react?: React;
}

/** @param view the state after what happened was written */
export type React = (event: DomainEvent, view: View) => Promise<readonly Changes[]>;

/** How often a reaction may be what others react to. */
const MOST_REACTIONS = 3;

/**
 * Decides and writes in one transaction: all of the changes or none. The decision may run again when the store asks for it,
 * so it does nothing but read and answer; what it draws from `ids` may be drawn twice.
 * @param locks what the decision rests on: the records that it reads to change them, `team/<id>` for a list of the team
 * @returns the decision's `result`, once the changes are on disk
 */
export function commit<T>(
  doors: Doors,
  locks: readonly Lock[],
  decide: (view: View) => Promise<Changes & { readonly result: T }>,
): Promise<T>;
export function commit(
  doors: Doors,
  locks: readonly Lock[],
  decide: (view: View) => Promise<Changes>,
): Promise<undefined>;
export async function commit<T>(
  doors: Doors,
  locks: readonly Lock[],
  decide: (view: View) => Promise<Changes & { readonly result?: T }>,
): Promise<T | undefined> {
  const { result, wakes } = await doors.store.transact(async (tx) => {
    const changes = await decide(tx);
    return { result: changes.result, wakes: await writeAll(doors, tx, changes) };
  }, locks);
  if (wakes) doors.wake();
  return result;
}

/** Like commit, for a decision in steps that see one another. */
export async function commitSteps<T>(
  doors: Doors,
  locks: readonly Lock[],
  decide: (view: View) => Steps<T>,
): Promise<T> {
  const { result, wakes } = await doors.store.transact(async (tx) => {
    let wakes = false;
    const steps = decide(tx);
    for (;;) {
      const step = await steps.next();
      if (step.done === true) return { result: step.value, wakes };
      wakes = (await writeAll(doors, tx, step.value)) || wakes;
    }
  }, locks);
  if (wakes) doors.wake();
  return result;
}

/** Writes changes with all that other areas change because of them. @returns whether work waits that is nobody's yet */
async function writeAll(doors: Doors, tx: Tx, changes: Changes, depth = 0): Promise<boolean> {
  await write(tx, changes);
  let wakes = isWork(changes);
  for (const event of changes.domainEvents ?? []) {
    const reactions = (await doors.react?.(event, tx)) ?? [];
    if (reactions.length > 0 && depth === MOST_REACTIONS) throw new Error(`Reactions to ${event.name} do not end.`);
    for (const reaction of reactions) wakes = (await writeAll(doors, tx, reaction, depth + 1)) || wakes;
  }
  return wakes;
}

/** Work that its caller has leased is nobody else's to begin; pulled work is announced by the store. */
const isWork = ({ due = [] }: Changes): boolean => due.some(({ leaseMs }) => leaseMs === undefined);

/** Several decisions' changes as one, in their order. For decisions that read nothing of one another. */
export function together(all: readonly Changes[]): Changes {
  const joined: Record<string, unknown[]> = {};
  for (const changes of all)
    for (const [part, values] of Object.entries(changes) as [string, unknown[]][])
      (joined[part] ??= []).push(...values);
  return joined as Changes;
}

/** Writes changes inside a transaction that is open already. Only for what is not an area. */
export async function write(tx: Tx, changes: Changes): Promise<void> {
  for (const { kind, id } of changes.removed ?? []) await tx.remove(kind, id);
  for (const record of changes.records ?? []) await tx.put(record);
  for (const { kind, ref } of changes.cancelled ?? []) await tx.cancel(kind, ref);
  for (const due of changes.due ?? []) await tx.schedule(due);
  for (const due of changes.pulled ?? []) await tx.pull(due);
  for (const post of changes.posts ?? []) await tx.putPost(post);
  for (const id of changes.removedPosts ?? []) await tx.removePost(id);
  for (const room of changes.taken ?? []) await tx.addPublication(room);
  for (const room of changes.freed ?? []) await tx.removePublication(room);
  for (const item of changes.feed ?? []) await tx.addFeedItem(item);
  for (const { accountId, nativeId, ...change } of changes.feedChanges ?? [])
    await tx.updateFeedItem(accountId, nativeId, change);
  for (const { of, move } of changes.moved ?? []) await tx.moveDeliveries(of, move);
  for (const event of changes.events ?? []) await tx.emit(event);
  for (const delivery of changes.deliveries ?? []) await tx.addDelivery(delivery);
}
