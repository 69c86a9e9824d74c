/** Rows as CSV (csv-parse): a heading line that names the columns, one post a line. Read here, and written for an export. */
import { parse } from 'csv-parse/sync';
import { withoutEmpty, type FoundRow, type Reading } from './row.ts';

const DELIMITERS = [',', ';', '\t'];

/**
 * Spreadsheets evaluate a cell that begins like a formula, so it is written with a leading apostrophe; reading removes one.
 * Source: design §4, "Output"
 */
const GUARDED = /^'+[=+\-@\t\r]/;
const RISKY = /^'*[=+\-@\t\r]/;

export function readCsv(text: string): Reading {
  const delimiter = delimiterOf(text);
  try {
    const [heading, ...lines] = parse(text, {
      delimiter,
      info: true,
      skip_empty_lines: true,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
    }) as unknown as Parsed[];
    if (heading === undefined) return { rows: [], faults: [] };
    return rowsUnder(
      heading.record.map((name) => name.trim()),
      lines,
      linesOf(text, [heading, ...lines]),
    );
  } catch (error) {
    const { lines, message } = error as Error & { lines?: number };
    const at = lines === undefined ? {} : { line: lines };
    return { rows: [], faults: [{ ...at, message: `This is not CSV: ${message.replace(/\.?$/, '.')}` }] };
  }
}

interface Parsed {
  /** Bytes up to the end of the record. */
  readonly info: { readonly bytes: number };
  readonly record: readonly string[];
}

/** The delimiter that occurs most often in the heading line. */
function delimiterOf(text: string): string {
  const [heading = ''] = text.trimStart().split(/\r?\n/, 1);
  const counts = DELIMITERS.map((sign) => heading.split(sign).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

function rowsUnder(heading: readonly string[], lines: readonly Parsed[], begins: readonly number[]): Reading {
  const twice = heading.find((name, at) => name !== '' && heading.indexOf(name) !== at);
  if (twice !== undefined) return { rows: [], faults: [{ line: 1, message: `The column ${twice} occurs twice.` }] };
  const rows: FoundRow[] = [];
  const faults: { line: number; message: string }[] = [];
  for (const [at, parsed] of lines.entries()) {
    const line = begins[at + 1] ?? 0;
    const extra = parsed.record.slice(heading.length).filter((cell) => cell !== '').length;
    if (extra > 0) {
      const message = `The row has ${parsed.record.length} cells, the header ${heading.length}. Quote cells that contain a comma.`;
      faults.push({ line, message });
    } else if (parsed.record.some((cell) => cell !== '')) {
      rows.push({ line, fields: fieldsOf(heading, parsed.record), isText: true });
    }
  }
  return { rows, faults, columns: heading.filter((name) => name !== '') };
}

/** The line on which each record begins; its cells may have lines of their own, and blank lines may stand before it. */
function linesOf(text: string, records: readonly Parsed[]): readonly number[] {
  const bytes = Buffer.from(text);
  let [end, line] = [0, 1];
  return records.map(({ info }) => {
    const piece = bytes.subarray(end, info.bytes).toString();
    const begin = line + breaksIn(/^\s*/.exec(piece)?.[0] ?? '');
    end = info.bytes;
    line += breaksIn(piece);
    return begin;
  });
}

const breaksIn = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0;

const fieldsOf = (heading: readonly string[], cells: readonly string[]) =>
  withoutEmpty(
    Object.fromEntries(heading.flatMap((name, at) => (name === '' ? [] : [[name, unguarded(cells[at] ?? '')]]))),
  );

const unguarded = (cell: string): string => (GUARDED.test(cell) ? cell.slice(1) : cell);

/** One line of a file that `readCsv` takes back. */
export const csvLine = (cells: readonly unknown[]): string => `${cells.map((cell) => csvCell(cell)).join(',')}\r\n`;

function csvCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = String(value as string | number | boolean);
  const safe = RISKY.test(text) && typeof value === 'string' ? `'${text}` : text;
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
