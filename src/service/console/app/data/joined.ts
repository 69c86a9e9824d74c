/** Fresh lines and those that were read before, as one list. Used by newest.ts. */

/** The fresh lines before the older ones; those alone where lines between them are missing. */
export function joined<T>(
  fresh: readonly T[],
  older: readonly T[],
  idOf: (line: T) => string,
  most: number,
): readonly T[] {
  const last = fresh.at(-1);
  const at = last === undefined ? -1 : older.findIndex((one) => idOf(one) === idOf(last));
  // Fewer than were asked for are all that there are.
  if (at === -1) return fresh;
  return [...fresh, ...older.slice(at + 1)].slice(0, most);
}
