/** Columns of a file under the names that they have here, as `--map` says it. Used by read.ts. */
import { failure } from '../../kernel/failure.ts';
import { suggestion } from '../../schema/suggest.ts';
import type { Row } from './row.ts';

/** The field that a column means; an empty one leaves the column out. */
export type Mapping = ReadonlyMap<string, string>;

/**
 * @param words `Column=field` as typed; a heading may contain `=`, a field may not
 * @throws Failure `usage` for a word without `=`, a column without a name and a column that is named twice
 */
export function mappingFrom(words: readonly string[]): Mapping {
  const mapping = new Map<string, string>();
  for (const word of words) {
    const at = word.lastIndexOf('=');
    const column = word.slice(0, Math.max(at, 0)).trim();
    if (column === '')
      throw refused(`--map takes Column=field, not ${word}.`, 'For example: --map "Post text=content".');
    if (mapping.has(column)) throw refused(`--map names the column ${column} twice.`);
    mapping.set(column, word.slice(at + 1).trim());
  }
  return mapping;
}

/**
 * The rows with their columns under the names of the fields.
 * @param columns every heading of the files, those of empty columns included
 * @throws Failure `usage` for a column that no file has, and for a field that another column has already
 */
export function mapped(rows: readonly Row[], mapping: Mapping, columns: ReadonlySet<string>): readonly Row[] {
  if (mapping.size === 0) return rows;
  const fieldOf = new Map([...mapping].map(([column, field]) => [columnCalled(column, columns), field]));
  for (const [column, field] of fieldOf)
    if (columns.has(field) && !fieldOf.has(field))
      throw refused(`The columns ${field} and ${column} both map to ${field}.`, `Leave one out: --map "${field}=".`);
  const named = ([column, value]: readonly [string, unknown]): readonly (readonly [string, unknown])[] => {
    const field = fieldOf.get(column);
    if (field === '') return [];
    return [[field ?? column, value]];
  };
  return rows.map((row) => ({ ...row, fields: Object.fromEntries(Object.entries(row.fields).flatMap(named)) }));
}

/** What to do about an unknown column. */
export const mapHint = (column: string): string => `--map "${column}=field" reads it as a field.`;

/** As it is written, or else in any case. */
function columnCalled(wanted: string, columns: ReadonlySet<string>): string {
  if (columns.has(wanted)) return wanted;
  const all = [...columns];
  const found = all.find((one) => one.toLowerCase() === wanted.toLowerCase());
  if (found !== undefined) return found;
  const near = suggestion(wanted, all);
  const meant = near === undefined ? '' : ` Did you mean ${near}?`;
  throw refused(`There is no column ${wanted} to map.${meant}`, `The columns are ${all.join(', ')}.`);
}

const refused = (message: string, hint?: string) =>
  failure('usage', { message, param: '--map', ...(hint !== undefined && { hint }) });
