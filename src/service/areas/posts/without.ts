/** Copies of records with keys left out. Used wherever a stored form becomes another one. */

/** A copy of `value` without `keys`. */
export const without = <T extends object, K extends keyof T>(value: T, keys: readonly K[]): Omit<T, K> =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key as K))) as Omit<T, K>;
