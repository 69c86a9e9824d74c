/** A log, newest first: its newest lines are read anew as more come, and older ones when somebody scrolls to them. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { call, type Call, type Problem } from './api.ts';
import { listen, type Topic } from './live.ts';
import { joined } from './joined.ts';
import { settling } from './settle.ts';

/** Lines that are read again after a change. */
const FRESH = 100;

/** How many lines are read, step by step, as somebody scrolls down. */
const STEPS = [200, 1_000, 5_000, 20_000] as const;

export interface Newest<T> {
  readonly data: readonly T[] | undefined;
  readonly problem: Problem | undefined;
  /** Says that rows up to this one are seen. */
  readonly see: (first: number, last: number) => void;
}

export interface LogPlace<T> {
  readonly path: string;
  /** Under which the answer holds the lines. */
  readonly key: string;
  readonly idOf: (line: T) => string;
  /** True where the answer has the newest last. */
  readonly isRising?: boolean;
}

export function useNewest<T>(
  { path, key, idOf, isRising = false }: LogPlace<T>,
  topics: readonly Topic[],
  query: NonNullable<Call['query']> = {},
): Newest<T> {
  const [state, setState] = useState<{ data?: readonly T[]; problem?: Problem }>({});
  const see = useRef<(first: number, last: number) => void>(() => undefined);
  const question = JSON.stringify(query);
  useEffect(() => {
    const end = new AbortController();
    let lines: readonly T[] = [];
    let step = 0;
    /** False once everything that there is has been read. */
    let hasMore = true;
    const read = async (limit: number): Promise<readonly T[] | undefined> => {
      const answer = await call<Readonly<Record<string, readonly T[]>>>(path, {
        query: { ...query, limit },
        signal: end.signal,
      }).catch(() => undefined);
      if (answer === undefined || end.signal.aborted) return undefined;
      if ('problem' in answer) {
        setState((before) => ({ ...before, problem: answer.problem }));
        return undefined;
      }
      const found = answer.data[key] ?? [];
      return isRising ? found.toReversed() : found;
    };
    const show = (next: readonly T[]): void => {
      lines = next;
      setState({ data: next });
    };
    const readStep = async (): Promise<void> => {
      const limit = STEPS[step] ?? FRESH;
      const found = await read(limit);
      if (found === undefined) return;
      hasMore = found.length === limit;
      show(found);
    };
    const readFresh = async (): Promise<void> => {
      const found = await read(FRESH);
      if (found === undefined) return;
      show(joined(found, lines, idOf, STEPS[step] ?? FRESH));
    };
    see.current = (_, last) => {
      if (!hasMore || last < lines.length || lines.length === 0 || step >= STEPS.length - 1) return;
      step += 1;
      void readStep();
    };
    const { soon, stop } = settling(readFresh);
    void readStep();
    const deafen = listen(topics, soon);
    return () => {
      end.abort();
      deafen();
      stop();
    };
  }, [path, question, topics.join(' ')]);
  return { data: state.data, problem: state.problem, see: (first, last) => see.current(first, last) };
}
