/** When a call is sent again, and after how long. Data and pure functions; send.ts does the waiting. */
import type { FaultKind } from '../kernel/transport.ts';

/** What an attempt came to. */
export type Ending =
  | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body?: unknown }
  | { readonly fault: FaultKind; readonly sent: boolean };

interface RetryRow {
  /** Wait for as long as the server says; without a word of it, for the steps. */
  readonly asServerSays: boolean;
  /** Seconds before the second, third, … attempt when the server gives no time. */
  readonly stepsSeconds: readonly number[];
}

const SERVER_TIMED: RetryRow = { asServerSays: true, stepsSeconds: [1, 2, 4, 8] };
const BRIEF: RetryRow = { asServerSays: false, stepsSeconds: [0.5, 1.5] };

/** Outcomes that a repeatable call retries; every other one is final. */
const ROWS: Readonly<Record<string, RetryRow>> = {
  429: SERVER_TIMED,
  503: SERVER_TIMED,
  502: BRIEF,
  504: BRIEF,
  reset: BRIEF,
};

/** Waits beyond a day are no waits. */
const LONGEST_SECONDS = 86_400;

/**
 * Seconds before the next attempt, or undefined when the ending is final.
 * @param attempt 1 for the first
 * @param nowMs our own time, used when the answer carries no Date
 */
export function secondsToRetry(ending: Ending, attempt: number, nowMs: number): number | undefined {
  const row = ROWS['status' in ending ? ending.status : ending.fault];
  if (row === undefined || ('status' in ending && ending.status === 502 && isEnvelope(ending))) return undefined;
  const asked = row.asServerSays && 'status' in ending ? retryAfterSeconds(ending, nowMs) : undefined;
  // Obeying "retry after 0" again and again would flood the server.
  return asked === undefined || asked === 0 ? row.stepsSeconds[attempt - 1] : asked;
}

/** A 502 in the API's own words is a platform's refusal, and the service has tried that again already. */
const isEnvelope = ({ headers }: { headers: Readonly<Record<string, string>> }): boolean =>
  headers['content-type']?.startsWith('application/json') ?? false;

/**
 * Seconds the server asks us to wait: Retry-After as a number or a date, else what the body of a 429 says (`details`, then
 * the message), else the reset header. Dates are measured against the Date header of the same answer, so that a wrong
 * local clock does no harm.
 * @returns 0 to 86,400; undefined when the server gives no time. Source: LIM-17, LIM-18, LIM-20, LIM-26, LIM-51, ERR-41
 */
export function retryAfterSeconds(ending: Answered, nowMs: number): number | undefined {
  const { headers, status, body } = ending;
  const served = Date.parse(headers['date'] ?? '');
  const serverNowMs = Number.isNaN(served) ? nowMs : served;
  const after = headers['retry-after']?.trim();
  const seconds = after === undefined ? undefined : (numberIn(after) ?? secondsUntil(dateIn(after), serverNowMs));
  if (seconds !== undefined || status !== 429) return bounded(seconds);
  return bounded(bodySeconds(body, serverNowMs) ?? resetSeconds(headers, nowMs));
}

export type Answered = Extract<Ending, { status: number }>;

function bodySeconds(body: unknown, nowMs: number): number | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { details, error } = body as { details?: { retryAfterSeconds?: unknown; resetsAt?: unknown }; error?: unknown };
  if (typeof details?.retryAfterSeconds === 'number') return details.retryAfterSeconds;
  if (typeof details?.resetsAt === 'string') return secondsUntil(Date.parse(details.resetsAt), nowMs);
  return typeof error === 'string' ? secondsIn(error) : undefined;
}

/** Seconds until the next call is welcome, when the answer says that none is left. */
const resetSeconds = (headers: Answered['headers'], nowMs: number): number | undefined =>
  headers['x-ratelimit-remaining'] === '0' ? secondsToReset(headers, nowMs) : undefined;

/** Seconds until the reset header's instant, by the clock of the same answer. Source: LIM-17 */
export function secondsToReset(headers: Answered['headers'], nowMs: number): number | undefined {
  const reset = numberIn(headers['x-ratelimit-reset'] ?? '');
  const served = Date.parse(headers['date'] ?? '');
  return reset === undefined ? undefined : bounded(secondsUntil(reset * 1000, Number.isNaN(served) ? nowMs : served));
}

/** `try again in 37 seconds` → 37. Source: LIM-50, LIM-51 */
export function secondsIn(message: string): number | undefined {
  const found = /(\d+(?:\.\d+)?)\s*(seconds?|secs?|s|minutes?|mins?|m|hours?|h)\b/i.exec(message);
  if (found === null) return undefined;
  const unit = found[2]?.toLowerCase()[0];
  return Number(found[1]) * (unit === 'h' ? 3600 : unit === 'm' ? 60 : 1);
}

const numberIn = (text: string): number | undefined => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined);

/** A date as HTTP writes it; `Date.parse` by itself finds one in "in 37" as well: the year 2037. */
const dateIn = (text: string): number => (text.endsWith(' GMT') ? Date.parse(text) : NaN);

const secondsUntil = (atMs: number, nowMs: number): number | undefined =>
  Number.isNaN(atMs) ? undefined : Math.ceil((atMs - nowMs) / 1000);

const bounded = (seconds: number | undefined): number | undefined =>
  seconds === undefined ? undefined : Math.min(Math.max(seconds, 0), LONGEST_SECONDS);
