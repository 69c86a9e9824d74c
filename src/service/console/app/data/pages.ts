/** A list of any length behind numbered pages: its length is known, and only pages that are seen are read. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { call, type Call, type Problem } from './api.ts';
import { listen, type Topic } from './live.ts';
import { settling } from './settle.ts';

/** What a page of the API holds at most. */
const PAGE = 100;

export interface Pages<T> {
  /** Undefined until the first page is here. */
  readonly total: number | undefined;
  readonly problem: Problem | undefined;
  /** Undefined while its page is not here. */
  readonly at: (index: number) => T | undefined;
  /** Says which rows are seen: their pages are read. */
  readonly see: (first: number, last: number) => void;
}

interface Found {
  readonly pagination: { readonly total: number };
}

interface Held<T> {
  readonly pages: ReadonlyMap<number, readonly T[]>;
  readonly total?: number;
  readonly problem?: Problem;
}

/** @param key under which a page of the answer holds its rows */
export function usePages<T>(
  path: string,
  key: string,
  query: NonNullable<Call['query']>,
  topics: readonly Topic[],
): Pages<T> {
  const [held, setHeld] = useState<Held<T>>({ pages: new Map() });
  const see = useRef<(first: number, last: number) => void>(() => undefined);
  const question = JSON.stringify(query);
  useEffect(() => {
    const end = new AbortController();
    let seen: readonly number[] = [1];
    let pages = new Map<number, readonly T[]>();
    setHeld({ pages });
    const readPage = async (page: number): Promise<void> => {
      const answer = await call<Found & Readonly<Record<string, readonly T[]>>>(path, {
        query: { ...query, page, limit: PAGE },
        signal: end.signal,
      }).catch(() => undefined);
      if (answer === undefined || end.signal.aborted) return;
      if ('problem' in answer) return setHeld((before) => ({ ...before, problem: answer.problem }));
      pages = new Map(pages).set(page, answer.data[key] ?? []);
      setHeld({ pages, total: answer.data.pagination.total });
    };
    const read = async (): Promise<void> => {
      await Promise.all(seen.map(readPage));
      // What is not seen is read when it is: it may have changed.
      for (const page of pages.keys()) if (!seen.includes(page)) pages.delete(page);
    };
    see.current = (first, last) => {
      const from = Math.floor(first / PAGE) + 1;
      seen = Array.from({ length: Math.max(1, Math.ceil(last / PAGE) - from + 1) }, (_, at) => from + at);
      for (const page of seen)
        if (!pages.has(page)) {
          pages.set(page, []);
          void readPage(page);
        }
    };
    const { soon, stop } = settling(read);
    void read();
    const deafen = listen(topics, soon);
    return () => {
      end.abort();
      deafen();
      stop();
    };
  }, [path, question, topics.join(' ')]);
  return {
    total: held.total,
    problem: held.problem,
    at: (index) => held.pages.get(Math.floor(index / PAGE) + 1)?.[index % PAGE],
    see: (first, last) => see.current(first, last),
  };
}
