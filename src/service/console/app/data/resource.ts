/** A reading that a panel shows, read anew when what it rests on changes. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { addressOf, call, type Call, type Problem } from './api.ts';
import { listen, type Topic } from './live.ts';

export interface Resource<T> {
  /** Undefined until the first answer, and of an earlier address never. */
  readonly data: T | undefined;
  readonly problem: Problem | undefined;
  readonly reload: () => void;
}

/** Changes within this time are read once. */
const SETTLE_MS = 250;

/** @param path undefined reads nothing @param topics what it rests on; see live.ts */
export function useResource<T>(
  path: string | undefined,
  topics: readonly Topic[],
  query: NonNullable<Call['query']> = {},
): Resource<T> {
  const [state, setState] = useState<{ address?: string; data?: T; problem?: Problem }>({});
  const address = path === undefined ? undefined : addressOf(path, query);
  const readAnew = useRef<() => void>(() => undefined);
  useEffect(() => {
    if (address === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isReading = false;
    let isStale = false;
    const end = new AbortController();
    const read = async (): Promise<void> => {
      timer = undefined;
      isReading = true;
      const answer = await call<T>(address, { signal: end.signal }).catch(() => undefined);
      if (end.signal.aborted || answer === undefined) return;
      isReading = false;
      setState((before) =>
        'data' in answer
          ? { address, data: answer.data }
          : {
              address,
              problem: answer.problem,
              ...(before.address === address && before.data !== undefined ? { data: before.data } : {}),
            },
      );
      if (isStale) soon();
      isStale = false;
    };
    const soon = (): void => {
      if (isReading) isStale = true;
      else timer ??= setTimeout(() => void read(), SETTLE_MS);
    };
    readAnew.current = soon;
    void read();
    const stop = listen(topics, soon);
    return () => {
      end.abort();
      stop();
      clearTimeout(timer);
    };
  }, [address, topics.join(' ')]);
  const isCurrent = state.address === address;
  return {
    data: isCurrent ? state.data : undefined,
    problem: isCurrent ? state.problem : undefined,
    reload: () => readAnew.current(),
  };
}
