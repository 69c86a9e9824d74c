/** Ids and names of list answers, kept for completion: a small file per context and key below the state folder. */
import { join } from 'node:path';
import { effectiveSettings, fromEnvironment } from '../../auth/settings.ts';
import type { World } from '../../world/world.ts';
import { KEPT_KINDS, type KeptKind } from './source.ts';

export interface KeptRecord {
  readonly id: string;
  /** Empty when the record has no name. */
  readonly name: string;
  /** The network of an account. */
  readonly platform?: string;
  readonly seenMs: number;
}

export type Kept = Readonly<Partial<Record<KeptKind, readonly KeptRecord[]>>>;

/** A list answer by what it says of its records. */
export interface SeenList {
  readonly kind: KeptKind;
  readonly records: readonly KeptRecord[];
  /** True when these are all there are: then what it does not name is gone. */
  readonly isWhole: boolean;
}

export type KeptWorld = Pick<World, 'env' | 'host' | 'settings' | 'files'>;

interface Aim {
  readonly context?: string | undefined;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Longer unseen, a record may well be gone. */
const LIFE_MS = 7 * DAY_MS;
/** Seen again within this time, a record is not written again. */
const FRESH_MS = DAY_MS;
/** As many of a kind as a list of completions can be looked through. */
const MOST = 300;

/** What is known; empty when nothing is, or when it cannot be read. */
export async function keptValues(world: KeptWorld, aim: Aim, nowMs: number): Promise<Kept> {
  return keptIn(world, await pathOf(world, aim), nowMs);
}

/**
 * Adds what lists have shown. Leaves the file alone when it says the same already, and when another process writes it.
 * @throws Failure `local_io` when it cannot be written or is being written
 */
export async function keepValues(
  world: KeptWorld,
  aim: Aim,
  { lists, nowMs }: { lists: readonly SeenList[]; nowMs: number },
): Promise<void> {
  const path = await pathOf(world, aim);
  if (!isNews(await keptIn(world, path, nowMs), lists, nowMs)) return;
  await world.files.makeFolder(folderOf(world));
  const write = async (): Promise<void> => {
    const kept = lists.reduce(joined, await keptIn(world, path, nowMs));
    await world.files.writeAtomic(path, JSON.stringify(kept));
  };
  await world.files.locked(path, write, { wait: false });
}

const folderOf = ({ settings }: KeptWorld): string => join(settings.stateFolder, 'completion');

/**
 * Another context, address or key of the environment is another file, so that nobody is shown what is another's. Keys of
 * the keychain are not asked for: a completion must not open it.
 */
async function pathOf(world: KeptWorld, aim: Aim): Promise<string> {
  const { createHash } = await import('node:crypto');
  const { context, baseUrl } = effectiveSettings(world, aim);
  const place = [context?.value, baseUrl?.value, fromEnvironment('apiKey', world)?.value];
  const name = createHash('sha256').update(JSON.stringify(place)).digest('hex').slice(0, 16);
  return join(folderOf(world), `${name}.json`);
}

async function keptIn({ files }: KeptWorld, path: string, nowMs: number): Promise<Kept> {
  const kept = parsed(await files.readIfThere(path));
  const living = KEPT_KINDS.map((kind) => [kind, recordsIn(kept[kind]).filter(isLiving)] as const);
  return Object.fromEntries(living.filter(([, records]) => records.length > 0));

  function isLiving({ seenMs }: KeptRecord): boolean {
    return nowMs - seenMs < LIFE_MS;
  }
}

/** A file that is broken is as good as none: the next list writes it anew. */
function parsed(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const fields: unknown = JSON.parse(text ?? '{}');
    return typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function recordsIn(value: unknown): readonly KeptRecord[] {
  if (!Array.isArray(value)) return [];
  return (value as Partial<KeptRecord>[]).filter(
    (record): record is KeptRecord => typeof record?.id === 'string' && typeof record.name === 'string',
  );
}

function isNews(kept: Kept, lists: readonly SeenList[], nowMs: number): boolean {
  return lists.some(({ kind, records, isWhole }) => {
    const known = new Map(kept[kind]?.map((record) => [record.id, record]));
    if (isWhole && known.size > records.length) return true;
    return records.some(({ id, name }) => {
      const before = known.get(id);
      return before === undefined || before.name !== name || nowMs - before.seenMs > FRESH_MS;
    });
  });
}

/** What was seen last stands first, and pushes out what was seen longest ago. */
function joined(kept: Kept, { kind, records, isWhole }: SeenList): Kept {
  const ids = new Set(records.map(({ id }) => id));
  const others = isWhole ? [] : (kept[kind] ?? []).filter(({ id }) => !ids.has(id));
  return { ...kept, [kind]: [...records, ...others].slice(0, MOST) };
}
