/** One record as a block: a line for each field, nested ones by their dotted name; a line for each member of a list. */
import { isFields } from '../kernel/json.ts';
import { cellText } from './cell.ts';
import { valueAt } from './fields.ts';
import { neutral } from './neutral.ts';
import { stylesFor } from './style.ts';
import { readable } from './instant.ts';
import type { Look } from './look.ts';
import { openRuler } from './width.ts';

type Line = readonly [label: string, text: string];

/** @param columns fields to show; every field when there are none */
export async function blockText(record: unknown, columns: readonly string[], look: Look): Promise<string> {
  const { dim } = await stylesFor(look.color);
  if (!isFields(record)) return `${neutral(cellText(record))}\n`;
  const lines = columns.length > 0 ? await linesAt(record, columns) : linesOf(record, '');
  const kept = lines.filter(([, text]) => text !== '').map(([label, text]): Line => [neutral(label), neutral(text)]);
  const width = Math.max(0, ...kept.map(([label]) => label.length));
  const indent = ' '.repeat(width + GAP);
  return kept
    .map(([label, text]) => `${dim(label.padEnd(width))}${' '.repeat(GAP)}${text.replaceAll('\n', `\n${indent}`)}\n`)
    .join('');
}

const GAP = 2;

/** Columns that stand side by side in the members of one list are shown so: which target failed is seen in its line. */
async function linesAt(record: unknown, columns: readonly string[]): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const column of columns) {
    const head = column.split('.', 1)[0] ?? '';
    const beside = columns.filter((one) => one.startsWith(`${head}.`));
    const members = valueAt(record, head);
    const isGroup = beside.length > 1 && Array.isArray(members) && members.every(isFields);
    if (!isGroup) lines.push([column, cellText(readable(valueAt(record, column), column))]);
    else if (column === beside[0])
      lines.push([
        head,
        await memberRows(
          members,
          beside.map((one) => one.slice(head.length + 1)),
        ),
      ]);
  }
  return lines;
}

/** A row for each member. Values that all members have are aligned; values that only some have follow, without alignment. */
async function memberRows(members: readonly unknown[], columns: readonly string[]): Promise<string> {
  const { width } = await openRuler();
  const cells = columns.map((column) => members.map((one) => cellText(valueAt(one, column)).replace(/\s+/g, ' ')));
  const padded = cells.map((column) => {
    const widest = column.includes('') ? 0 : Math.max(0, ...column.map((cell) => width(cell)));
    return column.map((cell) => cell + ' '.repeat(Math.max(0, widest - width(cell))));
  });
  const rowAt = (at: number): string => padded.flatMap((column) => column[at] || []).join(' '.repeat(GAP));
  return members.map((_, at) => rowAt(at).trimEnd()).join('\n');
}

/** Lists of records are numbered from 0, as --fields and --set count them. */
function linesOf(value: unknown, path: string): readonly Line[] {
  if (isFields(value)) return Object.entries(value).flatMap(([name, one]) => linesOf(one, joined(path, name)));
  if (Array.isArray(value) && value.some((one) => typeof one === 'object' && one !== null))
    return value.flatMap((one: unknown, at) => linesOf(one, joined(path, String(at))));
  return [[path, cellText(readable(value, path))]];
}

const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
