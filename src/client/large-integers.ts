/** Integers that readers of YAML and of lossless JSON give as bigint. Used where documents and rows of people are read. */

/** Integers of a safe size become numbers again. */
export function exact(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(exact);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, exact(one)]));
}

/** Whether it contains, at any depth, an integer too large for a number. */
export function holdsBigint(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint';
  return Object.values(value).some(holdsBigint);
}
