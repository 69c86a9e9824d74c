/** Finds what svc wrote in a folder, and removes exactly that. Links are never followed. Used by places.ts. */
import { join } from 'node:path';
import type { World } from '../../world/world.ts';
import type { Rule } from './rules.ts';

export type Ground = Pick<World, 'files'>;

export interface Found {
  /** Files of svc. */
  readonly files: readonly string[];
  /** Folders of svc, each after those within it. */
  readonly folders: readonly string[];
  readonly sizeBytes: number;
  /** What lies there and is not svc's. */
  readonly others: readonly string[];
}

const NOTHING: Found = { files: [], folders: [], sizeBytes: 0, others: [] };

/** @throws Failure `local_io` when a folder cannot be read */
export async function foundIn({ files }: Ground, folder: string, rule: Rule): Promise<Found> {
  if (files.entry(folder)?.kind !== 'folder') return NOTHING;
  const names = await files.namesIn(folder);
  const found = await Promise.all(names.map((name) => foundAt({ files }, { folder, name }, rule)));
  return found.reduce(joined, NOTHING);
}

const joined = (one: Found, other: Found): Found => ({
  files: [...one.files, ...other.files],
  folders: [...one.folders, ...other.folders],
  sizeBytes: one.sizeBytes + other.sizeBytes,
  others: [...one.others, ...other.others],
});

async function foundAt(
  ground: Ground,
  { folder, name }: { readonly folder: string; readonly name: string },
  rule: Rule,
): Promise<Found> {
  const path = join(folder, name);
  const entry = ground.files.entry(path);
  if (entry?.kind === 'file' && rule.file(name)) return { ...NOTHING, files: [path], sizeBytes: entry.sizeBytes };
  const inner = entry?.kind === 'folder' ? rule.folder(name) : undefined;
  if (inner === undefined) return { ...NOTHING, others: entry === undefined ? [] : [path] };
  const within = await foundIn(ground, path, inner);
  return { ...within, folders: [...within.folders, path] };
}

/** Folders go only when nothing else is in them. @throws Failure `local_io` */
export async function removeFound(
  { files }: Ground,
  { files: ours, folders }: Pick<Found, 'files' | 'folders'>,
): Promise<void> {
  for (const path of ours) await files.remove(path);
  for (const path of folders) await files.removeEmptyFolder(path);
}
