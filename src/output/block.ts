/** One record as a block: a line for each field, nested ones by their dotted name. */
import { cellText } from './cell.ts';
import { isFields, valueAt } from './fields.ts';
import { neutral } from './neutral.ts';
import { stylesFor } from './style.ts';
import type { Look } from './look.ts';

type Line = readonly [label: string, text: string];

/** @param columns fields to show; every field when there are none */
export async function blockText(record: unknown, columns: readonly string[], look: Look): Promise<string> {
  const { dim } = await stylesFor(look.color);
  const shown = (text: string): string => (look.guard ? neutral(text) : text);
  if (!isFields(record)) return `${shown(cellText(record))}\n`;
  const lines = columns.length > 0 ? columns.map((column) => lineAt(record, column)) : linesOf(record, '');
  const kept = lines.filter(([, text]) => text !== '').map(([label, text]): Line => [shown(label), shown(text)]);
  const width = Math.max(0, ...kept.map(([label]) => label.length));
  const indent = ' '.repeat(width + GAP);
  return kept
    .map(([label, text]) => `${dim(label.padEnd(width))}${' '.repeat(GAP)}${text.replaceAll('\n', `\n${indent}`)}\n`)
    .join('');
}

const GAP = 2;

const lineAt = (record: unknown, column: string): Line => [column, cellText(valueAt(record, column))];

/** Lists of records are numbered from 0, as --fields and --set count them. */
function linesOf(value: unknown, path: string): readonly Line[] {
  if (isFields(value)) return Object.entries(value).flatMap(([name, one]) => linesOf(one, joined(path, name)));
  if (Array.isArray(value) && value.some((one) => typeof one === 'object' && one !== null))
    return value.flatMap((one: unknown, at) => linesOf(one, joined(path, String(at))));
  return [[path, cellText(value)]];
}

const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
