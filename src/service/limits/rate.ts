/** Request limits: sliding windows per team in memory, on the service's clock. Asked by corridor/limit.ts for every request; windows.ts has them outlive the process. */
import type { GuardWords } from '../../kernel/guard.ts';
import { MINUTE_MS } from '../../kernel/time.ts';
import type { Plan } from './plan.ts';

export interface RateWindow {
  /** Requests allowed within the span. */
  readonly limit: number;
  readonly spanMs: number;
}

/** What the headers of an answer say, and whether the request is refused. */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds when the next slot frees. */
  readonly resetSeconds: number;
  /** Set on a refusal: seconds until a slot frees. */
  readonly retryAfterSeconds?: number;
  /** Requests counted in the window. */
  readonly count: number;
  /** Milliseconds: the instant that the window was looked at. */
  readonly at: number;
}

/** Accounts up to, requests per minute. Source: specification, "Request rate" (LIM-04 to LIM-06). */
const TIERS = [
  [2, 60],
  [2_000, 600],
  [Number.POSITIVE_INFINITY, 1_200],
] as const;

/** Flat limits of lifetime-deal plans (LIM-11, LIM-12). */
const LEGACY = { perMinute: 600, perSecond: 10 } as const;

/** Least analytics requests per second (LIM-10). */
const ANALYTICS_FLOOR = 6;

/** The window a request falls into. @param rate of the operation's guard; undefined for the window of a minute (LIM-13, LIM-14) */
export function windowFor(plan: Plan, accounts: number, rate: GuardWords['rate']): RateWindow {
  const legacy = plan.legacyDailyCap !== null;
  const perMinute =
    plan.rateLimitPerMinute ?? (legacy ? LEGACY.perMinute : (TIERS.find(([upTo]) => accounts <= upTo)?.[1] ?? 60));
  if (rate === undefined) return { limit: perMinute, spanMs: MINUTE_MS };
  const perSecond = legacy && plan.rateLimitPerMinute === null ? LEGACY.perSecond : Math.floor(perMinute / 60);
  return { limit: Math.max(ANALYTICS_FLOOR, perSecond), spanMs: 1_000 };
}

export interface RateDesk {
  /** Counts one request of a team, or refuses it; refused requests are not counted (ASM-38). */
  take(teamId: string, window: RateWindow, now: number): RateState;
  /** The state of a team's window, nothing counted. */
  peek(teamId: string, window: RateWindow, now: number): RateState;
  /** Counts a request of the past, which was let through by whoever was here before. Oldest first. */
  count(teamId: string, spanMs: number, at: number): void;
  /** Forgets everything, as after a reset. */
  clear(): void;
}

/** @param refuses false lets every request pass; the headers stay, and never say that nothing is left */
export function openRates(refuses: boolean): RateDesk {
  const logs = new Map<string, SlidingLog>();
  const logOf = (teamId: string, { spanMs }: Pick<RateWindow, 'spanMs'>): SlidingLog => {
    const key = `${teamId} ${String(spanMs)}`;
    const log = logs.get(key) ?? new SlidingLog();
    logs.set(key, log);
    return log;
  };
  return {
    take: (teamId, window, now) => logOf(teamId, window).take(window, now, refuses),
    peek: (teamId, window, now) => logOf(teamId, window).peek(window, now),
    count: (teamId, spanMs, at) => logOf(teamId, { spanMs }).count(at),
    clear: () => logs.clear(),
  };
}

/** Instants of the counted requests, oldest first; exact, since a window slides over each of them. */
class SlidingLog {
  #times: number[] = [];
  #first = 0;

  take({ limit, spanMs }: RateWindow, now: number, refuses: boolean): RateState {
    this.#dropUntil(now - spanMs);
    const full = this.#counted() >= limit;
    if (full && refuses) return this.#state({ limit, spanMs }, now, true);
    // A client that goes by the headers would wait for a window that nobody keeps.
    if (!refuses && this.#counted() + 1 >= limit) this.#first = this.#times.length;
    this.#times.push(now);
    return this.#state({ limit, spanMs }, now, false);
  }

  count(at: number): void {
    this.#times.push(at);
  }

  peek(window: RateWindow, now: number): RateState {
    this.#dropUntil(now - window.spanMs);
    return this.#state(window, now, false);
  }

  #counted(): number {
    return this.#times.length - this.#first;
  }

  #dropUntil(instant: number): void {
    while (this.#first < this.#times.length && (this.#times[this.#first] ?? 0) <= instant) this.#first += 1;
    if (this.#first < 1_000) return;
    this.#times = this.#times.slice(this.#first);
    this.#first = 0;
  }

  #state({ limit, spanMs }: RateWindow, now: number, refused: boolean): RateState {
    const count = this.#counted();
    const freesAt = (this.#times[this.#times.length - Math.min(count, limit)] ?? now) + spanMs;
    return {
      limit,
      remaining: Math.max(0, limit - count),
      resetSeconds: Math.ceil(freesAt / 1_000),
      count,
      at: now,
      ...(refused ? { retryAfterSeconds: Math.max(1, Math.ceil((freesAt - now) / 1_000)) } : {}),
    };
  }
}
