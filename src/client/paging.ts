/** Reads a list to its end, page by page, in every paging style of the API. */
import { type Fields, isFields } from '../kernel/json.ts';
import type { Card } from '../kernel/card.ts';
import { failure } from '../kernel/failure.ts';
import { isCounted } from '../kernel/paging.ts';
import type { CallResult } from './answer.ts';
import type { CallInput } from './request.ts';

export type Call = (card: Card, input: CallInput) => Promise<CallResult>;

/** An answer, and what was asked for it. */
export interface Page extends CallResult {
  readonly input: CallInput;
}

/**
 * Every page from the position in the input to the last. A page is requested only when it is consumed.
 * @throws Failure `bad_answer` when the service returns the same position twice
 */
export async function* pages(card: Card, input: CallInput, call: Call): AsyncGenerator<Page> {
  const seen = new Set<string>();
  for (let query: Fields = input.query; ;) {
    const asked = { ...input, query };
    const page = await call(card, asked);
    yield { ...page, input: asked };
    const next = nextPosition(card, { query }, standingAt(card, query, page.body));
    if (next === undefined) return;
    const [name, value] = next;
    if (seen.has(String(value)))
      throw failure('bad_answer', { message: `The list repeats itself at ${name} ${value}.` });
    seen.add(String(value));
    query = { ...query, [name]: value };
  }
}

/** True when the answer says, or its size suggests, that more records follow. */
export const hasMore = (card: Card, { query }: CallInput, body: unknown): boolean =>
  nextPosition(card, { query }, standingAt(card, query, body)) !== undefined;

const standingAt = (card: Card, query: Fields, body: unknown): Standing => ({
  query,
  body,
  records: recordsOf(body, card)?.records.length ?? 0,
});

/**
 * The records of a list answer and the name of their field: the one that the card names, else the first list in the answer.
 * @returns undefined when the answer holds no list. The field is `''` when the answer is itself the list.
 */
export function recordsOf(
  body: unknown,
  { records }: Pick<Card, 'records'> = {},
): { field: string; records: readonly unknown[] } | undefined {
  if (Array.isArray(body)) return { field: '', records: body as unknown[] };
  if (!isFields(body)) return undefined;
  const known = (records ?? []).filter((name) => Array.isArray(body[name]));
  // An operation with two kinds of answer gives one record as well, and that record may have lists of its own.
  const isList = records === undefined || PAGE_WORDS.some((name) => name in body);
  const field = [...known, ...(isList ? Object.keys(body) : [])].find((name) => Array.isArray(body[name]));
  return field === undefined ? undefined : { field, records: body[field] as unknown[] };
}

/** Words by which an answer says that it is a page. */
const PAGE_WORDS = ['pagination', 'paging', 'nextCursor', 'nextPageToken', 'hasMore'];

/** The parameters the input already uses, else those that the operation offers. */
function positionsOf({ paging }: Card, { query }: Pick<CallInput, 'query'>): readonly string[] {
  const offered = paging?.position ?? [];
  const used = offered.filter((name) => query[name] !== undefined);
  return used.length > 0 ? used : offered;
}

interface Standing {
  readonly query: Fields;
  readonly body: unknown;
  readonly records: number;
}

/** A parameter and its value for the next page. */
type Position = readonly [name: string, value: number | string];

/** A counter moves by what came; a token is taken out of the answer, and the one that is there decides which parameter takes it. */
function nextPosition(card: Card, input: Pick<CallInput, 'query'>, standing: Standing): Position | undefined {
  const { body } = standing;
  if (!isFields(body)) return undefined;
  const about = { ...body, ...fieldsIn(body, 'pagination'), ...fieldsIn(body, 'paging') };
  if (about['hasMore'] === false) return undefined;
  const names = positionsOf(card, input);
  const counter = names.find(isCounted);
  if (counter === undefined) return tokenIn(about, names, standing);
  if (standing.records === 0) return undefined;
  const next = counter === 'page' ? nextPage(card, standing, about) : nextOffset(counter, card, { ...standing, about });
  return next === undefined ? undefined : [counter, next];
}

/** Where an answer carries the token for a parameter: its own names first, then the name that every list may use. */
const TOKENS: Readonly<Record<string, readonly string[]>> = {
  after: ['after', 'nextCursor', 'cursor'],
  cursor: ['nextCursor', 'cursor', 'after'],
  pageToken: ['nextPageToken', 'pageToken', 'nextCursor'],
  before: ['nextCursor', 'before'],
};

function tokenIn(about: Fields, names: readonly string[], { records }: Standing): Position | undefined {
  // Cursors of this form stand on the last page too, and lead to an empty one.
  const cursors = records === 0 && about['hasMore'] !== true ? {} : fieldsIn(about, 'cursors');
  for (const name of names) {
    const token = (TOKENS[name] ?? []).map((field) => about[field] ?? cursors[field]).find(isToken);
    if (token !== undefined) return [name, String(token)];
  }
  return undefined;
}

const isToken = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value !== '');

function nextPage(card: Card, standing: Standing, about: Fields): number | undefined {
  const { query } = standing;
  const page = numberOf(about['page']) ?? numberOf(query['page']) ?? 1;
  const last = numberOf(about['pages']) ?? numberOf(about['totalPages']);
  if (last !== undefined) return page < last ? page + 1 : undefined;
  return about['hasMore'] === true || isFull(card, { ...standing, about }) ? page + 1 : undefined;
}

type Shown = Standing & { readonly about: Fields };

function nextOffset(name: string, card: Card, shown: Shown): number | undefined {
  const { about, query, records } = shown;
  const next = (numberOf(about[name]) ?? numberOf(query[name]) ?? 0) + records;
  const total = numberOf(about['total']);
  if (total !== undefined) return next < total ? next : undefined;
  return about['hasMore'] === true || isFull(card, shown) ? next : undefined;
}

/** Without an indication from the service, a full page suggests another one. */
function isFull({ paging, params }: Card, { query, about, records }: Shown): boolean {
  const size = paging?.size;
  if (size === undefined) return false;
  const usual = params.find(({ name }) => name === size)?.schema.default;
  const asked = numberOf(about[size]) ?? numberOf(query[size]) ?? numberOf(usual);
  return asked !== undefined && records >= asked;
}

const fieldsIn = (fields: Fields, name: string): Fields => (isFields(fields[name]) ? fields[name] : {});

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined;
