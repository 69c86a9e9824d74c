/** Grouping what reports count. */

/** In groups that share a key, in the order in which the keys first come. */
export function grouped<T, K>(all: readonly T[], keyOf: (one: T) => K): ReadonlyMap<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return groups;
}
