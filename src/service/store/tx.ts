/** One unit of work on the writing connection: reads that see its own writes, and the writes. Run by writer.ts. */
import { groupOf } from '../../webhooks/catalogue.ts';
import { bodyOf } from '../../webhooks/envelope.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import { keepAnswer } from './answers.ts';
import { addAttempt, forgetAttempts } from './attempts.ts';
import { addDelivery, endAttempt, moveDeliveries } from './deliveries.ts';
import { cancel, pull, schedule } from './due.ts';
import { addFeedItem, updateFeedItem } from './feed.ts';
import { append } from './outbox.ts';
import { putPost, removePost } from './posts.ts';
import { addPublication, removePublication } from './publications.ts';
import { readerOn } from './reader.ts';
import { putRecord, removeRecord } from './records.ts';
import type { Executor } from './statement.ts';
import type { EmittedEvent, Tx } from './store.ts';

export interface TxParts {
  readonly run: Executor;
  /** The service's clock: stamps events. */
  readonly clock: Clock;
  /** The machine's clock: leases live on it, since they end with a process, not with service time. */
  readonly wall: Clock;
  readonly ids: Ids;
  /** Called with every kind of record written. */
  readonly touched: (kind: string) => void;
  /** Called with the ref of the work that was pulled. */
  readonly pulled: (ref: string) => void;
  /** Decides who gets an event, in the transaction of its cause. */
  readonly outlet: Outlet;
}

export type Outlet = (tx: Tx, event: EmittedEvent) => Promise<void>;

export function txOn({ run, clock, wall, ids, touched, pulled, outlet }: TxParts): Tx {
  const tx: Tx = {
    ...readerOn(run),
    put(record) {
      touched(record.kind);
      return putRecord(run, record);
    },
    remove(kind, id) {
      touched(kind);
      return removeRecord(run, kind, id);
    },
    putPost: (post) => putPost(run, post),
    removePost: (id) => removePost(run, id),
    schedule: (due) => schedule(run, due, due.leaseMs === undefined ? null : wall.now() + due.leaseMs),
    cancel: (kind, ref) => cancel(run, kind, ref),
    async emit(event) {
      const emitted = { ...event, id: event.id ?? ids.uuid(), group: groupOf(event.type) };
      await appendEvent(run, emitted, clock);
      await outlet(tx, emitted);
      return emitted.id;
    },
    addDelivery: (delivery) => addDelivery(run, delivery),
    endAttempt: (outcome) => endAttempt(run, outcome),
    addAttempt: (attempt) => addAttempt(run, attempt),
    moveDeliveries: (of, move) => moveDeliveries(run, of, move),
    forgetAttempts: (before) => forgetAttempts(run, before),
    pull(due) {
      pulled(due.ref);
      return pull(run, due);
    },
    addPublication: (row) => addPublication(run, row),
    removePublication: (row) => removePublication(run, row),
    addFeedItem: (item) => addFeedItem(run, item),
    updateFeedItem: (accountId, nativeId, change) => updateFeedItem(run, { accountId, nativeId }, change),
    keepAnswer: (key, at, answer) => keepAnswer(run, key, at, answer),
  };
  return tx;
}

async function appendEvent(run: Executor, event: EmittedEvent, clock: Clock): Promise<void> {
  const { id, type, payload } = event;
  const at = event.at ?? clock.now();
  await append(run, event, { at, body: bodyOf({ id, event: type, at, payload }) });
}
