/** A list behind cursors: its first page is read anew after changes, further pages when somebody scrolls to the end. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { call, type Call, type Problem } from './api.ts';
import { listen, type Topic } from './live.ts';
import { settling } from './settle.ts';

const PAGE = 100;

export interface More<T> {
  readonly data: readonly T[] | undefined;
  readonly problem: Problem | undefined;
  /** Says that rows up to this one are seen. */
  readonly see: (first: number, last: number) => void;
}

interface Page<T> {
  readonly data: readonly T[];
  readonly pagination: { readonly hasMore?: boolean; readonly nextCursor?: string | null };
}

interface Held<T> {
  readonly data?: readonly T[];
  readonly problem?: Problem;
}

export function useMore<T>(
  path: string,
  topics: readonly Topic[],
  idOf: (row: T) => string,
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
      const answer = await call<Page<T>>(path, {
        query: { ...query, limit: PAGE, cursor: after },
        signal: end.signal,
      }).catch(() => undefined);
      if (answer === undefined || end.signal.aborted) return undefined;
      if ('data' in answer) return answer.data;
      setHeld((before) => ({ ...before, problem: answer.problem }));
      return undefined;
    };
    const show = (next: readonly T[]): void => {
      rows = next;
      setHeld({ data: next });
    };
    const readFirst = async (): Promise<void> => {
      const page = await read();
      if (page === undefined) return;
      const next = nextOf(page);
      // Rows that a new one has pushed off the first page follow it in their old order.
      if (next === undefined || rows.length <= PAGE) {
        cursor = next;
        show(page.data);
      } else show(withoutDoubles([...page.data, ...rows], idOf));
    };
    see.current = (_, last) => {
      if (cursor === undefined || isReading || last < rows.length) return;
      isReading = true;
      void read(cursor).then((page) => {
        isReading = false;
        if (page === undefined) return;
        cursor = nextOf(page);
        show(withoutDoubles([...rows, ...page.data], idOf));
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

const nextOf = ({ pagination: { hasMore, nextCursor } }: Page<unknown>): string | undefined =>
  hasMore === false ? undefined : (nextCursor ?? undefined);

const withoutDoubles = <T>(rows: readonly T[], idOf: (row: T) => string): readonly T[] => {
  const first = new Map<string, T>();
  for (const row of rows) if (!first.has(idOf(row))) first.set(idOf(row), row);
  return [...first.values()];
};
