/** Records as a table (cli-table3) for a person, fit for the terminal: ids last, times near, states in color. Loaded only when a table is drawn. */
import Table from 'cli-table3';
import { isRecordId } from '../kernel/ids.ts';
import { wordsOf, type Column, type ColumnWords } from '../kernel/view.ts';
import { valueAt } from './fields.ts';
import { fittedWidths, type ColumnWidth } from './fit.ts';
import { headingsOf } from './heading.ts';
import type { Look } from './look.ts';
import { neutralLine } from './neutral.ts';
import { sparkline } from './sparkline.ts';
import { stylesFor, type Styles } from './style.ts';
import { painted } from './tones.ts';
import { formsOf, wholeForm } from './value-forms.ts';
import { openRuler, type Ruler } from './width.ts';

const GAP = 2;

export interface Drawn {
  readonly text: string;
  /** Columns for which the terminal is too narrow. */
  readonly leftOut: readonly string[];
}

/** A cell in all its forms, the longest first. */
type Cell = readonly string[];

/** Cells are cut with an ellipsis where the terminal is too narrow for all of them. */
export async function tableText(records: readonly unknown[], view: readonly Column[], look: Look): Promise<Drawn> {
  const columns = view.map(wordsOf);
  const [styles, ruler] = await Promise.all([stylesFor(look.color), openRuler(look.isUnicode)]);
  const rows = records.map((record) => columns.map((column) => cellOf(record, column, look)));
  const heads = headingsOf(columns).map((heading) => neutralLine(heading).toUpperCase());
  const measured = columns.map((column, at) => ({
    ...columnWidth(
      heads[at] ?? '',
      rows.map((row) => row[at] ?? []),
      { ruler, form: column.form },
    ),
    priority: priorityOf(column, columns),
  }));
  const widths = fittedWidths(measured, look.isWide ? undefined : look.width, GAP);
  const table = new Table({
    head: widths.flatMap((width, at) => (width === undefined ? [] : styles.bold(ruler.cut(heads[at] ?? '', width)))),
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': GAP, compact: true },
    chars: NO_LINES,
  });
  const lineOf = (row: readonly Cell[]): string[] =>
    widths.flatMap((width, at) =>
      width === undefined ? [] : colored(shortened(row[at] ?? [], width, ruler), columns[at], styles),
    );
  table.push(...rows.map(lineOf));
  const text = `${table.toString().split('\n').map(trimmed).join('\n')}\n`;
  return { text, leftOut: columns.flatMap(({ field }, at) => (widths[at] === undefined ? field : [])) };
}

/** Other ids than the record's own give way early. */
function priorityOf({ field, form, priority }: ColumnWords, columns: readonly ColumnWords[]): number {
  if (priority !== undefined) return priority;
  if (form !== 'id') return 1;
  return columns.find((one) => one.form === 'id')?.field === field ? 0 : 3;
}

function cellOf(record: unknown, column: ColumnWords, look: Look): Cell {
  const { field, series } = column;
  const value = valueAt(record, field);
  if (series !== undefined) return [sparkline(value as readonly number[], look.isUnicode)];
  const forms = look.isWide ? [wholeForm(value, column, look)] : formsOf(value, column, look);
  return forms.map(neutralLine).map((text) => (look.isUnicode ? text : text.replaceAll('…', '...')));
}

/** A path is not cut, nor is a web address or an id that is not declared as one: a part of it is of no use. */
function columnWidth(
  head: string,
  cells: readonly Cell[],
  { ruler: { width }, form }: { readonly ruler: Ruler; readonly form: ColumnWords['form'] },
): ColumnWidth {
  const least = width(head);
  const widest = (step: number): number =>
    Math.max(least, ...cells.map((forms) => width(forms[Math.min(step, forms.length - 1)] ?? '')));
  const natural = widest(0);
  const steps = Math.max(1, ...cells.map((forms) => forms.length)) - 1;
  if (steps > 0) return { natural, forms: Array.from({ length: steps }, (_, at) => widest(at + 1)) };
  const isOfIds = cells.length > 0 && cells.every(([text = '']) => isRecordId(text));
  const isOfAddresses = cells.some(([text = '']) => /^https?:\/\//.test(text));
  return isOfIds || isOfAddresses || form === 'path' ? { natural, forms: [natural] } : { natural, least };
}

const shortened = (forms: Cell, width: number, ruler: Ruler): string =>
  forms.find((form) => ruler.width(form) <= width) ?? ruler.cut(forms.at(-1) ?? '', width);

function colored(text: string, column: ColumnWords | undefined, styles: Styles): string {
  if (column?.form === 'id') return styles.dim(text);
  if (column?.form !== 'state') return text;
  return text
    .split(', ')
    .map((word) => painted(word, styles))
    .join(', ');
}

/** Padding at the end of a line would wrap in a terminal that is exactly as wide. */
const trimmed = (line: string): string => line.trimEnd();

const NO_LINES = Object.fromEntries(
  [
    ...['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'],
    ...['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid', 'middle'],
  ].map((part) => [part, '']),
);
