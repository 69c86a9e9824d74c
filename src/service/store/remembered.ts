/** Remembers what was read of a kind of record until any record of that kind is written. Used where every request asks. */

interface Revisions {
  revision(kind: string): number;
}

/** @param load reads committed state; its answer is kept, `undefined` too */
export function remembered<T>(
  store: Revisions,
  kind: string,
  load: (key: string) => Promise<T>,
): (key: string) => Promise<T> {
  let revision = -1;
  const known = new Map<string, T>();
  return async (key) => {
    const current = store.revision(kind);
    if (current !== revision) known.clear();
    revision = current;
    if (known.has(key)) return known.get(key) as T;
    const value = await load(key);
    // A write that came in between made the answer old.
    if (store.revision(kind) === current && known.size < LARGEST) known.set(key, value);
    return value;
  };
}

const LARGEST = 10_000;
