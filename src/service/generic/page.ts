/** One page of a list, in whichever style its card pages: by number, by offset, or by an opaque cursor. Used by generic.ts. */
import type { Call } from '../call.ts';

export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly limit: number;
  readonly skip: number;
  /** Opaque place of the next page; undefined on the last one. */
  readonly nextCursor?: string;
}

/** ASM-15: records in one answer where nothing else is known. */
const DEFAULT_LIMIT = 50;

export function pageOf<T>(call: Call, all: readonly T[]): Page<T> {
  const limit = numberIn(call, call.card.paging?.size ?? 'limit') ?? DEFAULT_LIMIT;
  const skip = skipOf(call, limit);
  const end = skip + limit;
  return {
    items: all.slice(skip, end),
    total: all.length,
    limit,
    skip,
    ...(end < all.length ? { nextCursor: cursorAt(end) } : {}),
  };
}

function skipOf(call: Call, limit: number): number {
  for (const name of call.card.paging?.position ?? []) {
    const number = numberIn(call, name);
    if (name === 'page' && number !== undefined && number > 1) return (number - 1) * limit;
    if ((name === 'skip' || name === 'offset') && number !== undefined) return number;
    const text = call.query[name];
    if (typeof text === 'string') return skipAt(text);
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
