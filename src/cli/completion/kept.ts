/** Ids and names of list answers, kept for completion: a small file per context and key below the state folder. Written by keep.ts. */
import { join } from 'node:path';
import { effectiveSettings, fromEnvironment } from '../../auth/settings.ts';
import { KEPT_KINDS, type KeptKind } from '../../kernel/completion.ts';
import type { World } from '../../world/world.ts';

export interface KeptRecord {
  readonly id: string;
  /** Empty when the record has no name. */
  readonly name: string;
  /** The network of an account. */
  readonly platform?: string;
  readonly seenMs: number;
}

export type Kept = Readonly<Partial<Record<KeptKind, readonly KeptRecord[]>>>;

export interface KeptAim {
  readonly context?: string | undefined;
}

type KeptWorld = Pick<World, 'env' | 'host' | 'settings' | 'clock'>;

/** Unseen for longer, a record may well be gone. */
const LIFE_MS = 7 * 24 * 60 * 60 * 1000;

/** What is known; empty when nothing is, or when it cannot be read. */
export async function keptValues(world: KeptWorld, aim: KeptAim): Promise<Kept> {
  return keptIn(world, await keptPath(world, aim));
}

export const keptFolder = ({ settings }: Pick<World, 'settings'>): string => join(settings.stateFolder, 'completion');

/**
 * Another context, address or key of the environment is another file, so that nobody is shown what is another's. Keys of
 * the keychain are not asked for: a completion must not open it.
 */
export async function keptPath(world: KeptWorld, aim: KeptAim): Promise<string> {
  const { createHash } = await import('node:crypto');
  const { context, baseUrl } = effectiveSettings(world, aim);
  const place = [context?.value, baseUrl?.value, fromEnvironment('apiKey', world)?.value];
  const name = createHash('sha256').update(JSON.stringify(place)).digest('hex').slice(0, 16);
  return join(keptFolder(world), `${name}.json`);
}

/** A file that is broken is as good as none: the next list writes it anew. */
export function keptIn({ settings, clock }: KeptWorld, path: string): Kept {
  const nowMs = clock.now();
  const isLiving = ({ seenMs }: KeptRecord): boolean => nowMs - seenMs < LIFE_MS;
  const fields = readable(() => settings.readBeside(path)) ?? {};
  const living = KEPT_KINDS.map((kind) => [kind, recordsIn(fields[kind]).filter(isLiving)] as const);
  return Object.fromEntries(living.filter(([, records]) => records.length > 0));
}

function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function recordsIn(value: unknown): readonly KeptRecord[] {
  if (!Array.isArray(value)) return [];
  return (value as (Partial<KeptRecord> | null)[]).filter(
    (record): record is KeptRecord => typeof record?.id === 'string' && typeof record.name === 'string',
  );
}
