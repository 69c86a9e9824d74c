/** The plan of the team. The control surface answers it to every change, the empty one too. */
import { useEffect, useState } from 'preact/hooks';
import { call, type Problem } from '../../data/api.ts';
import { act } from '../../data/act.ts';

export interface Plan {
  readonly preset?: string;
  readonly paymentMethod: boolean;
  readonly paymentFailed: boolean;
  readonly inbox: boolean;
  readonly adsAddon: boolean;
  readonly analyticsAddon: boolean;
  readonly snapchatApproved: boolean;
  readonly role: string;
  readonly profileCap: number | null;
  readonly rateLimitPerMinute: number | null;
}

export function usePlan() {
  const [state, setState] = useState<{ data?: Plan; problem?: Problem }>({});
  useEffect(() => {
    void call<{ team: Plan }>('/_local/team', { method: 'PATCH', body: {} }).then((answer) =>
      setState('data' in answer ? { data: answer.data.team } : { problem: answer.problem }),
    );
  }, []);
  const set = async (change: Readonly<Record<string, unknown>>): Promise<void> => {
    const answer = await act<{ team: Plan }>(
      '/_local/team',
      { method: 'PATCH', body: change },
      { done: 'The plan is changed.' },
    );
    if (answer !== undefined) setState({ data: answer.team });
  };
  return { data: state.data, problem: state.problem, set };
}
