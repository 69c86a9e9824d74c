/** What the API says of a draft before it is sent, asked when the typing pauses. */
import { useEffect, useState } from 'preact/hooks';
import { call, type Call } from '../../data/api.ts';
import { pathOf } from '../../data/paths.ts';
import { questionOf, type Draft } from './draft.ts';

export interface Verdict {
  /** Why there is no verdict, in words. */
  readonly problem?: string;
  readonly valid: boolean;
  /** Absent where nothing is wrong. */
  readonly errors?: readonly { readonly platform: string; readonly error: string }[];
  readonly warnings?: readonly { readonly platform: string; readonly warning?: string; readonly error?: string }[];
}

/** How long a text is to each platform, counted its own way. */
export type Lengths = Readonly<
  Record<string, { readonly count: number; readonly limit: number; readonly valid: boolean }>
>;

const PAUSE_MS = 350;

export function useVerdict(draft: Draft): Verdict | undefined {
  const { data, problem } = useAnswer<Verdict>(
    pathOf('validatePost'),
    draft.targets.length === 0 ? undefined : questionOf(draft),
  );
  return problem === undefined ? data : { valid: false, problem };
}

export const useLengths = ({ content }: Draft): Lengths | undefined =>
  useAnswer<{ platforms: Lengths }>(pathOf('validatePostLength'), content === '' ? undefined : { text: content }).data
    ?.platforms;

interface Answered<T> {
  readonly data?: T;
  readonly problem?: string;
}

/** @param body undefined asks nothing */
function useAnswer<T>(path: string, body: Call['body']): Answered<T> {
  const [answer, setAnswer] = useState<Answered<T>>({});
  const question = body === undefined ? '' : JSON.stringify(body);
  useEffect(() => {
    if (question === '') {
      setAnswer({});
      return undefined;
    }
    const end = new AbortController();
    const ask = async (): Promise<void> => {
      const said = await call<T>(path, {
        method: 'POST',
        body: JSON.parse(question) as unknown,
        signal: end.signal,
      }).catch(() => undefined);
      if (said !== undefined) setAnswer('data' in said ? { data: said.data } : { problem: said.problem.message });
    };
    const timer = setTimeout(() => void ask(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, [path, question]);
  return answer;
}
