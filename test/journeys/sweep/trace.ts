/** Looks for what was sent in what is read: objects of an answer that hold an id, and the fields they share with a request. */

export type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every object of an answer, the outer ones first. */
export function objectsIn(value: unknown, depth = 0): readonly Fields[] {
  if (depth > 6) return [];
  if (Array.isArray(value)) return value.flatMap((one) => objectsIn(one, depth + 1));
  if (!isFields(value)) return [];
  return [value, ...Object.values(value).flatMap((one) => objectsIn(one, depth + 1))];
}

/** Plain values of an answer, as text. */
export function wordsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(wordsIn);
  if (isFields(value)) return Object.values(value).flatMap(wordsIn);
  return value === null || value === undefined ? [] : [String(value)];
}

const ID = /(^|_)id$|Id$/;

/** Ids that an answer gives its record, the likeliest first. */
export function idsIn(answer: unknown): readonly string[] {
  const names = objectsIn(answer).flatMap((object) =>
    Object.entries(object)
      .filter(([name, value]) => ID.test(name) && (typeof value === 'string' || typeof value === 'number'))
      .map(([name, value]) => ({ rank: /^_?id$/.test(name) ? 0 : 1, value: String(value) })),
  );
  return [...new Set(names.sort((one, other) => one.rank - other.rank).map(({ value }) => value))];
}

/** The object of an answer that is about one of these ids. */
export const objectAbout = (answer: unknown, ids: ReadonlySet<string>): Fields | undefined =>
  objectsIn(answer).find((object) =>
    Object.entries(object).some(([name, value]) => ID.test(name) && ids.has(String(value))),
  );

export interface Agreement {
  readonly same: readonly string[];
  readonly other: readonly { readonly name: string; readonly sent: unknown; readonly read: unknown }[];
}

/** Fields of a request beside those of the same name that are read. */
export function agreement(sent: Fields, read: Fields): Agreement {
  const shared = Object.keys(sent).filter(
    (name) => read[name] !== undefined && isPlain(sent[name]) && !isOtherForm(sent[name], read[name]),
  );
  const words = new Set(wordsIn(read));
  const other = shared.filter((name) => !isAlike(sent[name], read[name]) && !words.has(String(sent[name])));
  return {
    same: shared.filter((name) => !other.includes(name)),
    other: other.map((name) => ({ name, sent: sent[name], read: read[name] })),
  };
}

/** A word for which a network has a number. */
const isOtherForm = (sent: unknown, read: unknown): boolean =>
  typeof sent === 'string' && typeof read === 'number' && Number.isNaN(Number(sent));

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** Words differ in case between a request and a network, times in their form, ids in their type. */
function isAlike(sent: unknown, read: unknown): boolean {
  if (String(sent).toLowerCase() === String(read).toLowerCase()) return true;
  if (isFields(read)) return wordsIn(read).includes(String(sent));
  const [one, other] = [Date.parse(String(sent)), Date.parse(String(read))];
  return typeof sent === 'string' && !Number.isNaN(one) && one === other;
}

/** An answer without the times that move by themselves. */
export const settled = (answer: unknown): string =>
  JSON.stringify(answer, (name, value: unknown) =>
    /^(updatedAt|updated_at|cachedAt|lastSyncedAt|fetchedAt)$/.test(name) ? undefined : value,
  );
