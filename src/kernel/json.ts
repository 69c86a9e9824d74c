/** Values that were JSON: what they are, before anybody knows what they mean. */

/** An object of JSON. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The objects in a list; none of anything else. */
export const fieldsIn = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** What a table has under a caller's word; undefined for one that only its prototype knows, such as `constructor`. */
export const ownValue = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** The value where it is a text. */
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The entries of a list as texts; none where there is no list. */
export const textsIn = (value: unknown): readonly string[] => (isList(value) ? value.map(String) : []);

/** A copy of the value without those of its fields. */
export const without = <T extends object, K extends keyof T>(value: T, names: readonly K[]): Omit<T, K> =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name as K))) as Omit<T, K>;

/** The value at a dotted path through objects; undefined where one of them is missing. */
export const valueAt = (fields: Fields, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (isFields(value) ? value[name] : undefined), fields);
