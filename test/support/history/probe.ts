/** A client that begins a call every few milliseconds, whatever became of the last one: how long nobody answered. Used by team.ts. */
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

const EVERY_MS = 25;
const PATIENCE_MS = 10_000;

export interface Probe {
  /** Resolves when a call that began after that instant of `performance.now()` was answered well. */
  untilAnswered(afterMs: number): Promise<void>;
  /** The longest time between two good answers from that instant to now, in ms. */
  longestSince(fromMs: number): number;
}

interface Answered {
  readonly sentMs: number;
  readonly endedMs: number;
}

export function startProbe(url: string, key: string): Probe {
  const answered: Answered[] = [];
  const waiting = new Set<() => void>();
  const over = new AbortController();
  onTestFinished(() => over.abort());
  const call = async (): Promise<void> => {
    const sentMs = performance.now();
    const response = await fetch(url, {
      // A connection of its own, which the balancer gives to the next process.
      headers: { authorization: `Bearer ${key}`, connection: 'close' },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await response.arrayBuffer();
    if (!response.ok) return;
    answered.push({ sentMs, endedMs: performance.now() });
    for (const tell of waiting) tell();
  };
  const beat = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await once(AbortSignal.timeout(EVERY_MS), 'abort');
      call().catch(() => undefined);
    }
  };
  void beat();
  return {
    untilAnswered: (afterMs) =>
      new Promise((resolve) => {
        const tell = (): void => {
          if ((answered.at(-1)?.sentMs ?? 0) <= afterMs) return;
          waiting.delete(tell);
          resolve();
        };
        waiting.add(tell);
      }),
    longestSince(fromMs) {
      const ends = [fromMs, ...answered.map(({ endedMs }) => endedMs).filter((ms) => ms > fromMs), performance.now()];
      return ends.reduce((longest, ms, index) => Math.max(longest, ms - (ends[index - 1] ?? ms)), 0);
    },
  };
}
