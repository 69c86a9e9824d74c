/** The request log on disk, so that it goes on after a restart: written in batches beside the requests, the oldest batches removed. Used by log.ts. */
import type { Clock } from '../../kernel/clock.ts';
import type { Store } from '../store/store.ts';
import { BLOCK_SIZE, blockOf, entriesOf, type Block } from './block.ts';
import type { LoggedRequest } from './entry.ts';
import { ownKind } from '../store/record.ts';

export interface RequestJournal {
  /** Takes an entry; it is on disk a little later. */
  add(entry: LoggedRequest): void;
  /** What was kept before this service began, oldest first. Asked once. */
  earlier(): Promise<readonly Block[]>;
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

/** Batches that are read at once. */
const PAGE = 100;

/** Earlier versions wrote the entries as they are. */
type Batch =
  | { readonly entries: readonly LoggedRequest[] }
  | {
      readonly count: number;
      /** Base64. */
      readonly deflated: string;
    };

interface Known {
  readonly id: string;
  readonly count: number;
}

interface Found {
  readonly known: Known[];
  blocks: readonly Block[];
}

export function openRequestJournal({ store, clock, wall, most }: JournalParts): RequestJournal {
  const begun = wall.now().toString(36);
  const closing = new AbortController();
  let pending: LoggedRequest[] = [];
  let found: Promise<Found> | undefined;
  let growing: Promise<void> | undefined;
  let serial = 0;

  const read = (): Promise<Found> => (found ??= readBatches(store));

  const writeBatch = async (entries: readonly LoggedRequest[]): Promise<void> => {
    const { known } = await read();
    const { count, bytes } = await blockOf(entries);
    serial += 1;
    const id = `${begun}-${String(serial)}`;
    known.push({ id, count });
    const old = tooOld(known, most);
    const place = { kind: KIND, id, teamId: '', profileId: null, parentId: null };
    await store.transact(async (tx) => {
      await tx.put({ ...place, createdAt: clock.now(), doc: { count, deflated: bytes.toString('base64') } });
      for (const one of old) await tx.remove(KIND, one.id);
    });
  };
  const write = async (): Promise<void> => {
    const entries = pending.slice(-most);
    pending = [];
    for (let at = 0; at < entries.length; at += BLOCK_SIZE) await writeBatch(entries.slice(at, at + BLOCK_SIZE));
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
    async earlier() {
      const here = await read();
      const { blocks } = here;
      here.blocks = [];
      return blocks;
    },
    clear() {
      pending = [];
      found = Promise.resolve({ known: [], blocks: [] });
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

/** Page by page, so that a long log keeps nobody waiting. Blocks stay deflated; small batches become blocks together. */
async function readBatches(store: Store): Promise<Found> {
  const known: Known[] = [];
  const blocks: Block[] = [];
  let loose: LoggedRequest[] = [];
  const gather = async (least: number): Promise<void> => {
    if (loose.length < least) return;
    blocks.push(await blockOf(loose));
    loose = [];
  };
  for (let skip = 0, more = true; more; skip += PAGE) {
    const page = await store.read.list(KIND, { limit: PAGE, skip });
    for (const { id, doc } of page) {
      const batch = 'entries' in doc ? doc : { count: doc.count, bytes: Buffer.from(doc.deflated, 'base64') };
      const count = 'entries' in batch ? batch.entries.length : batch.count;
      known.push({ id, count });
      if ('bytes' in batch && count >= BLOCK_SIZE / 2) {
        await gather(1);
        blocks.push(batch);
      } else {
        loose.push(...('entries' in batch ? batch.entries : await entriesOf(batch)));
        await gather(BLOCK_SIZE);
      }
    }
    more = page.length === PAGE;
  }
  await gather(1);
  return { known, blocks };
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
