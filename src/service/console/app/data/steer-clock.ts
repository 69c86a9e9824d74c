/** Moves the service's clock. */
import { count, shortTime } from '../parts/text.ts';
import { act } from './act.ts';
import { toast } from './toasts.ts';

export async function advance(body: object): Promise<void> {
  const answer = await act<{ now: string; ran: number }>('/_local/clock/advance', { method: 'POST', body });
  if (answer !== undefined)
    toast({
      tone: 'good',
      text: `It is ${shortTime(Date.parse(answer.now))}. ${count(answer.ran, 'piece')} of due work ran.`,
    });
}

export const setMode = (next: 'real' | 'frozen'): Promise<unknown> =>
  act(
    '/_local/clock',
    { method: 'PUT', body: { mode: next } },
    { done: next === 'frozen' ? 'The clock is frozen.' : 'The clock runs.' },
  );
