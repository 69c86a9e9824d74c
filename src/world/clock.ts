/** The machine's clock: wall time, a clock that never jumps, sleeping and deadlines. */
import type { Clock } from '../kernel/clock.ts';
import { LONGEST_TIMER_MS } from '../kernel/time.ts';

export interface WorldClock extends Clock {
  /** Milliseconds that only grow, whatever happens to the wall clock. */
  monotonic(): number;
  /** A deadline `ms` from now; it does not keep the process alive. */
  deadline(ms: number): Deadline;
  /** Resolves when everything that is readable now has been read: one turn of the event loop. */
  turn(): Promise<void>;
}

export interface Deadline {
  /** Aborts when the time is over. */
  readonly signal: AbortSignal;
  /** Milliseconds left, never below zero. */
  remaining(): number;
  /** Ends the deadline without aborting. */
  clear(): void;
}

export function openClock(): WorldClock {
  return {
    now: () => Date.now(),
    monotonic,
    sleep,
    deadline,
    turn: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

/** Not `performance`, which loads a whole module at first use. */
const monotonic = (): number => Number(process.hrtime.bigint()) / 1e6;

async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  for (let left = ms; left > 0; left -= LONGEST_TIMER_MS) await nap(Math.min(left, LONGEST_TIMER_MS), signal);
}

function nap(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

function deadline(ms: number): Deadline {
  const end = monotonic() + ms;
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error('deadline')), Math.min(ms, LONGEST_TIMER_MS));
  timer.unref();
  return {
    signal: controller.signal,
    remaining: () => (controller.signal.aborted ? 0 : Math.max(0, end - monotonic())),
    clear: () => clearTimeout(timer),
  };
}
