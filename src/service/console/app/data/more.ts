/** A list behind cursors: its first page is read anew after changes, further pages when somebody scrolls to the end. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { call, type Call, type Problem } from './api.ts';
import { listen, type Topic } from './live.ts';
import { settling } from './settle.ts';

const PAGE = 100;

/** Rows that are held; further ones only push the oldest off. */
const MOST = 50_000;

export interface More<T> {
  readonly data: readonly T[] | undefined;
  readonly problem: Problem | undefined;
  /** Says that rows up to this one are seen. */
  readonly see: (first: number, last: number) => void;
}

export interface ListPlace<T> {
  readonly path: string;
  /** Under which the answer holds the rows. */
  readonly key: string;
  readonly idOf: (row: T) => string;
  /** True where the answer has the newest last. */
  readonly isRising?: boolean;
  /** Rows of a page after the first; as many as of the first one unless given. */
  readonly further?: number;
}

/** Where the next page begins: the API says it beside other facts of the page, the control surface beside the rows. */
interface Place {
  readonly hasMore?: boolean;
  readonly nextCursor?: string | null;
}

interface Page<T> {
  readonly rows: readonly T[];
  readonly next: string | undefined;
}

interface Held<T> {
  readonly data?: readonly T[];
  readonly problem?: Problem;
}

export function useMore<T>(
  { path, key, idOf, isRising = false, further = PAGE }: ListPlace<T>,
  topics: readonly Topic[],
  query: NonNullable<Call['query']> = {},
): More<T> {
  const [held, setHeld] = useState<Held<T>>({});
  const see = useRef<(first: number, last: number) => void>(() => undefined);
  const question = JSON.stringify(query);
  useEffect(() => {
    const end = new AbortController();
    let rows: readonly T[] = [];
    let cursor: string | undefined;
    let isReading = false;
    const read = async (after?: string): Promise<Page<T> | undefined> => {
      const answer = await call<Readonly<Record<string, unknown>>>(path, {
        query: { ...query, limit: after === undefined ? PAGE : further, cursor: after },
        signal: end.signal,
      }).catch(() => undefined);
      if (answer === undefined || end.signal.aborted) return undefined;
      if ('data' in answer) {
        const found = (answer.data[key] ?? []) as readonly T[];
        return { rows: isRising ? found.toReversed() : found, next: nextOf(answer.data) };
      }
      setHeld((before) => ({ ...before, problem: answer.problem }));
      return undefined;
    };
    const show = (next: readonly T[]): void => {
      if (next.length > MOST) cursor = undefined;
      rows = next.slice(0, MOST);
      setHeld({ data: rows });
    };
    const readFirst = async (): Promise<void> => {
      const page = await read();
      if (page === undefined) return;
      const joins = rows.length > PAGE && page.next !== undefined && meets(page.rows, rows, idOf);
      if (!joins) cursor = page.next;
      // Rows that a new one has pushed off the first page follow it in their old order, unless others are missing between.
      show(joins ? withoutDoubles([...page.rows, ...rows], idOf) : page.rows);
    };
    see.current = (_, last) => {
      if (cursor === undefined || isReading || last < rows.length) return;
      isReading = true;
      void read(cursor).then((page) => {
        isReading = false;
        if (page === undefined) return;
        cursor = page.next;
        show(withoutDoubles([...rows, ...page.rows], idOf));
      });
    };
    const { soon, stop } = settling(readFirst);
    void readFirst();
    const deafen = listen(topics, soon);
    return () => {
      end.abort();
      deafen();
      stop();
    };
  }, [path, question, topics.join(' ')]);
  return { data: held.data, problem: held.problem, see: (first, last) => see.current(first, last) };
}

/** Rows that fill a screen. */
const SCREEN = 40;

/** The rows that a filter lets through: further pages are read until they fill the screen. */
export function useFound<T>(
  list: More<T>,
  fits: (row: T) => boolean,
): { readonly found: readonly T[]; readonly onSeen: More<T>['see'] } {
  const all = list.data ?? [];
  const found = all.filter(fits);
  useEffect(() => {
    if (found.length < SCREEN) list.see(0, all.length);
  }, [found.length, all.length]);
  return { found, onSeen: (first, last) => list.see(first, last === found.length ? all.length : 0) };
}

function nextOf(answer: Readonly<Record<string, unknown>>): string | undefined {
  const { hasMore, nextCursor } = (answer['pagination'] ?? answer) as Place;
  return hasMore === false ? undefined : (nextCursor ?? undefined);
}

const meets = <T>(fresh: readonly T[], rows: readonly T[], idOf: (row: T) => string): boolean => {
  const known = new Set(rows.map(idOf));
  return fresh.some((row) => known.has(idOf(row)));
};

const withoutDoubles = <T>(rows: readonly T[], idOf: (row: T) => string): readonly T[] => {
  const first = new Map<string, T>();
  for (const row of rows) if (!first.has(idOf(row))) first.set(idOf(row), row);
  return [...first.values()];
};
