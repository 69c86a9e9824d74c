/** Records as a table (cli-table3), cut to the terminal. Loaded only when a table is drawn. */
import Table from 'cli-table3';
import { cellText } from './cell.ts';
import { valueAt } from './fields.ts';
import { fittedWidths } from './fit.ts';
import type { Look } from './look.ts';
import { neutralLine } from './neutral.ts';
import { stylesFor } from './style.ts';
import { openRuler } from './width.ts';

const GAP = 2;

/** Cells are cut with an ellipsis where the terminal is too narrow for all of them. */
export async function tableText(records: readonly unknown[], columns: readonly string[], look: Look): Promise<string> {
  const { bold } = await stylesFor(look.color);
  const { width, cut } = await openRuler();
  const heads = columns.map((column) => oneLine(headOf(column), look));
  const rows = records.map((record) => columns.map((column) => oneLine(valueAt(record, column), look)));
  const natural = heads.map((head, at) => Math.max(width(head), ...rows.map((row) => width(row[at] ?? ''))));
  const widths = fittedWidths(natural, look.width, GAP);
  const fit = (cells: readonly string[]): string[] => cells.map((cell, at) => cut(cell, widths[at] ?? Infinity));
  const table = new Table({
    head: fit(heads).map((head) => bold(head)),
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': GAP, compact: true },
    chars: NO_LINES,
  });
  table.push(...rows.map(fit));
  return `${table.toString().split('\n').map(trimmed).join('\n')}\n`;
}

/** Padding at the end of a line would wrap in a terminal that is exactly as wide. */
const trimmed = (line: string): string => line.trimEnd();

const NO_LINES = Object.fromEntries(
  [
    ...['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'],
    ...['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid', 'middle'],
  ].map((part) => [part, '']),
);

/** `platforms.accountId` reads `PLATFORMS.ACCOUNTID`; the underscore of `_id` says nothing to a person. */
const headOf = (column: string): string => (column === '' ? 'VALUE' : column.replace(/^_/, '').toUpperCase());

const oneLine = (value: unknown, { guard }: Look): string => {
  const text = cellText(value);
  return guard ? neutralLine(text) : text.replace(/[\r\n\t]+/g, ' ');
};
