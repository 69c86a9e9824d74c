/** Long work in this process gives way to what else waits: sockets, health, other calls. Used by the corridor, the areas and store/. */
import type { Clock } from '../kernel/clock.ts';
import type { Steps } from '../schema/steps.ts';

export interface TurnDoors {
  /** The machine's clock. */
  readonly clock: Pick<Clock, 'now'>;
  readonly turn: () => Promise<void>;
}

/** How long one piece of work keeps everything else waiting, in milliseconds. */
const LONGEST_MS = 20;

/** Says when to give way: undefined while there is time left, else what to wait for. */
export type Pause = () => Promise<void> | undefined;

export function pauses({ clock, turn }: TurnDoors): Pause {
  let begun = clock.now();
  const takeTurn = async (): Promise<void> => {
    await turn();
    begun = clock.now();
  };
  return () => (clock.now() - begun < LONGEST_MS ? undefined : takeTurn());
}

/** Does all steps, with turns of the event loop in between where they take long. */
export async function inTurns<T>(steps: Steps<T>, doors: TurnDoors): Promise<T> {
  const pause = pauses(doors);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    const turn = pause();
    if (turn !== undefined) await turn;
  }
}
