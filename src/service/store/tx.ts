/** One unit of work on the writing connection: reads that see its own writes, and the writes. Run by writer.ts. */
import { groupOf } from '../../webhooks/catalogue.ts';
import { bodyOf } from '../../webhooks/envelope.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import { keepAnswer } from './answers.ts';
import { addAttempt, forgetAttempts } from './attempts.ts';
import { addDelivery, endAttempt, moveDeliveries } from './deliveries.ts';
import { cancel, pull, schedule } from './due.ts';
import { addFeedItem, addNewFeedItem, updateFeedItem } from './feed.ts';
import { feedKey, keyOf, postKey, type Memory } from './memory.ts';
import { append } from './outbox.ts';
import type { Post } from './post.ts';
import { putPost, removePost } from './posts.ts';
import { addPublication, removePublication } from './publications.ts';
import { readerOn } from './reader.ts';
import { putRecord, removeRecord } from './records.ts';
import type { Executor } from './statement.ts';
import type { EmittedEvent, FeedItem, StoreChange, Tx } from './store.ts';

export interface TxParts {
  readonly run: Executor;
  /** The service's clock: stamps events. */
  readonly clock: Clock;
  /** The machine's clock: leases live on it, since they end with a process, not with service time. */
  readonly wall: Clock;
  readonly ids: Ids;
  /** Called with every kind of record written. */
  readonly touched: (kind: string) => void;
  /** Called with everything written. */
  readonly changed: (change: StoreChange) => void;
  /** Called with the ref of the work that was pulled. */
  readonly pulled: (ref: string) => void;
  /** Decides who gets an event, in the transaction of its cause. */
  readonly outlet: Outlet;
  /** What need not be asked; a store that asks at no cost has none. */
  readonly memory?: Memory | undefined;
  /** Asks what the memory does not know. */
  readonly asking?: Executor | undefined;
}

export type Outlet = (tx: Tx, event: EmittedEvent) => Promise<void>;

export function txOn(parts: TxParts): Tx {
  const { run, clock, wall, ids, touched, changed, pulled, outlet, memory, asking = run } = parts;
  const tx: Tx = {
    ...readerOn(run, memory && { recall: memory.written, asking }),
    ...postsOn(parts),
    ...deliveriesOn(parts),
    ...feedsOn(parts),
    put(record) {
      touched(record.kind);
      changed({ of: 'record', kind: record.kind, id: record.id });
      memory?.write(keyOf(record.kind, record.id), record);
      return putRecord(run, record);
    },
    remove(kind, id) {
      touched(kind);
      changed({ of: 'record', kind, id });
      memory?.write(keyOf(kind, id), undefined);
      return removeRecord(run, kind, id);
    },
    schedule(due) {
      changed({ of: 'work', kind: due.kind });
      return schedule(run, due, due.leaseMs === undefined ? null : wall.now() + due.leaseMs);
    },
    cancel(kind, ref) {
      changed({ of: 'work', kind });
      return cancel(run, kind, ref);
    },
    async emit(event) {
      const emitted = { group: groupOf(event.type), ...event, id: event.id ?? ids.uuid() };
      changed({ of: 'event', kind: emitted.type, id: emitted.id });
      await appendEvent(run, emitted, clock);
      await outlet(tx, emitted);
      return emitted.id;
    },
    pull(due) {
      pulled(due.ref);
      return pull(run, due);
    },
    addPublication: (row) => addPublication(run, row),
    removePublication: (row) => removePublication(run, row),
    keepAnswer: (key, at, answer) => keepAnswer(run, key, at, answer),
  };
  return tx;
}

async function appendEvent(run: Executor, event: EmittedEvent, clock: Clock): Promise<void> {
  const { id, type, payload } = event;
  const at = event.at ?? clock.now();
  await append(run, event, { at, body: bodyOf({ id, event: type, at, payload }) });
}

type Noting = Pick<TxParts, 'run' | 'changed' | 'memory'>;

const postsOn = ({ run, changed, memory }: Noting): Pick<Tx, 'putPost' | 'removePost'> => ({
  putPost(post) {
    changed({ of: 'post', id: post.id });
    const before = memory?.known<Post>(postKey(post.id));
    memory?.write(postKey(post.id), post);
    return putPost(run, post, before);
  },
  removePost(id) {
    changed({ of: 'post', id });
    memory?.write(postKey(id), undefined);
    return removePost(run, id);
  },
});

const deliveriesOn = ({
  run,
  changed,
}: Noting): Pick<Tx, 'addDelivery' | 'endAttempt' | 'addAttempt' | 'moveDeliveries' | 'forgetAttempts'> => ({
  addDelivery(delivery) {
    changed({ of: 'delivery' });
    return addDelivery(run, delivery);
  },
  endAttempt(outcome) {
    changed({ of: 'delivery' });
    return endAttempt(run, outcome);
  },
  addAttempt: (attempt) => addAttempt(run, attempt),
  moveDeliveries(of, move) {
    changed({ of: 'delivery' });
    return moveDeliveries(run, of, move);
  },
  forgetAttempts: (before) => forgetAttempts(run, before),
});

const feedsOn = ({ run, changed, memory }: Noting): Pick<Tx, 'addFeedItem' | 'updateFeedItem'> => {
  const note = (item: FeedItem): void => {
    if (item.idempotencyKey !== null) memory?.write(feedKey(item.accountId, item.idempotencyKey), item);
  };
  return {
    async addFeedItem(item) {
      const { accountId, idempotencyKey } = item;
      const before = idempotencyKey === null ? {} : memory?.known<FeedItem>(feedKey(accountId, idempotencyKey));
      if (before?.value !== undefined) return before.value;
      changed({ of: 'feed', id: accountId });
      const added = before === undefined ? await addFeedItem(run, item) : await addNewFeedItem(run, item);
      note(added);
      return added;
    },
    async updateFeedItem(accountId, nativeId, change) {
      changed({ of: 'feed', id: accountId });
      const after = await updateFeedItem(run, { accountId, nativeId }, change);
      if (after !== undefined) note(after);
      return after !== undefined;
    },
  };
};
