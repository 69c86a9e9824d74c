/** What journeys that kill the service share: the demo pack under a frozen clock with repeatable ids, and a moment in real time. */
import { mkdir } from 'node:fs/promises';
import { startProcess, type ServiceProcess } from './process.ts';

// prettier-ignore
export const REPEATABLE = ['--clock', 'frozen', '--now', '2026-01-05T09:00:00Z', '--seed', '1', '--rate-limits', 'off'];

/** @param folder made when needed */
export async function startRepeatable(folder: string): Promise<ServiceProcess> {
  await mkdir(folder, { recursive: true });
  return startProcess(folder, ...REPEATABLE);
}

/** The moment of a kill is real time: that is what is tried. */
export async function untilPassed(ms: number): Promise<void> {
  const until = performance.now() + ms;
  if (ms === Number.POSITIVE_INFINITY) return new Promise(() => undefined);
  while (performance.now() < until) await new Promise(setImmediate);
}
