/** A machine clock that moves when the test says so, for services in real mode. */
import { testDoors } from '../../../support/service.ts';
import type { ServiceDoors } from '../../../../src/service/doors.ts';

export interface ManualClock {
  readonly doors: ServiceDoors;
  /** Resolves when something sleeps for at least `ms`. */
  slept(ms: number): Promise<void>;
  /** Lets time pass and wakes whoever has slept long enough. */
  pass(ms: number): void;
}

interface Sleeper {
  readonly until: number;
  readonly ms: number;
  readonly wake: () => void;
}

export function manualClock(start = Date.parse('2026-01-05T09:00:00.000Z')): ManualClock {
  let now = start;
  const sleepers = new Set<Sleeper>();
  const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const sleeper: Sleeper = { until: now + ms, ms, wake: () => (sleepers.delete(sleeper), resolve()) };
      signal?.addEventListener('abort', () => (sleepers.delete(sleeper), reject(signal.reason as Error)), {
        once: true,
      });
      if (signal?.aborted === true) reject(signal.reason as Error);
      else sleepers.add(sleeper);
    });
  return {
    doors: testDoors({ clock: { now: () => now, sleep } }),
    async slept(ms) {
      while (![...sleepers].some((one) => one.ms >= ms)) await new Promise((resolve) => setImmediate(resolve));
    },
    pass(ms) {
      now += ms;
      for (const sleeper of [...sleepers]) if (sleeper.until <= now) sleeper.wake();
    },
  };
}
