/** A reading that a panel shows, read anew when what it rests on changes. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { addressOf, call, type Call, type Problem } from './api.ts';
import { listen, type Topic } from './live.ts';
import { settling } from './settle.ts';

export interface Resource<T> {
  /** Undefined until the first answer, and of an earlier address never. */
  readonly data: T | undefined;
  readonly problem: Problem | undefined;
  readonly reload: () => void;
}

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
    const end = new AbortController();
    const read = async (): Promise<void> => {
      const answer = await call<T>(address, { signal: end.signal }).catch(() => undefined);
      if (end.signal.aborted || answer === undefined) return;
      setState((before) =>
        'data' in answer
          ? { address, data: answer.data }
          : {
              address,
              problem: answer.problem,
              ...(before.address === address && before.data !== undefined ? { data: before.data } : {}),
            },
      );
    };
    const { soon, stop } = settling(read);
    readAnew.current = soon;
    void read();
    const deafen = listen(topics, soon);
    return () => {
      end.abort();
      deafen();
      stop();
    };
  }, [address, topics.join(' ')]);
  const isCurrent = state.address === address;
  return {
    data: isCurrent ? state.data : undefined,
    problem: isCurrent ? state.problem : undefined,
    reload: () => readAnew.current(),
  };
}
