/** Which columns a table, csv or tsv has: those asked for, those the contract names, else those the records have. Pure. */
import { isFields } from '../kernel/json.ts';
import { fieldOf, fieldsOf, wordsOf, type Column } from '../kernel/view.ts';
import { valueAt } from './fields.ts';

/** More columns than this make a table that nobody can read. */
const TABLE_COLUMNS = 8;

export interface ColumnWishes {
  readonly fields?: readonly string[] | undefined;
  readonly columns?: readonly Column[] | undefined;
}

/** For csv and tsv: complete unless columns were asked for or named. */
export function columnsFor(records: readonly unknown[], { fields, columns }: ColumnWishes): readonly string[] {
  return fields ?? (columns && fieldsOf(columns)) ?? plainColumns(records);
}

/** For a person: named columns that no record has are left out, and ids come last. Fields that were asked for stay in their order. */
export function tableColumns(records: readonly unknown[], wishes: ColumnWishes): readonly Column[] {
  const { columns = [], fields } = wishes;
  if (fields !== undefined) return fields.map((field) => columns.find((column) => fieldOf(column) === field) ?? field);
  const known = columns.filter((column) => records.some((record) => hasColumn(record, fieldOf(column))));
  return known.length > 0
    ? [...known.filter((one) => !isId(one)), ...known.filter(isId)]
    : plainColumns(records).slice(0, TABLE_COLUMNS);
}

const isId = (column: Column): boolean => wordsOf(column).form === 'id';

/** Of a nested column its head is not enough: it would be an empty one. */
const hasColumn = (record: unknown, column: string): boolean =>
  column.includes('.') ? valueAt(record, column) !== undefined : isFields(record) && Object.hasOwn(record, column);

/** Fields with a plain value in some record, in the order in which they come; `value` for records that are plain themselves. */
function plainColumns(records: readonly unknown[]): readonly string[] {
  const names = new Set<string>();
  for (const record of records) {
    if (!isFields(record)) continue;
    for (const [name, value] of Object.entries(record)) if (!isFields(value)) names.add(name);
  }
  return names.size === 0 ? [''] : [...names];
}
