/** What a sent value reads as, by the normalisation that its kind declares. */
import type { Normal } from '../../../src/kernel/effect.ts';
import type { Fields } from '../../journeys/sweep/trace.ts';

/** Whether the field is read after a call that sent all this. */
export const isRead = (sent: Fields, way: Normal | undefined): boolean =>
  typeof way !== 'object' ||
  !('unless' in way) ||
  way.unless.every((name) => sent[name] !== true && typeof sent[name] !== 'string');

export function normalOf(value: unknown, way: Normal | undefined): unknown {
  if (way === undefined) return value;
  if (typeof way === 'object' && 'lower' in way) return loweredIn(value, way.lower);
  if (typeof way === 'object') return 'words' in way ? (way.words[String(value)] ?? value) : plainIn(value, way);
  if (!Array.isArray(value)) return value;
  const entries = value as readonly unknown[];
  return { unique: () => [...new Set(entries)], pairs: () => pairsIn(entries), byId: () => firstById(entries) }[way]();
}

const plainIn = (value: unknown, way: Exclude<Normal, string>): unknown =>
  Array.isArray(value) && 'plain' in way
    ? value.map((entry: unknown) => (typeof entry === 'string' ? { [way.plain]: entry } : entry))
    : value;

function loweredIn(value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((entry: unknown) => loweredIn(entry, names));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, one]: [string, unknown]) => [
    name,
    names.includes(name) && typeof one === 'string' ? one.toLowerCase() : loweredIn(one, names),
  ]);
  return Object.fromEntries(members);
}

const pairsIn = (entries: readonly unknown[]): string =>
  (entries as readonly Fields[]).map(({ key, value }) => `${String(key)}=${String(value)}`).join('&');

/** Each id once, with what the first entry says of it. */
function firstById(entries: readonly unknown[]): readonly unknown[] {
  const byId = new Map<unknown, Fields>();
  for (const entry of entries as readonly Fields[]) if (!byId.has(entry['id'])) byId.set(entry['id'], textual(entry));
  return [...byId.values()];
}

const textual = (entry: Fields): Fields =>
  Object.fromEntries(Object.entries(entry).map(([name, one]) => [name, typeof one === 'number' ? String(one) : one]));
