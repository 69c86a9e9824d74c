/** The latest requests, for `GET /_local/requests` and `GET /v1/logs`: what came, what was answered, what was noted on the way, and what changed. The newest are kept as they are, older ones in blocks. */
import { BLOCK_SIZE, blockOf, entriesOf, type Block } from './block.ts';
import type { LoggedRequest, RequestFilter } from './entry.ts';
import type { RequestJournal } from './journal.ts';

export interface RequestLog {
  add(entry: LoggedRequest): void;
  list(filter: RequestFilter): Promise<RequestPage>;
  /** Resolves when the entries of earlier runs are there as well. */
  whole(): Promise<void>;
  clear(): void;
  close(): Promise<void>;
}

export interface RequestPage {
  /** Newest first. */
  readonly entries: readonly LoggedRequest[];
  /** Place of the last entry, where older ones may follow: `before` of the next page. */
  readonly next?: number;
}

/** Entries that are kept at least. */
export const KEPT = 50_000;

/** Of these, the newest are at hand without a block being opened. */
const AT_HAND = 5_000;

interface PlacedBlock extends Block {
  /** Place of the first entry. Places rise with time; those of earlier runs are negative. */
  readonly from: number;
}

/** Both arrays are only added to or replaced, so a reader goes on with what there was. */
interface State {
  /** Oldest first. */
  blocks: readonly PlacedBlock[];
  recent: LoggedRequest[];
  /** Place of the first of `recent`. */
  from: number;
}

/** @param journal without one, the log ends with the service */
export function openRequestLog(journal?: RequestJournal): RequestLog {
  let state: State = { blocks: [], recent: [], from: 0 };
  let earlier: Promise<void> | undefined;
  let packing: Promise<void> | undefined;
  const pack = async (): Promise<void> => {
    const here = state;
    while (here.recent.length >= AT_HAND + BLOCK_SIZE) {
      const block = await blockOf(here.recent.slice(0, BLOCK_SIZE));
      here.blocks = keptOf([...here.blocks, { ...block, from: here.from }], here.recent.length - BLOCK_SIZE);
      here.recent = here.recent.slice(BLOCK_SIZE);
      here.from += BLOCK_SIZE;
    }
  };
  const load = async (): Promise<void> => {
    const here = state;
    const found = (await journal?.earlier()) ?? [];
    let from = 0;
    const earlier = found.toReversed().map((block) => ({ ...block, from: (from -= block.count) }));
    here.blocks = keptOf([...earlier.reverse(), ...here.blocks], here.recent.length);
  };
  return {
    add(entry) {
      state.recent.push(entry);
      journal?.add(entry);
      if (state.recent.length >= AT_HAND + BLOCK_SIZE)
        packing ??= pack().finally(() => {
          packing = undefined;
        });
    },
    list: (filter) => pageOf(newestFirst({ ...state }, filter.before), filter),
    whole: () => (earlier ??= load()),
    clear() {
      state = { blocks: [], recent: [], from: 0 };
      earlier = Promise.resolve();
      journal?.clear();
    },
    async close() {
      await packing;
      await journal?.close();
    },
  };
}

/** Without the oldest blocks, as long as enough entries stay. @param beside entries that are in no block */
function keptOf(blocks: readonly PlacedBlock[], beside: number): readonly PlacedBlock[] {
  let count = blocks.reduce((sum, block) => sum + block.count, beside);
  const first = blocks.findIndex((block) => {
    if (count - block.count < KEPT) return true;
    count -= block.count;
    return false;
  });
  return first === -1 ? [] : blocks.slice(first);
}

type Placed = readonly [place: number, entry: LoggedRequest];

/** @param before place of the entry that was seen last */
async function* newestFirst({ blocks, recent, from }: State, before = Infinity): AsyncGenerator<readonly Placed[]> {
  for (let end = recent.length; end > 0; end -= BLOCK_SIZE) {
    const start = Math.max(0, end - BLOCK_SIZE);
    yield placedBefore(before, from + start, recent.slice(start, end));
  }
  for (const block of blocks.toReversed())
    if (block.from < before) yield placedBefore(before, block.from, await entriesOf(block));
}

const placedBefore = (before: number, from: number, entries: readonly LoggedRequest[]): readonly Placed[] =>
  entries
    .slice(0, Math.max(0, before - from))
    .map((entry, at): Placed => [from + at, entry])
    .reverse();

async function pageOf(parts: AsyncIterable<readonly Placed[]>, filter: RequestFilter): Promise<RequestPage> {
  const entries: LoggedRequest[] = [];
  const limit = filter.limit ?? KEPT;
  let last = 0;
  for await (const part of parts)
    for (const [place, entry] of part) {
      if (!fits(entry, filter)) continue;
      if (entries.length === limit) return { entries, next: last };
      entries.push(entry);
      last = place;
    }
  return { entries };
}

const fits = (entry: LoggedRequest, filter: RequestFilter): boolean =>
  (filter.operation === undefined || entry.operation === filter.operation) &&
  (filter.status === undefined || entry.status === filter.status) &&
  (filter.key === undefined || entry.key === filter.key) &&
  (filter.teamId === undefined || entry.teamId === filter.teamId) &&
  (filter.requestId === undefined || entry.requestId === filter.requestId) &&
  (filter.since === undefined || Date.parse(entry.at) >= filter.since);
