/** Rows as CSV (csv-parse): a heading line that names the columns, one post a line. Read here, and written for an export. */
import { parse } from 'csv-parse/sync';
import { withoutEmpty, type FoundRow, type Reading } from './row.ts';

const DELIMITERS = [',', ';', '\t'];

/**
 * Spreadsheets take a cell that begins like a formula for one, so an apostrophe stands before it; reading takes one away.
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
      raw: true,
      skip_empty_lines: true,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
    }) as unknown as Parsed[];
    if (heading === undefined) return { rows: [], faults: [] };
    return rowsUnder(
      heading.record.map((name) => name.trim()),
      lines,
    );
  } catch (error) {
    const { lines, message } = error as Error & { lines?: number };
    const at = lines === undefined ? {} : { line: lines };
    return { rows: [], faults: [{ ...at, message: `This is not CSV: ${message.replace(/\.?$/, '.')}` }] };
  }
}

interface Parsed {
  readonly info: { readonly lines: number };
  readonly raw: string;
  readonly record: readonly string[];
}

/** The sign that stands most often in the heading line. */
function delimiterOf(text: string): string {
  const [heading = ''] = text.trimStart().split(/\r?\n/, 1);
  const counts = DELIMITERS.map((sign) => heading.split(sign).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

function rowsUnder(heading: readonly string[], lines: readonly Parsed[]): Reading {
  const twice = heading.find((name, at) => name !== '' && heading.indexOf(name) !== at);
  if (twice !== undefined) return { rows: [], faults: [{ line: 1, message: `The column ${twice} stands twice.` }] };
  const rows: FoundRow[] = [];
  const faults: { line: number; message: string }[] = [];
  for (const parsed of lines) {
    const line = lineOf(parsed);
    const extra = parsed.record.slice(heading.length).filter((cell) => cell !== '').length;
    if (extra > 0) {
      const message = `The line has ${parsed.record.length} cells, the heading ${heading.length}. Is a cell with a comma in quotes?`;
      faults.push({ line, message });
    } else if (parsed.record.some((cell) => cell !== '')) {
      rows.push({ line, fields: fieldsOf(heading, parsed.record), isText: true });
    }
  }
  return { rows, faults };
}

/** The parser counts to the end of a record, whose cells may have lines of their own. */
const lineOf = ({ info, raw }: Parsed): number => info.lines - (raw.trim().match(/\r\n|\n|\r/g)?.length ?? 0);

const fieldsOf = (heading: readonly string[], cells: readonly string[]) =>
  withoutEmpty(
    Object.fromEntries(heading.flatMap((name, at) => (name === '' ? [] : [[name, unguarded(cells[at] ?? '')]]))),
  );

const unguarded = (cell: string): string => (GUARDED.test(cell) ? cell.slice(1) : cell);

/** One line of a file that `readCsv` takes back. Lists and objects stand as JSON. */
export const csvLine = (cells: readonly unknown[]): string => `${cells.map((cell) => csvCell(cell)).join(',')}\r\n`;

function csvCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
  const safe = RISKY.test(text) && typeof value === 'string' ? `'${text}` : text;
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
