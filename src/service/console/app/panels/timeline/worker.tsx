/** The worker that does what is due: paused, resumed, or sent for one piece at a time. */
import { useEffect, useState } from 'preact/hooks';
import { act } from '../../data/act.ts';
import { call } from '../../data/api.ts';
import { Command } from '../../parts/command.tsx';
import { count } from '../../parts/text.ts';

interface WorkerState {
  readonly state: 'running' | 'paused';
  readonly ran: number;
}

export function WorkerButtons() {
  const [state, setState] = useState<WorkerState['state']>();
  useEffect(() => {
    // Without a wish it only says how it is.
    void call<WorkerState>('/_local/worker', { method: 'POST', body: {} }).then((answer) => {
      if ('data' in answer) setState(answer.data.state);
    });
  }, []);
  const isPaused = state === 'paused';
  const turn = async (): Promise<void> => {
    const answer = await act<WorkerState>(
      '/_local/worker',
      { method: 'POST', body: { state: isPaused ? 'running' : 'paused' } },
      { done: isPaused ? 'The worker is at work again.' : 'The worker is paused: due work waits.' },
    );
    if (answer !== undefined) setState(answer.state);
  };
  const step = (): Promise<unknown> =>
    act<WorkerState>(
      '/_local/worker',
      { method: 'POST', body: { step: 1 } },
      { done: ({ ran }) => (ran === 0 ? 'Nothing is due yet.' : `${count(ran, 'piece')} of due work ran.`) },
    );
  return (
    <div class="row wrap">
      <button aria-pressed={isPaused} disabled={state === undefined} onClick={() => void turn()}>
        {isPaused ? 'Resume the worker' : 'Pause the worker'}
      </button>
      <button onClick={() => void step()}>Run one that is due</button>
      <Command text={isPaused ? 'svc local worker --step 1' : 'svc local worker --state paused'} />
    </div>
  );
}
