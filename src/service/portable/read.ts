/** Reads a document into a draft of a store and a fresh shelf, and verifies it to its last line. Nothing of the running store is touched. */
import { isFields, type Fields } from '../../kernel/json.ts';
import { EXPORT_FORMAT, type Carried } from '../../kernel/portable.ts';
import { PLAN_PRESETS, CLOCK_MODES } from '../../kernel/steering.ts';
import { readJson, type JsonBounds } from '../exchange/json.ts';
import { LARGEST_BYTES } from '../records/upload.ts';
import { isReadable, type Draft } from '../store/draft.ts';
import type { MediaShelf } from '../store/shelf.ts';
import { TABLES } from '../store/tables.ts';
import type { TableName } from '../store/view.ts';
import {
  CARRIED_FACTS,
  FACTS_TABLE,
  FORMAT_VERSION,
  JSON_COLUMNS,
  type Counts,
  type Head,
  type MediaHead,
} from './document.ts';
import { CUT_OFF, Unfit, type LineReader } from './lines.ts';

/** A line holds what callers sent with more around it, and gathers what many calls sent. */
const BOUNDS: JsonBounds = { depth: 200, entries: 1_000_000, values: 5_000_000 };

/** Undefined for bytes that are not JSON. */
function jsonOf(bytes: Uint8Array): unknown {
  const read = readJson(bytes, BOUNDS);
  return 'value' in read ? read.value : undefined;
}

/** @throws Unfit */
export async function readHead(lines: LineReader): Promise<Head> {
  const line = await lines.next();
  const value = line === undefined ? undefined : jsonOf(line.bytes);
  if (!isFields(value) || value['format'] !== EXPORT_FORMAT)
    throw new Unfit(1, 'This is not the beginning of a document written by `svc local export`.');
  const { version, schema, svc, clock, plan } = value as Partial<Record<keyof Head, unknown>>;
  if (typeof version !== 'number' || typeof schema !== 'number')
    throw new Unfit(1, 'It states neither its version nor its schema.');
  const written = `The document was written by svc ${String(svc)}`;
  if (version > FORMAT_VERSION || (!isReadable(schema) && schema > 0 && version === FORMAT_VERSION))
    throw new Unfit(
      1,
      `${written} in a format that this svc cannot read (version ${String(version)}, schema ${String(schema)}). Import it with that version or a later one.`,
    );
  const now = isFields(clock) ? Date.parse(String(clock['now'])) : Number.NaN;
  const isMode = isFields(clock) && CLOCK_MODES.some((mode) => mode === clock['mode']);
  if (Number.isNaN(now) || !isMode || !PLAN_PRESETS.some((preset) => preset === plan))
    throw new Unfit(1, 'It states neither its clock nor its plan.');
  return value as unknown as Head;
}

/** @throws Unfit; nothing is left open but the draft and the shelf, which are the caller's */
export async function readRest(lines: LineReader, draft: Draft, shelf: MediaShelf): Promise<Carried> {
  const counts: Partial<Record<TableName | 'media', number>> = {};
  for (;;) {
    const { number, name, value } = await entryOf(lines);
    if (name === 'end') {
      verifyEnd(value, { lines, number, counts });
      const missing = draft.finish();
      if (missing !== undefined) throw new Unfit(number, missing);
      if ((await lines.next()) !== undefined) throw new Unfit(number + 1, 'There is more data after the last line.');
      return carried(counts, lines);
    }
    if (name === 'media') await readMedia(lines, { number, value, shelf });
    else await readRow(draft, { number, table: tableOf(name, number), value });
    const counted = name as TableName | 'media';
    counts[counted] = (counts[counted] ?? 0) + 1;
  }
}

interface Entry {
  readonly number: number;
  readonly name: string;
  readonly value: Fields;
}

async function entryOf(lines: LineReader): Promise<Entry> {
  const { number, bytes, isWhole } = await lines.demand();
  const line = jsonOf(bytes);
  if (line === undefined) throw new Unfit(number, isWhole ? 'It is not valid JSON.' : CUT_OFF);
  const [[name, value] = ['', undefined], ...more] = isFields(line) ? Object.entries(line) : [];
  if (!isFields(value) || more.length > 0) throw new Unfit(number, 'It is not a line of an exported state.');
  return { number, name, value };
}

function tableOf(name: string, number: number): TableName {
  const table = TABLES.find((one) => one === name);
  if (table === undefined) throw new Unfit(number, `A state has no ${name.slice(0, 40)}.`);
  return table;
}

interface NewRow {
  readonly number: number;
  readonly table: TableName;
  readonly value: Fields;
}

async function readRow(draft: Draft, { number, table, value }: NewRow): Promise<void> {
  const row = { ...value };
  for (const column of JSON_COLUMNS[table] ?? [])
    if (row[column] !== undefined) row[column] = JSON.stringify(row[column]);
  if (table === FACTS_TABLE && !CARRIED_FACTS.includes(String(row['key'])))
    throw new Unfit(number, `A state has no ${String(row['key']).slice(0, 40)}.`);
  const fault = await draft.add(table, row);
  if (fault !== undefined) throw new Unfit(number, fault);
}

interface NewMedia {
  readonly number: number;
  readonly value: Fields;
  readonly shelf: MediaShelf;
}

async function readMedia(lines: LineReader, { number, value, shelf }: NewMedia): Promise<void> {
  const { key, sizeBytes } = value as Partial<MediaHead>;
  const isKey = typeof key === 'string' && /^[\w.-]+$/.test(key) && !/^\.+$/.test(key);
  if (!isKey || !Number.isSafeInteger(sizeBytes) || Number(sizeBytes) < 0 || Number(sizeBytes) > LARGEST_BYTES)
    throw new Unfit(number, 'It names no media file.');
  await shelf.write(key, bytesIn(lines, Number(sizeBytes)), Number(sizeBytes));
}

async function* bytesIn(lines: LineReader, sizeBytes: number): AsyncGenerator<Uint8Array> {
  for (let left = sizeBytes; left > 0;) {
    const { number, bytes } = await lines.demand();
    const text = textOf(jsonOf(bytes));
    const piece = Buffer.from(text ?? '', 'base64');
    if (piece.length === 0 || piece.length > left)
      throw new Unfit(number, 'It does not hold the next bytes of a media file.');
    left -= piece.length;
    yield piece;
  }
}

const textOf = (value: unknown): string | undefined => {
  const text = isFields(value) ? value['bytes'] : undefined;
  return typeof text === 'string' ? text : undefined;
};

interface Ending {
  readonly lines: LineReader;
  readonly number: number;
  readonly counts: Counts;
}

function verifyEnd(value: Fields, { lines, number, counts }: Ending): void {
  const said = isFields(value['counts']) ? value['counts'] : {};
  const names = [...new Set([...Object.keys(said), ...Object.keys(counts)])];
  const wrong = names.find((name) => (said[name] ?? 0) !== (counts[name as TableName] ?? 0));
  if (wrong !== undefined)
    throw new Unfit(
      number,
      `It counts ${String(said[wrong] ?? 0)} of ${wrong}; there are ${String(counts[wrong as TableName] ?? 0)}.`,
    );
  if (value['sha256'] !== lines.checksum())
    throw new Unfit(number, 'The checksum does not match: the document was changed after it was written.');
}

function carried({ media = 0, ...rows }: Counts, lines: LineReader): Carried {
  const records = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return { records, media, sizeBytes: lines.sizeBytes() };
}
