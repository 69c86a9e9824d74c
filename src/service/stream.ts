/** What happens in the service, as it happens, for those who look on: a ring of messages that any number of readers follow. Served by control/stream.ts. */
import type { Bytes } from '../kernel/ids.ts';
import type { StoreChange } from './store/store.ts';

/** A message of the stream. `gap` says that messages are lost for this reader: what it shows must be read anew. */
export interface StreamMessage {
  /** `EPOCH-NUMBER`; the epoch is another one after each start. */
  readonly id: string;
  readonly event: 'change' | 'request' | 'clock' | 'replaced' | 'gap';
  readonly data: unknown;
}

export interface ServiceStream {
  /** Called with what a commit changed. */
  change(changes: readonly StoreChange[]): void;
  /** Called with anything else that happened. */
  say(event: 'request' | 'clock' | 'replaced', data: unknown): void;
  /** True once somebody has read: until then nothing is kept. */
  isRead(): boolean;
  /** Messages after that one, then those that come. */
  readFrom(after: string | undefined): StreamReader;
  /** Ends every reading. */
  close(): void;
  isClosed(): boolean;
}

export interface StreamReader {
  /** @returns messages that wait, oldest first; empty when the stream is closed or `rouse` was called */
  next(): Promise<readonly StreamMessage[]>;
  /** Ends a wait of `next`, for example to say that the connection is alive. */
  rouse(): void;
}

/** Messages that are kept; a reader that is further behind gets a gap. Nothing is ever held back for one reader. */
const KEPT = 4_096;

/** Changes of one commit that are named one by one; of more, only the kinds are named. */
const NAMED = 200;

/** @param random makes the epoch */
export function openStream(random: Bytes): ServiceStream {
  const epoch = Buffer.from(random(6)).toString('hex');
  const messages: StreamMessage[] = [];
  const readers = new Set<() => void>();
  let count = 0;
  let isRead = false;
  let closed = false;
  const idOf = (number: number): string => `${epoch}-${String(number)}`;
  const ring = (): void => readers.forEach((rouse) => rouse());
  const add = (event: StreamMessage['event'], data: unknown): void => {
    if (!isRead) return;
    count += 1;
    messages.push({ id: idOf(count), event, data });
    if (messages.length >= 2 * KEPT) messages.splice(0, messages.length - KEPT);
    ring();
  };

  /** Number of the message that a reader has seen last; undefined where messages after it are lost. */
  const placeOf = (after: string): number | undefined => {
    const [start, number] = after.split('-');
    const seen = Number(number);
    return start === epoch && Number.isInteger(seen) && seen <= count && seen >= count - messages.length
      ? seen
      : undefined;
  };

  return {
    change(changes) {
      if (isRead && changes.length > 0) add('change', { changes: namesOf(changes) });
    },
    say: add,
    isRead: () => isRead,
    readFrom(after) {
      isRead = true;
      const place = after === undefined ? count : placeOf(after);
      return readerOf({ messages, readers, idOf, count: () => count, isClosed: () => closed }, place);
    },
    close() {
      closed = true;
      ring();
    },
    isClosed: () => closed,
  };
}

/** Each thing once; kinds alone where a commit changed very many. */
function namesOf(changes: readonly StoreChange[]): readonly StoreChange[] {
  const each = new Map(changes.map((one) => [`${one.of} ${one.kind ?? ''} ${one.id ?? ''}`, one]));
  if (each.size <= NAMED) return [...each.values()];
  return [
    ...new Map(
      changes.map(({ of, kind }) => [`${of} ${kind ?? ''}`, { of, ...(kind === undefined ? {} : { kind }) }]),
    ).values(),
  ];
}

interface Ring {
  readonly messages: readonly StreamMessage[];
  /** Those who wait. */
  readonly readers: Set<() => void>;
  readonly idOf: (number: number) => string;
  /** Messages so far. */
  readonly count: () => number;
  readonly isClosed: () => boolean;
}

/** @param place number of the message that was seen last; undefined where messages after it are lost */
function readerOf({ messages, readers, idOf, count, isClosed }: Ring, place: number | undefined): StreamReader {
  let seen = place ?? count();
  let isLost = place === undefined;
  let rouse: () => void = () => undefined;
  const wait = (): Promise<void> =>
    new Promise((resolve) => {
      rouse = () => {
        readers.delete(rouse);
        resolve();
      };
      readers.add(rouse);
    });
  return {
    async next() {
      if (!isLost && seen === count() && !isClosed()) await wait();
      if (isClosed()) return [];
      const last = count();
      if (seen < last - messages.length) [seen, isLost] = [last, true];
      const gap: StreamMessage[] = isLost ? [{ id: idOf(seen), event: 'gap', data: {} }] : [];
      isLost = false;
      const waiting = seen === last ? [] : messages.slice(seen - last);
      seen = last;
      return [...gap, ...waiting];
    },
    rouse: () => rouse(),
  };
}
