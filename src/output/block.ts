/** One record as a block: a line for each field, nested ones by their dotted name; a line for each member of a list. */
import { isFields } from '../kernel/json.ts';
import { wordsOf, type Column, type ColumnWords } from '../kernel/view.ts';
import { valueAt } from './fields.ts';
import { atBeginning, headingsOf, inWords } from './heading.ts';
import type { Look } from './look.ts';
import { neutral } from './neutral.ts';
import { stylesFor, type Styles } from './style.ts';
import { painted } from './tones.ts';
import { plainText, wholeForm } from './value-forms.ts';
import { openRuler, type Ruler } from './width.ts';
import { wrapped } from './wrap.ts';

type Line = readonly [label: string, text: string, column?: ColumnWords];

/** @param columns fields to show; every field when there are none */
export async function blockText(record: unknown, columns: readonly Column[], look: Look): Promise<string> {
  const [styles, ruler] = await Promise.all([stylesFor(look.color), openRuler(look.isUnicode)]);
  if (!isFields(record)) return `${neutral(plainText(record))}\n`;
  const lines =
    columns.length > 0 ? linesAt(record, columns.map(wordsOf), { look, ruler, styles }) : linesOf(record, '', look);
  const shown = lines.filter(([, text]) => text !== '');
  const width = Math.max(0, ...shown.map(([label]) => ruler.width(neutral(label))));
  const indent = ' '.repeat(width + GAP);
  return shown
    .map(([label, text]) => {
      const body = wrapped(text, (look.width ?? Infinity) - width - GAP, ruler).join(`\n${indent}`);
      return `${styles.dim(neutral(label).padEnd(width))}${' '.repeat(GAP)}${body}\n`;
    })
    .join('');
}

const GAP = 2;

interface Pen {
  readonly look: Look;
  readonly ruler: Ruler;
  readonly styles: Styles;
}

/** Columns that stand side by side in the members of one list are shown so: which target failed is seen in its line. */
function linesAt(record: unknown, columns: readonly ColumnWords[], pen: Pen): readonly Line[] {
  const headings = headingsOf(columns);
  return columns.flatMap((column, at): readonly Line[] => {
    const { field } = column;
    const head = field.split('.', 1)[0] ?? '';
    const beside = columns.filter((one) => one.field.startsWith(`${head}.`));
    const members = valueAt(record, head);
    const isGroup = beside.length > 1 && Array.isArray(members) && members.every(isFields);
    if (!isGroup) return [[atBeginning(headings[at] ?? ''), textOf(valueAt(record, field), column, pen)]];
    if (field !== beside[0]?.field) return [];
    return [[atBeginning(inWords(head)), memberRows(members, beside, { head, pen })]];
  });
}

function textOf(value: unknown, column: ColumnWords, { look, styles }: Pen): string {
  const text = neutral(wholeForm(value, column, look));
  if (column.form !== 'state') return text;
  return text
    .split(', ')
    .map((word) => painted(word, styles))
    .join(', ');
}

/** A row for each member. Values that all members have are aligned; values that only some have follow, without alignment. */
function memberRows(
  members: readonly unknown[],
  columns: readonly ColumnWords[],
  { head, pen }: { readonly head: string; readonly pen: Pen },
): string {
  const { width } = pen.ruler;
  const cells = columns.map((column) =>
    members.map((one) => textOf(valueAt(one, column.field.slice(head.length + 1)), column, pen).replace(/\s+/g, ' ')),
  );
  const padded = cells.map((column) => {
    const widest = column.includes('') ? 0 : Math.max(0, ...column.map((cell) => width(cell)));
    return column.map((cell) => cell + ' '.repeat(Math.max(0, widest - width(cell))));
  });
  const rowAt = (at: number): string => padded.flatMap((column) => column[at] || []).join(' '.repeat(GAP));
  return members.map((_, at) => rowAt(at).trimEnd()).join('\n');
}

/** Lists of records are numbered from 0, as --fields and --set count them. */
function linesOf(value: unknown, path: string, look: Look): readonly Line[] {
  if (isFields(value)) return Object.entries(value).flatMap(([name, one]) => linesOf(one, joined(path, name), look));
  if (Array.isArray(value) && value.some((one) => typeof one === 'object' && one !== null))
    return value.flatMap((one: unknown, at) => linesOf(one, joined(path, String(at)), look));
  return [[path, neutral(wholeForm(value, {}, look))]];
}

const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
