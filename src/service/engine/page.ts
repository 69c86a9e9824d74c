/** One page of a list in whichever style its card pages, and what the answer says of it. Used by list.ts and compose.ts. */
import { isCounted } from '../../kernel/paging.ts';
import type { Call } from '../call.ts';

export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly limit: number;
  readonly skip: number;
  /** Opaque place of the next page; undefined on the last one. */
  readonly nextCursor?: string;
  /** Opaque place of the page before; undefined on the first one. */
  readonly previousCursor?: string;
}

/** Records in one answer where nothing else is known. Source: ASM-15 */
export const DEFAULT_LIMIT = 50;

export function pageOf<T>(call: Call, all: readonly T[]): Page<T> {
  const span = spanOf(call, all.length);
  return pageAt(span, all.length, all.slice(span.skip, span.skip + span.limit));
}

export type Span = Pick<Page<unknown>, 'limit' | 'skip'>;

/** The part of a list that the call asks for. @param total of the list: whoever does not page gets everything */
export function spanOf(call: Call, total: number): Span {
  const { paging } = call.card;
  const size = paging?.size ?? call.card.limit;
  const asked = size === undefined ? undefined : numberIn(call, size);
  const limit = asked ?? (paging === undefined ? Math.max(1, total) : DEFAULT_LIMIT);
  return { limit, skip: skipOf(call, limit) };
}

/** The page whose items were read by themselves. */
export function pageAt<T>({ limit, skip }: Span, total: number, items: readonly T[]): Page<T> {
  const end = skip + limit;
  return {
    items,
    total,
    limit,
    skip,
    ...(end < total && { nextCursor: cursorAt(end) }),
    ...(skip > 0 && { previousCursor: cursorAt(Math.max(0, skip - limit)) }),
  };
}

function skipOf(call: Call, limit: number): number {
  for (const name of call.card.paging?.position ?? []) {
    const number = numberIn(call, name);
    if (name === 'page' && number !== undefined && number > 1) return (number - 1) * limit;
    if ((name === 'skip' || name === 'offset') && number !== undefined) return number;
    const text = call.query[name];
    if (typeof text === 'string' && !isCounted(name)) return skipAt(text);
  }
  return 0;
}

const numberIn = ({ query }: Call, name: string): number | undefined =>
  typeof query[name] === 'number' ? query[name] : undefined;

const cursorAt = (skip: number): string => Buffer.from(`at:${String(skip)}`).toString('base64url');

/** A cursor we did not make begins at the start. */
function skipAt(cursor: string): number {
  const [, digits] = /^at:(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  return digits === undefined ? 0 : Number(digits);
}

type PageWord = (page: Page<unknown>) => unknown;

/** What answers call the parts of a page. A word that is `null` here is left out where null is not taken. */
const WORDS: ReadonlyMap<string, PageWord> = new Map<string, PageWord>([
  ['page', ({ skip, limit }) => Math.floor(skip / limit) + 1],
  ['limit', ({ limit }) => limit],
  ['pageSize', ({ limit }) => limit],
  ['skip', ({ skip }) => skip],
  ['offset', ({ skip }) => skip],
  ['total', ({ total }) => total],
  ['totalCount', ({ total }) => total],
  ['count', ({ items }) => items.length],
  ['pages', ({ total, limit }) => Math.max(1, Math.ceil(total / limit))],
  ['totalPages', ({ total, limit }) => Math.max(1, Math.ceil(total / limit))],
  ['hasMore', ({ nextCursor }) => nextCursor !== undefined],
  ['nextCursor', ({ nextCursor = null }) => nextCursor],
  ['nextPageToken', ({ nextCursor = null }) => nextCursor],
  ['cursor', ({ nextCursor = null }) => nextCursor],
  ['after', ({ nextCursor = null }) => nextCursor],
  ['before', ({ previousCursor = null }) => previousCursor],
]);

/** What the answer says under that name of the page; undefined for a name that does not speak of pages. */
export const pageWord = (name: string, page: Page<unknown>): unknown => WORDS.get(name)?.(page);

export const isPageWord = (name: string): boolean => WORDS.has(name);

const USUAL_WORDS = ['page', 'limit', 'skip', 'total', 'pages', 'hasMore', 'nextCursor'];

/** All that is usually said of a page, for an answer that leaves open what it says. */
export const usualWords = (page: Page<unknown>): Record<string, unknown> =>
  Object.fromEntries(USUAL_WORDS.map((name) => [name, pageWord(name, page)]));
