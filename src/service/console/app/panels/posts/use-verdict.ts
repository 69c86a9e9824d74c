/** What the API says of a draft before it is sent, asked when the typing pauses. */
import { useEffect, useState } from 'preact/hooks';
import { call } from '../../data/api.ts';
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

const PAUSE_MS = 350;

export function useVerdict(draft: Draft): Verdict | undefined {
  const [verdict, setVerdict] = useState<Verdict>();
  const question = JSON.stringify(questionOf(draft));
  useEffect(() => {
    if (draft.targets.length === 0) {
      setVerdict(undefined);
      return undefined;
    }
    const end = new AbortController();
    const timer = setTimeout(() => {
      call<Verdict>(pathOf('validatePost'), {
        method: 'POST',
        body: JSON.parse(question) as unknown,
        signal: end.signal,
      }).then(
        (answer) => setVerdict('data' in answer ? answer.data : { valid: false, problem: answer.problem.message }),
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, [question]);
  return verdict;
}
