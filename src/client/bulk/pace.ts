/** Keeps many calls of one process inside the rate window, by what the headers of the answers say. Asked by send.ts before each attempt. */
import { secondsToReset, retryAfterSeconds, type Answered } from '../retry.ts';
import type { Pace } from '../send.ts';

export interface PaceDesk {
  readonly clock: { now(): number; sleep(ms: number, signal?: AbortSignal): Promise<void> };
  /** Calls that may be under way together. */
  readonly concurrency: number;
  /** Aborted when nothing more may be sent. */
  readonly signal: AbortSignal;
  /** Whether the clock of the service is frozen: then the next call goes at once and hears of the limit. */
  readonly isFrozen?: () => Promise<boolean>;
  /** Called when all calls have to wait. */
  waiting(seconds: number): void;
}

/** What an answer says about the rate limit. */
interface Limit {
  readonly left: number;
  /** When the next call is allowed, if none are left. */
  readonly resetMs: number;
}

/**
 * Calls go together while the window is wide open, one after the other towards its end, and not at all when it is used up. A
 * window slides: at its reset one call goes, and the answer says how many more. Source: LIM-01, LIM-15 to LIM-18
 */
export function openPace({ clock, concurrency, signal, isFrozen, waiting }: PaceDesk): Pace {
  const careful = 2 * concurrency;
  const underWay = new Set<number>();
  let [count, newest, left, resetMs] = [0, 0, 1, 0];
  const turns: (() => void)[] = [];
  const wake = (): void => turns.splice(0).forEach((turn) => turn());
  const isOpen = (): boolean => left >= 1 && (left > careful || underWay.size === 0);
  const learn = (call: number, limit: Limit | undefined): void => {
    if (limit === undefined && newest === 0) left = Math.max(left, 1);
    if (limit === undefined || call < newest) return;
    newest = call;
    resetMs = limit.resetMs;
    // The answer has not counted what was sent after its call, and perhaps not what was sent before and is still under way.
    left = limit.left - (count - call) - [...underWay].filter((other) => other < call).length;
  };
  let sleeping: Promise<void> | undefined;
  const slept = async (): Promise<void> => {
    const ms = resetMs - clock.now();
    if (ms > 0 && (await isFrozen?.()) !== true) {
      waiting(Math.ceil(ms / 1000));
      await clock.sleep(ms, signal);
    }
    left = Math.max(left, 1);
  };
  const turn = (): Promise<void> =>
    underWay.size > 0
      ? new Promise((resolve) => void turns.push(resolve))
      : (sleeping ??= slept().finally(() => (sleeping = undefined)));
  return {
    async enter() {
      while (!isOpen() || signal.aborted) {
        if (signal.aborted) throw signal.reason;
        await turn();
      }
      const call = ++count;
      left -= 1;
      underWay.add(call);
      return (answer) => {
        underWay.delete(call);
        learn(call, answer && limitIn(answer, clock.now()));
        wake();
      };
    },
  };
}

/** A service that does not mention a limit has none that we could respect. */
function limitIn(answer: Answered, nowMs: number): Limit {
  const { status, headers } = answer;
  const left = Number(headers['x-ratelimit-remaining'] ?? Infinity);
  if (status === 429 && !(left > 0 && left < Infinity))
    return { left: 0, resetMs: nowMs + (retryAfterSeconds(answer, nowMs) ?? 1) * 1000 };
  return { left, resetMs: nowMs + (secondsToReset(headers, nowMs) ?? 1) * 1000 };
}
