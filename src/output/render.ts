/** Writes a result in the chosen form. Standard output carries this and nothing else. */
import { isFields } from '../kernel/json.ts';
import { failure } from '../kernel/failure.ts';
import type { ColorChoice, Format } from '../kernel/formats.ts';
import { fieldsOf, withoutSeries, type Column } from '../kernel/view.ts';
import type { Io } from '../world/io.ts';
import { columnsFor, tableColumns } from './columns.ts';
import type { Expression } from './jq.ts';
import { jsonText } from './json.ts';
import { jsonForTerminal, neutral, writeLine } from './neutral.ts';
import { withLists } from './beside.ts';
import { withSeries } from './series.ts';
import { lineWriter, rowWriter, writeRecords, type Writer } from './records.ts';
import { isTimed } from './instant.ts';
import { narrowed, shapeOf, type Shape } from './shape.ts';
import type { Template } from './template.ts';
import type { Moment } from './when.ts';

/** A result and what is known about it; the part of a command's outcome that is shown. */
export interface Shown {
  readonly result?: unknown;
  /** Records that come one by one, in place of `result`. */
  readonly stream?: AsyncIterable<unknown>;
  /** What a terminal shows for each record of `stream`; nothing when empty. Elsewhere such a stream defaults to NDJSON. */
  readonly line?: (record: unknown) => string;
  readonly whole?: (records: readonly unknown[]) => unknown;
  readonly list?: string;
  readonly columns?: readonly Column[];
  readonly text?: string;
  /** What a terminal shows in place of `text`, in color or without; words from outside are harmless in it. */
  readonly draw?: (color: boolean) => Promise<string>;
}

export interface RenderOptions {
  readonly io: Pick<Io, 'out' | 'err'>;
  /** Absent: a table on a terminal, JSON elsewhere. */
  readonly format?: Format | undefined;
  readonly fields?: readonly string[] | undefined;
  /** What --jq makes of the whole result. */
  readonly expression?: Expression | undefined;
  /** What --template makes of each record. */
  readonly template?: Template | undefined;
  readonly color?: ColorChoice | undefined;
  readonly quiet?: boolean | undefined;
  /** What a person is shown is whole, however narrow the terminal is. */
  readonly wide?: boolean | undefined;
  /** From when and where a person looks. Asked only where a time is shown, since a local service is asked for its own. */
  readonly moment: () => Promise<Moment>;
  /** False where the terminal has no signs but ASCII. */
  readonly isUnicode?: boolean | undefined;
}

export const formatFor = ({ io, format }: Pick<RenderOptions, 'io' | 'format'>): Format =>
  format ?? (io.out.isTTY ? 'table' : 'json');

export async function render(shown: Shown, asked: RenderOptions): Promise<void> {
  const options = shown.line === undefined ? asked : { ...asked, format: streamFormat(asked) };
  const { expression, template } = options;
  if (shown.result instanceof Uint8Array) return renderBytes(shown.result, options);
  if (expression !== undefined) return renderValues(await expression.valuesOf(await wholeOf(shown)), options);
  if (shown.text !== undefined && formatFor(options) === 'table' && template === undefined)
    return options.io.out.write(`${neutral(shown.text)}\n`);
  if (shown.draw !== undefined && formatFor(options) === 'table' && template === undefined)
    return options.io.out.write(`${await shown.draw(options.io.out.color(options.color))}\n`);
  const columns = shown.columns && withoutSeries(shown.columns);
  const writer = streamWriter({ ...shown, columns }, options);
  if (shown.stream !== undefined && writer !== undefined) return writeRecords(shown.stream, writer, options.io.out);
  const result = await wholeOf(shown);
  if (result === undefined) return;
  const list = shown.stream === undefined ? shown.list : firstList(result);
  const shape = shapeOf(result, { list, columns: fieldsOf(columns ?? []) });
  return renderWhole({ result, shape, columns: shown.columns }, options);
}

/** Records that are shown as they come are not gathered for a program either, unless it wants one document. */
const streamFormat = ({ io, format, expression }: RenderOptions): Format | undefined =>
  format ?? (io.out.isTTY || expression !== undefined ? undefined : 'ndjson');

/** A file for a program, a picture perhaps: a terminal would obey its bytes. */
function renderBytes(bytes: Uint8Array, { io, expression, template }: RenderOptions): void {
  const looked = expression !== undefined || template !== undefined;
  if (!looked && !io.out.isTTY) return io.out.write(bytes);
  const why = looked ? '--jq and --template do not apply to it' : 'a terminal cannot show it';
  throw failure('usage', {
    message: `The result is a file of ${bytes.byteLength} bytes: ${why}.`,
    hint: 'Write it to a file: add `> FILE`.',
  });
}

/** What jq made: without a form that was asked for as jq itself would write it, text bare; else one value is the result, several are a list. */
async function renderValues(values: readonly unknown[], options: RenderOptions): Promise<void> {
  const { io, format, template } = options;
  if (format === undefined && template === undefined) return writeRecords(values, bareWriter(io.out.isTTY), io.out);
  const result = values.length === 1 ? values[0] : values;
  const many = Array.isArray(result);
  const records: readonly unknown[] = many ? (result as readonly unknown[]) : [result];
  return renderWhole({ result, shape: { records, many }, columns: undefined }, options);
}

const bareWriter = (isTTY: boolean): Writer => ({
  async line(value) {
    if (typeof value === 'string') return `${isTTY ? neutral(value) : value}\n`;
    return `${await documentJson(value, isTTY)}\n`;
  },
});

interface Streamed extends Pick<Shown, 'line'> {
  readonly columns: readonly Column[] | undefined;
}

