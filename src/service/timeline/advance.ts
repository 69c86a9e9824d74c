/** Moves a frozen clock: from due instant to due instant, each with all its work and what that caused. Asked by control/clock. */
import type { Clock } from '../../kernel/clock.ts';
import type { SteerableClock } from '../clock.ts';
import type { TimelineStore } from '../store/service-store.ts';
import type { Worker } from './worker.ts';

export interface AdvanceParts {
  readonly clock: SteerableClock;
  readonly wall: Clock;
  readonly timeline: TimelineStore;
  readonly worker: Worker;
  /** Asked between two instants: a cancelled advance of years stops early. */
  readonly isAbandoned?: () => boolean;
}

/**
 * Runs everything due up to `target`, in due order, then sets the clock there. While the worker is paused only the clock moves.
 * When it is abandoned the clock stays where it has come to.
 * @param target ms on the service's clock
 * @returns how many rows ran
 */
export async function advanceTo(
  target: number,
  { clock, wall, timeline, worker, isAbandoned }: AdvanceParts,
): Promise<number> {
  let ran = await worker.settle();
  while (!worker.isPaused()) {
    const instant = earliest(await timeline.next(wall.now()), clock.sleepers());
    if (instant === undefined || instant > target) break;
    if (isAbandoned?.() === true) return ran;
    clock.moveTo(instant);
    ran += await worker.settle();
  }
  clock.moveTo(target);
  return ran + (await worker.settle());
}

const earliest = (due: number | undefined, sleepers: readonly number[]): number | undefined => {
  const instants = due === undefined ? sleepers : [due, ...sleepers];
  return instants.length === 0 ? undefined : Math.min(...instants);
};
