/** Records as csv, tsv and plain lines. Pure. Spreadsheets take a cell that begins like a formula for one; it is quoted against that. */
import { cellText } from './cell.ts';
import { valueAt } from './fields.ts';

/** Source: design §4, "Output". Tab and carriage return open a formula as well. */
const FORMULA = /^[=+\-@\t\r]/;

/** RFC 4180 with a line feed at the end of each row. */
export function csvRow(cells: readonly unknown[]): string {
  return cells.map((cell) => csvCell(cell)).join(',');
}

function csvCell(value: unknown): string {
  const text = cellText(value);
  // A number is no formula, and a quote before it would spoil sums.
  const safe = !isNumber(value) && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== text ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const isNumber = (value: unknown): boolean => typeof value === 'number' || typeof value === 'bigint';

/** Tabs and line ends inside a cell are written as `\t` and `\n`. */
export function tsvRow(cells: readonly unknown[]): string {
  return cells.map((cell) => escaped(cellText(cell))).join('\t');
}

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r');

/** The cells of a record in the order of the columns. */
export const cellsOf = (record: unknown, columns: readonly string[]): readonly unknown[] =>
  columns.map((column) => valueAt(record, column));

/** One line for a record: the first field that names it, or the only one asked for. */
export function lineOf(record: unknown, columns: readonly string[]): string {
  return escaped(cellText(columns.length === 0 ? record : valueAt(record, columns[0] ?? '')));
}
