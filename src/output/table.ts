/** Records as a table (cli-table3), cut to the terminal. Loaded only when a table is drawn. */
import { isFields } from '../kernel/json.ts';
import Table from 'cli-table3';
import { fieldOf, fieldsOf, type Column } from '../kernel/view.ts';
import { cellText } from './cell.ts';
import { isRecordId } from '../kernel/ids.ts';
import { valueAt } from './fields.ts';
import { fittedWidths, type ColumnWidth } from './fit.ts';
import { readable, shorterInstants } from './instant.ts';
import type { Look } from './look.ts';
import { neutralLine } from './neutral.ts';
import { stylesFor } from './style.ts';
import { openRuler, type Ruler } from './width.ts';

const GAP = 2;

export interface Drawn {
  readonly text: string;
  /** Columns for which the terminal is too narrow. */
  readonly leftOut: readonly string[];
}

/** Cells are cut with an ellipsis where the terminal is too narrow for all of them. */
export async function tableText(records: readonly unknown[], view: readonly Column[], look: Look): Promise<Drawn> {
  const columns = fieldsOf(view);
  const { bold } = await stylesFor(look.color);
  const ruler = await openRuler();
  const rows = records.map((record) => columns.map((column) => oneLine(readable(valueAt(record, column), column))));
  const widthsOf = (heads: readonly string[]): readonly ColumnWidth[] =>
    heads.map((head, at) => {
      const width = columnWidth([head, ...rows.map((row) => row[at] ?? '')], ruler);
      return { ...width, priority: priorityOf(view[at]) };
    });
  const whole = view.map((column) => oneLine(headOf(column)));
  const hasRoom = total(widthsOf(whole)) + GAP * (columns.length - 1) <= (look.width ?? Infinity);
  const heads = hasRoom ? whole : whole.map((head) => lastPart(head, whole));
  const widths = fittedWidths(widthsOf(heads), look.width, GAP);
  const fit = (cells: readonly string[]): string[] =>
    widths.flatMap((width, at) => (width === undefined ? [] : shortened(cells[at] ?? '', width, ruler)));
  const table = new Table({
    head: fit(heads).map((head) => bold(head)),
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': GAP, compact: true },
    chars: NO_LINES,
  });
  table.push(...rows.map(fit));
  const text = `${table.toString().split('\n').map(trimmed).join('\n')}\n`;
  return { text, leftOut: columns.filter((_, at) => widths[at] === undefined) };
}

const total = (widths: readonly ColumnWidth[]): number => widths.reduce((sum, { natural }) => sum + natural, 0);

/** `ANALYTICS.VIEWS` is `VIEWS` where there is little room and no other column is called so. */
function lastPart(head: string, heads: readonly string[]): string {
  const part = partOf(head);
  return heads.filter((one) => partOf(one) === part).length === 1 ? part : head;
}

const partOf = (head: string): string => head.slice(head.lastIndexOf('.') + 1);

/** A column of nothing but instants may be shown in any of their shorter forms, and one of ids in no other: an id that is cut short is of no use. */
function columnWidth([head = '', ...cells]: readonly string[], { width }: Ruler): ColumnWidth {
  const natural = Math.max(width(head), ...cells.map(width));
  if (cells.length > 0 && cells.every(isRecordId)) return { natural, forms: [natural] };
  const forms = cells.filter((cell) => cell !== '').map(shorterInstants);
  if (forms.length === 0 || forms.some((some) => some.length === 0)) return { natural };
  const [first = []] = forms;
  return { natural, forms: first.map((_, at) => Math.max(...forms.map((some) => width(some[at] ?? '')))) };
}

const shortened = (cell: string, width: number, ruler: Ruler): string =>
  [cell, ...shorterInstants(cell)].find((form) => ruler.width(form) <= width) ?? ruler.cut(cell, width);

/** Padding at the end of a line would wrap in a terminal that is exactly as wide. */
const trimmed = (line: string): string => line.trimEnd();

const NO_LINES = Object.fromEntries(
  [
    ...['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'],
    ...['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid', 'middle'],
  ].map((part) => [part, '']),
);

/** The heading that is declared; else `platforms.accountId` reads `PLATFORMS.ACCOUNTID`: the underscore of `_id` says nothing to a person. */
function headOf(column: Column): string {
  const heading = typeof column === 'string' ? undefined : column.heading;
  const name = heading ?? fieldOf(column).replace(/^_/, '');
  return name === '' ? 'VALUE' : name.toUpperCase();
}

const priorityOf = (column: Column | undefined): number => (typeof column === 'object' ? (column.priority ?? 1) : 1);

const oneLine = (value: unknown): string => {
  const text = isEmpty(value) ? '' : cellText(value);
  return neutralLine(text);
};

const isEmpty = (value: unknown): boolean => isFields(value) && Object.keys(value).length === 0;
