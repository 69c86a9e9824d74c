/** Walks through answers: every plain value with the names that lead to it. */
import type { Fields } from '../../journeys/sweep/trace.ts';

export interface Leaf {
  /** Names, with `[]` for the entries of a list: `posts[].platforms[].accountId`. */
  readonly path: string;
  /** The last name. */
  readonly name: string;
  readonly value: string | number | boolean;
  /** The objects that hold it, the innermost first. */
  readonly within: readonly Fields[];
}

export function leavesIn(value: unknown, path = '', within: readonly Fields[] = []): readonly Leaf[] {
  if (Array.isArray(value)) return value.flatMap((one) => leavesIn(one, `${path}[]`, within));
  if (typeof value === 'object' && value !== null) {
    const holders = [value as Fields, ...within];
    return Object.entries(value).flatMap(([name, one]) =>
      leavesIn(one, path === '' ? name : `${path}.${name}`, holders),
    );
  }
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return [];
  return [{ path, name: nameIn(path), value, within }];
}

const nameIn = (path: string): string =>
  path
    .replace(/(\[\])+$/, '')
    .split('.')
    .at(-1) ?? '';
