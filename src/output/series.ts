/** Records with the series that stand beside them, as columns name them: numbers under the field of the column. Pure. */
import { fieldsIn, isFields, type Fields } from '../kernel/json.ts';
import { wordsOf, type Column, type ColumnWords } from '../kernel/view.ts';
import { valueAt } from './fields.ts';

export function withSeries(
  records: readonly unknown[],
  result: unknown,
  columns: readonly Column[],
): readonly unknown[] {
  const ids = columns.map(wordsOf).filter(({ form }) => form === 'id');
  const series = columns.map(wordsOf).filter((column): column is Series => column.series !== undefined);
  if (series.length === 0) return records;
  return records.map((record) => {
    if (!isFields(record)) return record;
    const drawn = series.map((column) => [column.field, figuresOf(record, { result, column, id: ids[0]?.field })]);
    return { ...record, ...Object.fromEntries(drawn) };
  });
}

type Series = ColumnWords & { readonly series: string };

interface Beside {
  readonly result: unknown;
  readonly column: Series;
  /** The field with the id of a record. */
  readonly id: string | undefined;
}

function figuresOf(record: Fields, { result, column: { field, series }, id }: Beside): readonly number[] {
  const beside = valueAt(result, field);
  const own = id === undefined ? undefined : valueAt(record, id);
  const rows = valueAt(record, field) ?? (isFields(beside) ? beside[String(own)] : undefined);
  return fieldsIn(rows)
    .map((row) => valueAt(row, series))
    .filter((figure) => typeof figure === 'number');
}