/** How records are written as they come; undefined for a form that needs all of them. */
function streamWriter({ columns, line }: Streamed, options: RenderOptions): Writer | undefined {
  const { io, fields, template } = options;
  const guard = io.out.isTTY;
  const named = fields ?? (columns && fieldsOf(columns));
  if (template !== undefined)
    return { line: (record) => template.textOf(record, undefined, { color: io.out.color(options.color), guard }) };
  switch (formatFor(options)) {
    case 'ndjson':
      return { line: async (record) => `${await recordJson(record, options)}\n` };
    case 'lines':
      return lineWriter(named ?? [], guard);
    case 'csv':
    case 'tsv':
      return named && rowWriter(formatFor(options), named, guard);
    case 'table':
      return line && { line: async (record) => endedLine(neutral(line(record))) };
    case 'json':
    case 'yaml':
      return undefined;
  }
}

const endedLine = (line: string): string => (line === '' ? '' : `${line}\n`);

async function recordJson(record: unknown, { io, fields }: RenderOptions): Promise<string> {
  const text = await jsonText(fields === undefined ? record : narrowed(record, fields, WHOLE));
  return io.out.isTTY ? jsonForTerminal(text) : text;
}

/** The result is itself the record. */
const WHOLE: Shape = { records: [], many: false };

async function wholeOf({ result, stream, whole }: Shown): Promise<unknown> {
  if (stream === undefined) return result;
  const records: unknown[] = [];
  for await (const record of stream) records.push(record);
  return whole === undefined ? records : whole(records);
}

/** The field of a document made of records that holds them. */
function firstList(document: unknown): string | undefined {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return undefined;
  return Object.entries(document).find(([, value]) => Array.isArray(value))?.[0];
}

/** A result that is there as a whole, and where its records stand. */
interface Whole {
  readonly result: unknown;
  readonly shape: Shape;
  readonly columns: readonly Column[] | undefined;
}

async function renderWhole(whole: Whole, options: RenderOptions): Promise<void> {
  const { result, shape, columns } = whole;
  const { io, fields, template } = options;
  sayUnknown(whole, options);
  const format = formatFor(options);
  if (template !== undefined) return writeRecords(shape.records, templateWriter(whole, template, options), io.out);
  const document = fields === undefined ? result : narrowed(result, fields, shape);
  switch (format) {
    case 'json':
      return io.out.write(`${await documentJson(document, io.out.isTTY)}\n`);
    case 'yaml':
      return io.out.write(guarded(await yamlText(document), options));
    case 'ndjson':
    case 'lines':
      return writeRecords(
        shape.records,
        streamWriter({ columns: columns && withoutSeries(columns) }, options) ?? NO_LINES,
        io.out,
      );
    case 'csv':
    case 'tsv': {
      const records = shape.many ? shape.records : [withLists(shape.records[0], result, columns ?? [])];
      const names = columnsFor(records, { fields, columns: columns && withoutSeries(columns) });
      return writeRecords(records, rowWriter(format, names, io.out.isTTY), io.out);
    }
    case 'table':
      return renderForPerson(whole, options);
  }
}

const NO_LINES: Writer = { line: () => '' };

function templateWriter({ result }: Whole, template: Template, { io, color }: RenderOptions): Writer {
  const look = { color: io.out.color(color), guard: io.out.isTTY };
  return { line: (record) => template.textOf(record, result, look) };
}

const documentJson = async (document: unknown, isTTY: boolean): Promise<string> =>
  isTTY ? jsonForTerminal(await jsonText(document, 2)) : jsonText(document);

/** A field that nothing has is probably misspelt; one that is merely empty here is a key somewhere. */
function sayUnknown({ result, shape }: Whole, { io, fields = [], template, quiet }: RenderOptions): void {
  const known = new Set([result, ...shape.records].flatMap((one) => (isFields(one) ? Object.keys(one) : [])));
  const asked = template?.names ?? fields;
  const unknown = asked.filter((field) => !known.has(field.split('.', 1)[0] ?? ''));
  if (unknown.length === 0 || shape.records.length === 0 || quiet) return;
  const line = `There is no field ${unknown.join(' or ')}; there are ${[...known].join(', ')}.`;
  writeLine(io, line);
}

async function yamlText(document: unknown): Promise<string> {
  const { default: yaml } = await import('yaml');
  return yaml.stringify(document);
}

async function renderForPerson({ result, shape, columns }: Whole, options: RenderOptions): Promise<void> {
  const { io, fields, color, wide = false, isUnicode = true } = options;
  const { many } = shape;
  const records = many
    ? withSeries(shape.records, result, columns ?? [])
    : [withLists(shape.records[0], result, columns ?? [])];
  if (many && records.length === 0) return options.quiet ? undefined : writeLine(io, 'There is nothing to show.');
  const names = tableColumns(records, { fields, columns });
  const moment = isTimed(records, names) ? await options.moment() : TIMELESS;
  const look = { ...moment, width: io.out.columns, color: io.out.color(color), isUnicode, isWide: wide };
  if (many) {
    const { text, leftOut } = await (await import('./table.ts')).tableText(records, names, look);
    if (leftOut.length > 0 && !options.quiet) writeLine(io, tooNarrow(leftOut));
    return io.out.write(text);
  }
  const { blockText } = await import('./block.ts');
  io.out.write(await blockText(records[0], fields === undefined && columns === undefined ? [] : names, look));
}

/** Nothing that is shown depends on it. */
const TIMELESS: Moment = { now: 0, zone: 'UTC' };

const tooNarrow = (columns: readonly string[]): string =>
  `The terminal is too narrow for ${columns.join(', ')}: use --wide, or choose columns with --fields.`;

/** A form for programs that a terminal gets is made harmless; elsewhere it keeps every byte. What is for people always is. */
const guarded = (text: string, { io }: RenderOptions): string => (io.out.isTTY ? neutral(text) : text);
