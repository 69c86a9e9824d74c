/** Writes what lists have shown for completion; loaded after the answer is out, by learn.ts. */
import { fromEnvironment } from '../../auth/settings.ts';
import { hasMore, recordsOf } from '../../client/paging.ts';
import type { CallInput } from '../../client/request.ts';
import type { Card } from '../../kernel/card.ts';
import { isKept, type KeptKind } from '../../kernel/completion.ts';
import type { Fields } from '../../kernel/json.ts';
import { DAY_MS } from '../../kernel/time.ts';
import { valueAt } from '../../output/fields.ts';
import type { World } from '../../world/world.ts';
import { keptFolder, keptIn, keptPath, type Kept, type KeptAim, type KeptRecord } from './kept.ts';

/** A list and what was asked for it. */
export interface ListAnswer {
  readonly card: Card;
  readonly input: CallInput;
  readonly body: unknown;
}

/** A list by what it says of its records. */
interface SeenList {
  readonly kind: KeptKind;
  readonly records: readonly KeptRecord[];
  /** True when these are all there are: then what it does not name is gone. */
  readonly isWhole: boolean;
}

/** Seen again within this time, a record is not written again. */
const FRESH_MS = DAY_MS;
/** As many of a kind as a list of completions can be looked through. */
const MOST = 300;

/**
 * Adds what lists have shown; leaves the file alone when it says the same already.
 * @throws Failure `local_io` when it cannot be written, or another process is at it
 */
export async function keepLists(world: World, aim: KeptAim, answers: readonly ListAnswer[]): Promise<void> {
  if (isBorrowed(world, aim)) return;
  const { files } = world;
  const nowMs = world.clock.now();
  const lists = answers.flatMap((answer) => seenList(answer, nowMs) ?? []);
  const path = keptPath(world, aim);
  if (!isNews(keptIn(world, path), lists, nowMs)) return;
  await files.makeFolder(keptFolder(world));
  const write = (): Promise<void> => files.writeAtomic(path, JSON.stringify(lists.reduce(joined, keptIn(world, path))));
  await files.withLock(path, write, { wait: false });
}

/** Key and address both come from the environment, as on a build machine: nothing is written then. */
const isBorrowed = (world: World, { context }: KeptAim): boolean =>
  context === undefined &&
  fromEnvironment('apiKey', world) !== undefined &&
  fromEnvironment('baseUrl', world) !== undefined;

function seenList({ card, input, body }: ListAnswer, nowMs: number): SeenList | undefined {
  const { kind } = card.effect ?? {};
  if (!isKept(kind)) return undefined;
  const found = recordsOf(body, card)?.records ?? [];
  const isWhole = Object.keys(input.query).length === 0 && !hasMore(card, input, body);
  return { kind, records: found.flatMap((record) => keptOf(record, card.called, nowMs) ?? []), isWhole };
}

function keptOf(record: unknown, called: Card['called'], seenMs: number): KeptRecord | undefined {
  const fields = record as Fields;
  const [id, platform] = [valueAt(record, called?.key ?? ''), fields['platform']];
  if (typeof id !== 'string' || id === '') return undefined;
  const name = called?.by.map((field) => valueAt(record, field)).find((value) => typeof value === 'string') ?? '';
  return { id, name: String(name), seenMs, ...(typeof platform === 'string' && { platform }) };
}

function isNews(kept: Kept, lists: readonly SeenList[], nowMs: number): boolean {
  return lists.some(({ kind, records, isWhole }) => {
    const known = new Map(kept[kind]?.map((record) => [record.id, record]));
    const isStale = ({ id, name }: KeptRecord): boolean => {
      const before = known.get(id);
      return before === undefined || before.name !== name || nowMs - before.seenMs > FRESH_MS;
    };
    return (isWhole && known.size > records.length) || records.some(isStale);
  });
}

/** The most recently seen comes first; the oldest is dropped. */
function joined(kept: Kept, { kind, records, isWhole }: SeenList): Kept {
  const ids = new Set(records.map(({ id }) => id));
  const others = isWhole ? [] : (kept[kind] ?? []).filter(({ id }) => !ids.has(id));
  return { ...kept, [kind]: [...records, ...others].slice(0, MOST) };
}
