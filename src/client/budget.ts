/** What processes that use one key tell each other: how many calls the service still wants, and until when. A small file, changed under a lock. */
import { join } from 'node:path';
import { isLoopback } from '../kernel/loopback.ts';
import type { World } from '../world/world.ts';
import { secondsToReset, retryAfterSeconds, type Answered } from './retry.ts';
import type { Target } from './target.ts';

export interface Budget {
  /**
   * Asks for leave to call, and takes one of the places that are left.
   * @returns milliseconds to wait first; 0 when the call may go
   */
  turn(nowMs: number): Promise<number>;
  /** Tells the others what an answer says of the limit. */
  learn(answer: Answered, nowMs: number): Promise<void>;
}

/** How many calls are allowed until then. After that a new window begins, of which nothing is known. */
interface Window {
  readonly untilMs: number;
  readonly left: number;
}

/**
 * @returns undefined for this machine: a local service has a clock of its own, and nobody else calls it
 * Source: design, "Scripts and CI"
 */
export async function openBudget(
  { files, settings }: Pick<World, 'files' | 'settings'>,
  { baseUrl, key }: Target,
): Promise<Budget | undefined> {
  if (isLoopback(new URL(baseUrl).hostname)) return undefined;
  const { createHash } = await import('node:crypto');
  const name = createHash('sha256').update(`${baseUrl}\n${key}`).digest('hex').slice(0, 16);
  const folder = settings.place('rate');
  return budgetAt(files, { folder, path: join(folder, `${name}.json`) });
}

interface Place {
  readonly folder: string;
  readonly path: string;
}

function budgetAt(files: World['files'], place: Place): Budget {
  const read = (): Promise<Window> => windowIn(files, place.path);
  const change = async (next: (now: Window) => Window | undefined): Promise<void> => {
    try {
      await files.makeFolder(place.folder);
      await files.withLock(place.path, async () => {
        const changed = next(await read());
        if (changed !== undefined) await files.writeAtomic(place.path, JSON.stringify(changed));
      });
    } catch {
      // A full disk, a read-only home or a crowd at the lock must not spoil a call that works.
    }
  };
  return {
    async turn(nowMs) {
      const seen = await read();
      if (seen.untilMs <= nowMs) return 0;
      let waitMs = 0;
      await change((window) => {
        if (window.left > 0) return { ...window, left: window.left - 1 };
        waitMs = Math.max(0, window.untilMs - nowMs);
        return undefined;
      });
      return waitMs;
    },
    async learn(answer, nowMs) {
      const found = windowFrom(answer, nowMs);
      if (found !== undefined) await change((window) => narrower(window, found));
    },
  };
}

const NOTHING_KNOWN: Window = { untilMs: 0, left: 0 };

async function windowIn(files: World['files'], path: string): Promise<Window> {
  try {
    const { untilMs, left = 0 } = JSON.parse((await files.readIfThere(path)) ?? '{}') as Partial<Window>;
    return typeof untilMs === 'number' && typeof left === 'number' ? { untilMs, left } : NOTHING_KNOWN;
  } catch {
    return NOTHING_KNOWN;
  }
}

/** With more than a tenth of the window left, other processes need not know. */
const LOW_SHARE = 0.1;
const LOW_COUNT = 5;

/** Source: LIM-17, LIM-18, LIM-21 */
function windowFrom(answer: Answered, nowMs: number): Window | undefined {
  const { status, headers } = answer;
  const left = Number(headers['x-ratelimit-remaining'] ?? NaN);
  if (status === 429) {
    const seconds = isOfKey(answer) ? retryAfterSeconds(answer, nowMs) : undefined;
    return seconds === undefined ? undefined : { untilMs: nowMs + seconds * 1000, left: 0 };
  }
  const seconds = secondsToReset(headers, nowMs);
  const isLow = left <= Math.max(LOW_COUNT, Number(headers['x-ratelimit-limit']) * LOW_SHARE);
  return isLow && seconds !== undefined ? { untilMs: nowMs + seconds * 1000, left } : undefined;
}

/** A limit of one account or network, which does not affect other calls, comes with a code or while calls are left. */
function isOfKey({ headers, body }: Answered): boolean {
  const left = headers['x-ratelimit-remaining'];
  if (left !== undefined) return left === '0';
  return typeof body !== 'object' || body === null || !('code' in body);
}

/** Ends that lie closer together than this are one window, seen through clocks that count whole seconds. */
const SAME_WINDOW_MS = 2000;

/** Answers can arrive out of order: within one window the lower count holds, and a later window replaces an earlier one. */
function narrower(known: Window, found: Window): Window | undefined {
  if (found.untilMs > known.untilMs + SAME_WINDOW_MS) return found;
  if (found.untilMs < known.untilMs - SAME_WINDOW_MS) return undefined;
  return found.left < known.left || found.left === 0
    ? { untilMs: Math.max(known.untilMs, found.untilMs), left: found.left }
    : undefined;
}
