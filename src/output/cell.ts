/** One value as the text of a cell or a line. Pure. */

/** Lists of plain values are joined; nested things are JSON; nothing is empty text. */
export function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object' || one === null))
    return value.map((one) => cellText(one)).join(', ');
  return typeof value === 'object' ? compact(value) : String(value as string | number | boolean | bigint);
}

/** JSON on one line; integers beyond 2^53 keep their digits. */
const compact = (value: object): string =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one));
