/** Reads a list to its end, page by page, in every paging style of the API. */
import type { Card, Schema } from '../kernel/card.ts';
import { failure } from '../kernel/failure.ts';
import type { CallResult } from './answer.ts';
import type { CallInput } from './request.ts';

export type Call = (card: Card, input: CallInput) => Promise<CallResult>;

type Fields = Readonly<Record<string, unknown>>;

/** Position parameters that count; every other one carries a token out of the answer before. */
const COUNTED = ['page', 'skip', 'offset'];

/**
 * Every page from where the input stands to the last. The next page is asked for only when it is wanted.
 * @throws Failure `bad_answer` when the service hands out the same position twice
 */
export async function* pages(card: Card, input: CallInput, call: Call): AsyncGenerator<CallResult> {
  const position = positionOf(card, input);
  const seen = new Set<string>();
  for (let query: Fields = input.query; ;) {
    const page = await call(card, { ...input, query });
    yield page;
    const next = position === undefined ? undefined : nextPosition(card, { position, query, body: page.body });
    if (position === undefined || next === undefined) return;
    if (seen.has(String(next)))
      throw failure('bad_answer', { message: `The list repeats itself at ${position} ${next}.` });
    seen.add(String(next));
    query = { ...query, [position]: next };
  }
}

/** True when the answer says, or its size suggests, that more records follow. */
export function hasMore(card: Card, input: CallInput, body: unknown): boolean {
  const position = positionOf(card, input);
  return position !== undefined && nextPosition(card, { position, query: input.query, body }) !== undefined;
}

/**
 * The records of a list answer and the field they stand in: the first list of the answer's schema, else the first in the answer.
 * @returns undefined when the answer holds no list. The field is `''` when the answer is itself the list.
 */
export function recordsOf(body: unknown, schema?: Schema): { field: string; records: readonly unknown[] } | undefined {
  if (Array.isArray(body)) return { field: '', records: body as unknown[] };
  if (!isFields(body)) return undefined;
  const promised = Object.entries(schema?.properties ?? {}).find(([, field]) => field.type === 'array')?.[0];
  const field = [promised ?? '', ...Object.keys(body)].find((name) => Array.isArray(body[name]));
  return field === undefined ? undefined : { field, records: body[field] as unknown[] };
}

/** The parameter the input already uses, else the first that the operation offers. */
function positionOf({ paging }: Card, { query }: CallInput): string | undefined {
  return paging?.position.find((name) => query[name] !== undefined) ?? paging?.position[0];
}

interface Standing {
  readonly position: string;
  readonly query: Fields;
  readonly body: unknown;
}

function nextPosition(card: Card, standing: Standing): number | string | undefined {
  const { position, body } = standing;
  if (!isFields(body)) return undefined;
  const about = { ...body, ...fieldsIn(body, 'pagination'), ...fieldsIn(body, 'paging') };
  const records = recordsOf(body)?.records.length ?? 0;
  if (about['hasMore'] === false) return undefined;
  if (!COUNTED.includes(position)) return tokenIn(about, position);
  if (records === 0) return undefined;
  return position === 'page' ? nextPage(card, standing, about) : nextOffset(card, standing, { about, records });
}

function tokenIn(about: Fields, position: string): string | undefined {
  const cursors = fieldsIn(about, 'cursors');
  const names = position === 'before' ? ['nextCursor', 'before'] : ['nextCursor', 'nextPageToken', 'cursor', 'after'];
  const token = names
    .map((name) => about[name] ?? cursors[name])
    .find((value) => value !== undefined && value !== null);
  return token === undefined || token === '' ? undefined : String(token);
}

function nextPage(card: Card, { query, body }: Standing, about: Fields): number | undefined {
  const page = numberOf(about['page']) ?? numberOf(query['page']) ?? 1;
  const last = numberOf(about['pages']) ?? numberOf(about['totalPages']);
  if (last !== undefined) return page < last ? page + 1 : undefined;
  return about['hasMore'] === true || isFull(card, query, { about, body }) ? page + 1 : undefined;
}

function nextOffset(
  card: Card,
  { position, query, body }: Standing,
  { about, records }: { about: Fields; records: number },
): number | undefined {
  const next = (numberOf(about[position]) ?? numberOf(query[position]) ?? 0) + records;
  const total = numberOf(about['total']);
  if (total !== undefined) return next < total ? next : undefined;
  return about['hasMore'] === true || isFull(card, query, { about, body }) ? next : undefined;
}

/** Without any word of the service, a page as long as was asked for suggests another. */
function isFull({ paging, params }: Card, query: Fields, { about, body }: { about: Fields; body: unknown }): boolean {
  const size = paging?.size;
  if (size === undefined) return false;
  const usual = params.find(({ name }) => name === size)?.schema.default;
  const asked = numberOf(about[size]) ?? numberOf(query[size]) ?? numberOf(usual);
  return asked !== undefined && (recordsOf(body)?.records.length ?? 0) >= asked;
}

const fieldsIn = (fields: Fields, name: string): Fields => (isFields(fields[name]) ? fields[name] : {});

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
