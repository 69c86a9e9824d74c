/** The request log on disk, so that it goes on after a restart: written in batches beside the requests, the oldest batches removed. Used by log.ts. */
import type { Clock } from '../../kernel/clock.ts';
import type { Store, StoredRecord } from '../store/store.ts';
import type { LoggedRequest } from './entry.ts';
import { ownKind } from '../store/record.ts';

export interface RequestJournal {
  /** Takes an entry; it is on disk a little later. */
  add(entry: LoggedRequest): void;
  /** What was kept before this service began, oldest first. */
  earlier(): Promise<readonly LoggedRequest[]>;
  clear(): void;
  /** Writes what is not on disk yet. */
  close(): Promise<void>;
}

export interface JournalParts {
  readonly store: Store;
  /** Of the service. */
  readonly clock: Clock;
  /** Of the machine: how long a batch grows has nothing to do with the time that is served. */
  readonly wall: Clock;
  /** Entries that are kept at most, whole batches more or less. */
  readonly most: number;
}

const KIND = ownKind<Batch>('$requests');

/** How long a batch grows. */
const BATCH_MS = 2_000;

interface Batch extends Record<string, unknown> {
  readonly entries: readonly LoggedRequest[];
}

interface Known {
  readonly id: string;
  readonly count: number;
}

export function openRequestJournal({ store, clock, wall, most }: JournalParts): RequestJournal {
  const begun = wall.now().toString(36);
  const closing = new AbortController();
  let pending: LoggedRequest[] = [];
  let known: Promise<Known[]> | undefined;
  let before: Promise<StoredRecord<Batch>[]> | undefined;
  let growing: Promise<void> | undefined;
  let serial = 0;

  const readBatches = (): Promise<StoredRecord<Batch>[]> => (before ??= store.read.list(KIND));
  const batches = (): Promise<Known[]> =>
    (known ??= readBatches().then((all) => all.map(({ id, doc }) => ({ id, count: doc.entries.length }))));

  const write = async (): Promise<void> => {
    const entries = pending.slice(-most);
    pending = [];
    if (entries.length === 0) return;
    const all = await batches();
    serial += 1;
    const id = `${begun}-${String(serial)}`;
    all.push({ id, count: entries.length });
    const old = tooOld(all, most);
    const place = { kind: KIND, id, teamId: '', profileId: null, parentId: null };
    await store.transact(async (tx) => {
      await tx.put({ ...place, createdAt: clock.now(), doc: { entries } });
      for (const one of old) await tx.remove(KIND, one.id);
    });
  };
  const soon = async (): Promise<void> => {
    await wall.sleep(BATCH_MS, closing.signal).catch(() => undefined);
    growing = undefined;
    // A store that takes nothing more says so to those who wait for it; the log does not wait.
    await write().catch(() => undefined);
  };

  return {
    add(entry) {
      pending.push(entry);
      if (pending.length >= 2 * most) pending = pending.slice(-most);
      if (!closing.signal.aborted) growing ??= soon();
    },
    earlier: async () => (await readBatches()).flatMap(({ doc }) => doc.entries),
    clear() {
      pending = [];
      [known, before] = [Promise.resolve([]), Promise.resolve([])];
      void emptyJournal(store).catch(() => undefined);
    },
    async close() {
      const last = growing;
      closing.abort();
      await last;
      await write().catch(() => undefined);
    },
  };
}

/** Takes the oldest batches off the list, as long as enough stays without them. */
function tooOld(all: Known[], most: number): readonly Known[] {
  const old: Known[] = [];
  let count = all.reduce((sum, one) => sum + one.count, 0);
  for (let first = all[0]; first !== undefined && count - first.count >= most; first = all[0]) {
    count -= first.count;
    old.push(first);
    all.shift();
  }
  return old;
}

const emptyJournal = (store: Store): Promise<void> =>
  store.transact(async (tx) => {
    for (const { id } of await tx.list(KIND)) await tx.remove(KIND, id);
  });
