/** Waiting inside the members: for a while, for a ring, or for an answer that must not take forever. Used by watch.ts, election.ts and member.ts. */
import type { Clock } from '../../kernel/clock.ts';

/** Resolves after `ms`, or at once when the signal aborts; it never rejects. */
export const pause = (clock: Clock, ms: number, signal?: AbortSignal): Promise<void> =>
  clock.sleep(ms, signal).catch(() => undefined);

/** Resolves when `happening` does or fails, when the signal aborts, or after `ms`. Nothing of it stays behind. */
export async function pauseUntil(
  clock: Clock,
  ms: number,
  happening: Promise<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const end = (): void => over.abort();
  signal?.addEventListener('abort', end, { once: true });
  if (signal?.aborted === true) end();
  happening.then(end, end);
  await pause(clock, ms, over.signal);
  signal?.removeEventListener('abort', end);
}

/** A bell whose listeners leave when they stop waiting: some wait for days, a second at a time. */
export class Changes {
  readonly #clock: Clock;
  readonly #waiting = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  ring(): void {
    for (const end of this.#waiting) end();
  }

  /** Resolves at the next ring, when the signal aborts, or after `ms`. */
  async wait(ms: number, signal?: AbortSignal): Promise<void> {
    let end: () => void = noop;
    const rung = new Promise<void>((resolve) => (end = resolve));
    this.#waiting.add(end);
    await pauseUntil(this.#clock, ms, rung, signal);
    this.#waiting.delete(end);
  }
}

/** Resolves when the signal has aborted. */
export const waitForAbort = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

const FIRST_MS = 200;
const LONGEST_MS = 1_000;

/** The pause before the next try, in ms. @param failures in a row. */
export const pauseAfter = (failures: number): number => Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS);

const noop = (): void => undefined;
