/** Every post that a list gives, as rows, and the rows as text in the form of a file. Streamed: a page is asked for when it is wanted. */
import { type Fields, fieldsIn, isFields } from '../../kernel/json.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { pages, recordsOf, type Call } from '../paging.ts';
import { csvLine } from './csv.ts';
import { EXPORT_COLUMNS, exportedRow } from './exported.ts';
import type { BulkForm } from './forms.ts';
import { yamlDocument } from './yaml.ts';

export interface ExportDesk {
  readonly catalog: Catalog;
  call: Call;
  /** The entry in the row for one media item of a post. */
  media(item: Fields): Promise<Fields>;
}

const LIST = 'listPosts';
/** Pages as large as the service gives them. */
const PAGE_SIZE = 100;

/** @param filters query of the list, @param limit most rows */
export async function* exportedRows(
  filters: Readonly<Record<string, unknown>>,
  limit: number,
  { catalog, call, media }: ExportDesk,
): AsyncGenerator<Fields> {
  const { card, schemas } = catalog.command('createPost');
  const form = { schema: card.body?.schema ?? {}, schemas };
  const query = { limit: Math.min(limit, PAGE_SIZE), ...filters };
  let left = limit;
  for await (const { body } of pages(catalog.card(LIST), { path: {}, query, headers: {} }, call)) {
    for (const post of recordsOf(body)?.records ?? []) {
      if (left-- <= 0) return;
      yield await rowOf(post, form, media);
    }
    if (left <= 0) return;
  }
}

/** The media first, since they may have to be fetched. */
async function rowOf(
  post: unknown,
  form: Parameters<typeof exportedRow>[1],
  media: ExportDesk['media'],
): Promise<Fields> {
  const items = new Map<Fields, Fields>();
  for (const item of mediaIn(post)) items.set(item, await media(item));
  return exportedRow(post, form, (item) => items.get(item) ?? item);
}

function mediaIn(post: unknown): readonly Fields[] {
  if (!isFields(post)) return [];
  return [post['mediaItems'], ...fieldsIn(post['platforms']).map(({ customMedia }) => customMedia)].flatMap(fieldsIn);
}

/** Values as JSON on one line, large integers with all their digits. */
export type Json = (value: unknown) => Promise<string>;

type OneFile = Exclude<BulkForm, 'markdown'>;

/** The text of a file with these rows, piece by piece. Markdown is one file a row, and not here. */
export async function* textOf(rows: AsyncIterable<Fields>, form: OneFile, json: Json): AsyncGenerator<string> {
  const { head = '', line, foot = '' } = WRITERS[form];
  let before = head;
  for await (const row of rows) {
    yield before + (await line(row, json));
    before = form === 'json' ? ',\n' : '';
  }
  yield (before === ',\n' ? '\n' : before) + foot;
}

interface Writer {
  readonly head?: string;
  line(row: Fields, json: Json): string | Promise<string>;
  readonly foot?: string;
}

const WRITERS: Readonly<Record<OneFile, Writer>> = {
  csv: {
    head: csvLine(EXPORT_COLUMNS),
    line: async (row, json) => csvLine(await Promise.all(EXPORT_COLUMNS.map((name) => cellOf(row[name], json)))),
  },
  ndjson: { line: async (row, json) => `${await json(row)}\n` },
  json: { head: '[\n', line: (row, json) => json(row), foot: ']\n' },
  yaml: { line: (row) => yamlDocument(row) },
};

/** Words of a list with semicolons between them, unless one has a sign that would part it; what is nested as JSON. */
function cellOf(value: unknown, json: Json): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return isList(value) ? value.join(';') : json(value);
}

const isList = (value: object): value is readonly string[] =>
  Array.isArray(value) &&
  value.every((one) => typeof one === 'string' && !/[;,\n]|^\s|\s$|^$/.test(one)) &&
  !/^\[/.test(String(value[0]));
