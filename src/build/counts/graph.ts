/** What the imports between source files show: cycles, arrows against the layers of rooms.json, and room pairs that import each other. */
import type { Source } from './source.ts';

export interface Rooms {
  /** From the lowest to the highest; a room imports lower ones only. */
  readonly layers: readonly (readonly string[])[];
  /** Arrows that still run against that, each with the reason why it waits. */
  readonly known: readonly { readonly from: string; readonly to: string; readonly reason: string }[];
  /** Files of areas that other areas import although they are neither record.ts nor offers.ts nor events.ts. */
  readonly insides: readonly string[];
}

/** Files by which areas may know one another. */
const OFFERED = /\/(record|offers|events)\.ts$/;

const areaOf = (path: string): string | undefined => /^src\/service\/areas\/([^/]+)\//.exec(path)?.[1];

/** Files of an area that other areas import although they are neither its record nor its offers nor its events. */
export function insidesImported(sources: readonly Source[]): string[] {
  const arrows = sources.flatMap(({ path, imports }) => imports.map(({ to }) => [areaOf(path), to] as const));
  const inside = arrows.filter(([from, to]) => {
    const owner = areaOf(to);
    return from !== undefined && owner !== undefined && from !== owner && !OFFERED.test(to);
  });
  return [...new Set(inside.map(([, to]) => to))].sort();
}

export interface Arrow {
  readonly from: string;
  readonly to: string;
}

/** Groups of files that reach each other, the largest first. */
export function cyclesOf(sources: readonly Source[], { types }: { readonly types: boolean }): string[][] {
  const next = new Map(
    sources.map(({ path, imports }) => [path, imports.filter(({ isType }) => types || !isType).map(({ to }) => to)]),
  );
  const reach = new Map([...next.keys()].map((path) => [path, reachedFrom(path, next)]));
  const groups = new Map<string, string[]>();
  for (const [path, reached] of reach) {
    if (!reached.has(path)) continue;
    const group = [...reached].filter((other) => reach.get(other)?.has(path) === true).sort();
    groups.set(group[0] ?? path, group);
  }
  return [...groups.values()].sort((a, b) => b.length - a.length);
}

function reachedFrom(path: string, next: ReadonlyMap<string, readonly string[]>): Set<string> {
  const found = new Set<string>();
  const waiting = [...(next.get(path) ?? [])];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (found.has(one)) continue;
    found.add(one);
    waiting.push(...(next.get(one) ?? []));
  }
  return found;
}

/** The room of a file inside src/service, or the file itself when it is in no room. */
export const roomOf = (path: string): string | undefined => /^src\/service\/([^/.]+)/.exec(path)?.[1];

/** Imports between rooms of the service that the layers do not allow, types included. */
export function arrowsUp(sources: readonly Source[], { layers }: Pick<Rooms, 'layers'>): Arrow[] {
  const rank = new Map(layers.flatMap((rooms, at) => rooms.map((room) => [room, at] as const)));
  return crossings(sources)
    .filter(({ rooms: [from, to] }) => (rank.get(to) ?? Infinity) >= (rank.get(from) ?? -1))
    .map(({ from, to }) => ({ from, to }));
}

/** Pairs of rooms of which each imports the other. */
export function mutualPairs(sources: readonly Source[]): string[] {
  const ways = new Set(crossings(sources).map(({ rooms }) => rooms.join(' ')));
  return [...ways].filter((way) => {
    const [from = '', to = ''] = way.split(' ');
    return from < to && ways.has(`${to} ${from}`);
  });
}

const crossings = (sources: readonly Source[]): (Arrow & { readonly rooms: readonly [string, string] })[] =>
  sources.flatMap(({ path, imports }) =>
    imports.flatMap(({ to }) => {
      const [here, there] = [roomOf(path), roomOf(to)];
      return here === undefined || there === undefined || here === there
        ? []
        : [{ from: path, to, rooms: [here, there] as const }];
    }),
  );
