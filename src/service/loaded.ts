/** What the areas load when it is first asked for, kept from then on. Used by area-index.ts and reactions.ts. */

type Loads<T> = Readonly<Record<string, () => Promise<T>>>;

/**
 * Finds what an area loads; undefined where it has nothing. Loading again what is there already would not only take a promise:
 * the build wraps a module at every import of it. A load that failed is tried again by the next call.
 */
export function keepLoaded<T>(loads: Loads<T>): (area: string) => Promise<T | undefined> {
  const known = new Map<string, T>();
  return async (area) => {
    const before = known.get(area);
    if (before !== undefined) return before;
    const load = Object.hasOwn(loads, area) ? loads[area] : undefined;
    if (load === undefined) return undefined;
    const fresh = await load();
    known.set(area, fresh);
    return fresh;
  };
}
