/** Dotted fields of a result: `a,b.c` picks them, through lists too. Pure. */

import type { Fields } from '../kernel/json.ts';

/**
 * The value at a dotted path. A list on the way gives the list of what its members have there; a number picks one member.
 * @returns undefined when nothing is there
 */
export function valueAt(value: unknown, path: string): unknown {
  return path === '' ? value : stepInto(value, path.split('.'));
}

function stepInto(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return value;
  if (Array.isArray(value)) {
    if (IS_NUMBER.test(step)) return stepInto(value[Number(step)], rest);
    const members = value.map((one: unknown) => stepInto(one, [step, ...rest])).filter((one) => one !== undefined);
    return members.length === 0 ? undefined : members;
  }
  return isFields(value) && Object.hasOwn(value, step) ? stepInto(value[step], rest) : undefined;
}

/** A copy with only these fields, each in its place; of a list, the copies of its members, or of those that numbers pick. */
export function picked(value: unknown, paths: readonly string[]): unknown {
  if (Array.isArray(value)) return pickedMembers(value, paths);
  if (!isFields(value)) return value;
  const heads = [...new Set(paths.map((path) => headOf(path)))].filter((head) => Object.hasOwn(value, head));
  return Object.fromEntries(
    heads.map((head) => {
      const below = paths.filter((path) => headOf(path) === head).map((path) => path.slice(head.length + 1));
      return [head, below.includes('') ? value[head] : picked(value[head], below)];
    }),
  );
}

function pickedMembers(members: readonly unknown[], paths: readonly string[]): readonly unknown[] {
  const ofAll = paths.filter((path) => !IS_NUMBER.test(headOf(path)));
  const pathsOf = (at: number): readonly string[] => [
    ...ofAll,
    ...paths.filter((path) => headOf(path) === String(at)).map((path) => path.slice(headOf(path).length + 1)),
  ];
  return members.flatMap((one, at) => {
    const own = pathsOf(at);
    if (own.length === 0) return [];
    return [own.includes('') ? one : picked(one, own)];
  });
}

const IS_NUMBER = /^\d+$/;

const headOf = (path: string): string => path.split('.', 1)[0] ?? '';

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
