/** Ids and names of list answers, kept for completion: a small file per context and key below the state folder. Written by keep.ts. */
import { join } from 'node:path';
import { effectiveSettings, fromEnvironment } from '../../auth/settings.ts';
import { KEPT_KINDS, type KeptKind } from '../../kernel/completion.ts';
import { masked } from '../../kernel/secret.ts';
import { DAY_MS } from '../../kernel/time.ts';
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
const LIFE_MS = 7 * DAY_MS;

/** What is known; empty when nothing is, or when it cannot be read. */
export const keptValues = (world: KeptWorld, aim: KeptAim): Kept => keptIn(world, keptPath(world, aim));

export const keptFolder = ({ settings }: Pick<World, 'settings'>): string => settings.place('completion');

/**
 * Another context, address or key is another file, so that nobody is shown what is another's. A stored key is known by the
 * name of its place, since a completion must not open the keychain. No hash: loading one takes longer than the rest.
 */
export function keptPath(world: KeptWorld, aim: KeptAim): string {
  const { context, baseUrl, record } = effectiveSettings(world, aim);
  const given = fromEnvironment('apiKey', world);
  const key = given === undefined ? record.key?.id : masked(given.value);
  const place = [context?.value, baseUrl?.value, key].map((part) => part ?? '').join(' ');
  return join(keptFolder(world), `${encodeURIComponent(place).slice(-LONGEST_NAME)}.json`);
}

const LONGEST_NAME = 200;

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
