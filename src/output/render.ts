/** Writes a result in the chosen form. Standard output carries this and nothing else. */
import type { Format } from '../kernel/formats.ts';
import type { Io } from '../world/io.ts';
import type { ColorChoice } from '../world/sink.ts';
import { columnsFor, tableColumns } from './columns.ts';
import { isFields } from './fields.ts';
import { jsonText } from './json.ts';
import { neutral } from './neutral.ts';
import { cellsOf, csvRow, lineOf, tsvRow } from './separated.ts';
import { narrowed, shapeOf, type Shape } from './shape.ts';

/** A result and what is known about it; the part of a command's outcome that is shown. */
export interface Shown {
  readonly result?: unknown;
  /** Records that come one by one, in place of `result`. */
  readonly stream?: AsyncIterable<unknown>;
  readonly whole?: (records: readonly unknown[]) => unknown;
  readonly list?: string;
  readonly columns?: readonly string[];
  readonly text?: string;
}

export interface RenderOptions {
  readonly io: Pick<Io, 'out' | 'err'>;
  /** Absent: a table on a terminal, JSON elsewhere. */
  readonly format?: Format | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly color?: ColorChoice | undefined;
  readonly quiet?: boolean | undefined;
}

export const formatFor = ({ io, format }: Pick<RenderOptions, 'io' | 'format'>): Format =>
  format ?? (io.out.isTTY ? 'table' : 'json');

export async function render(shown: Shown, options: RenderOptions): Promise<void> {
  const { out } = options.io;
  const format = formatFor(options);
  if (shown.result instanceof Uint8Array) return out.write(shown.result);
  if (shown.text !== undefined && format === 'table') return out.write(`${guarded(shown.text, options)}\n`);
  if (shown.stream !== undefined && (format === 'ndjson' || format === 'lines')) {
    return renderRecords(shown.stream, shown, options);
  }
  const result = shown.stream === undefined ? shown.result : await gathered(shown.stream, shown.whole);
  if (result === undefined) return;
  const list = shown.stream === undefined ? shown.list : firstList(result);
  const shape = shapeOf(result, { list, columns: shown.columns });
  return renderWhole({ result, shape, columns: shown.columns }, options);
}

/** One after the other, and no faster than the reader takes them. */
async function renderRecords(
  records: AsyncIterable<unknown> | Iterable<unknown>,
  { columns }: Pick<Shown, 'columns'>,
  options: RenderOptions,
): Promise<void> {
  const { io, fields } = options;
  for await (const record of records) {
    if (io.out.closed) return;
    const line =
      formatFor(options) === 'lines'
        ? guarded(lineOf(record, fields ?? columns ?? []), options)
        : await jsonText(fields === undefined ? record : narrowed(record, fields, WHOLE));
    io.out.write(`${line}\n`);
    await io.out.ready();
  }
}

/** A record that stands for itself. */
const WHOLE: Shape = { records: [], many: false };

async function gathered(stream: AsyncIterable<unknown>, whole: Shown['whole']): Promise<unknown> {
  const records: unknown[] = [];
  for await (const record of stream) records.push(record);
  return whole === undefined ? records : whole(records);
}

/** The field of a document made of records that holds them. */
function firstList(document: unknown): string | undefined {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return undefined;
  return Object.entries(document).find(([, value]) => Array.isArray(value))?.[0];
}

interface Whole {
  readonly result: unknown;
  readonly shape: Shape;
  readonly columns: readonly string[] | undefined;
}

async function renderWhole(whole: Whole, options: RenderOptions): Promise<void> {
  const { result, shape, columns } = whole;
  const { io, fields } = options;
  const document = fields === undefined ? result : narrowed(result, fields, shape);
  sayUnknown(whole, options);
  const format = formatFor(options);
  switch (format) {
    case 'json':
      return io.out.write(`${await jsonText(document, io.out.isTTY ? 2 : undefined)}\n`);
    case 'yaml':
      return io.out.write(guarded(await yamlText(document), options));
    case 'ndjson':
    case 'lines':
      return renderRecords(shape.records, { ...(columns && { columns }) }, options);
    case 'csv':
    case 'tsv':
      return renderRows(whole, options, format === 'csv' ? csvRow : tsvRow);
    case 'table':
      return renderForPerson(whole, options);
  }
}

/** A field that nothing has is probably misspelt; one that is merely empty here is a key somewhere. */
function sayUnknown({ result, shape }: Whole, { io, fields = [], quiet }: RenderOptions): void {
  const known = new Set([result, ...shape.records].flatMap((one) => (isFields(one) ? Object.keys(one) : [])));
  const unknown = fields.filter((field) => !known.has(field.split('.', 1)[0] ?? ''));
  if (unknown.length === 0 || shape.records.length === 0 || quiet) return;
  io.err.write(`There is no field ${unknown.join(', ')}; there are ${[...known].join(', ')}.\n`);
}

async function yamlText(document: unknown): Promise<string> {
  const { default: yaml } = await import('yaml');
  return yaml.stringify(document);
}

function renderRows({ shape, columns }: Whole, options: RenderOptions, row: (cells: readonly unknown[]) => string) {
  const { io, fields } = options;
  const names = columnsFor(shape.records, { fields, columns });
  io.out.write(`${row(names)}\n`);
  for (const record of shape.records) io.out.write(`${guarded(row(cellsOf(record, names)), options)}\n`);
}

async function renderForPerson({ shape, columns }: Whole, options: RenderOptions): Promise<void> {
  const { io, fields, color } = options;
  const { records, many } = shape;
  if (many && records.length === 0) return options.quiet ? undefined : io.err.write('There is nothing to show.\n');
  const names = tableColumns(records, { fields, columns });
  const look = { width: io.out.columns, color: io.out.color(color), guard: io.out.isTTY };
  if (many) return io.out.write(await (await import('./table.ts')).tableText(records, names, look));
  const { blockText } = await import('./block.ts');
  io.out.write(await blockText(records[0], fields ?? (columns && names) ?? [], look));
}

/** Text from outside is made harmless where a terminal would obey it. */
const guarded = (text: string, { io }: RenderOptions): string => (io.out.isTTY ? neutral(text) : text);
