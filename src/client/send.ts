/** Sends a request: credentials, debug lines, waits and further attempts around one sender. Next stop: answer.ts. */
import { TransportFault } from '../kernel/transport.ts';
import type { WorldClock } from '../world/clock.ts';
import type { HttpAnswer, HttpRequest, Sender } from '../world/http-call.ts';
import type { Budget } from './budget.ts';
import { answerLines, requestLines } from './debug.ts';
import { secondsToRetry, type Answered, type Ending } from './retry.ts';

export interface Sending {
  readonly sender: Sender;
  readonly clock: WorldClock;
  readonly signal?: AbortSignal;
  /** Milliseconds for a whole attempt; absent means no limit. */
  readonly timeoutMs?: number;
  /** Milliseconds that waits may take together. */
  readonly maxWaitMs: number;
  /** Lines for --debug; absent when they are not wanted. */
  readonly debug?: (line: string) => void;
  /** Shared with other processes that use the same key. */
  readonly budget?: Budget;
  /** Shared by the calls of one batch. */
  readonly pace?: Pace;
  /** Called for every wait, with a sentence for a person. */
  readonly notice?: (line: string) => void;
  /** Whether the clock of the service is frozen, so that no rate window of it ever ends while we wait. */
  readonly isFrozen?: () => Promise<boolean>;
}

/** Who may send when, among calls that go together. */
export interface Pace {
  /**
   * Resolves when an attempt may go.
   * @returns to be called when it has ended, with its answer when there is one
   */
  enter(): Promise<(answer?: Answered) => void>;
}

/** An answer read to its end. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

export interface Outgoing extends Omit<HttpRequest, 'signal' | 'timeoutMs'> {
  readonly repeatable: boolean;
  /** Milliseconds in which a write with an unknown outcome may be repeated; absent means without end. */
  readonly repeatableForMs?: number;
}

/**
 * Sends until an answer is final, the waits are used up, or the request may not be repeated.
 * @throws TransportFault of the last attempt, or the signal's reason
 */
export async function sendRequest(request: Outgoing, sending: Sending): Promise<RawAnswer> {
  const { clock, signal, maxWaitMs } = sending;
  let leftMs = maxWaitMs - (await turnAwaited(sending));
  let unknownMs: number | undefined;
  for (let attempt = 1; ; attempt++) {
    const beganMs = clock.monotonic();
    const ending = await attemptInTurn(request, sending);
    await tellOthers(endingOf(ending), sending);
    const seconds = request.repeatable ? secondsToRetry(endingOf(ending), attempt, clock.now()) : undefined;
    if (seconds === undefined || seconds * 1000 > leftMs) return final(ending, signal);
    if (isRateLimit(endingOf(ending)) && (await sending.isFrozen?.()) === true) return final(ending, signal);
    if (!isRateLimit(endingOf(ending))) unknownMs ??= beganMs;
    if (isTooLate(request, unknownMs, clock.monotonic() + seconds * 1000)) return final(ending, signal);
    leftMs -= seconds * 1000;
    sending.notice?.(waitLine(endingOf(ending), seconds));
    await clock.sleep(seconds * 1000, signal);
  }
}

/** A repeat that the service no longer takes for the first one would be done a second time. Source: ERR-43 */
const isTooLate = ({ repeatableForMs = Infinity }: Outgoing, unknownMs: number | undefined, atMs: number): boolean =>
  unknownMs !== undefined && atMs - unknownMs > repeatableForMs;

const isRateLimit = (ending: Ending): boolean => 'status' in ending && ending.status === 429;

/** Waits as long as the service asked another process to, unless that exceeds our limit: then the service decides. */
async function turnAwaited({ budget, clock, signal, maxWaitMs, notice }: Sending): Promise<number> {
  const waitMs = budget === undefined ? 0 : await budget.turn(clock.now());
  if (waitMs <= 0 || waitMs > maxWaitMs) return 0;
  notice?.(`The rate limit of this key was reached; continuing in ${Math.ceil(waitMs / 1000)} s.`);
  await clock.sleep(waitMs, signal);
  return waitMs;
}

async function tellOthers(ending: Ending, { budget, clock }: Sending): Promise<void> {
  if (budget !== undefined && 'status' in ending) await budget.learn(ending, clock.now());
}

type Attempt = RawAnswer | TransportFault;

async function attemptInTurn(request: Outgoing, sending: Sending): Promise<Attempt> {
  const leave = await sending.pace?.enter();
  let attempt: Attempt | undefined;
  try {
    return (attempt = await attemptOnce(request, sending));
  } finally {
    const ending = attempt && endingOf(attempt);
    leave?.(ending && 'status' in ending ? ending : undefined);
  }
}

async function attemptOnce(request: Outgoing, sending: Sending): Promise<Attempt> {
  const { sender, clock, signal, timeoutMs, debug } = sending;
  const begin = clock.monotonic();
  const whole: HttpRequest = { ...request, ...(timeoutMs !== undefined && { timeoutMs }), ...(signal && { signal }) };
  if (debug) requestLines(whole).forEach(debug);
  try {
    const answer: HttpAnswer = await sender.send(whole);
    const bytes = await answer.bytes();
    if (debug) answerLines(answer, clock.monotonic() - begin).forEach(debug);
    return { status: answer.status, headers: answer.headers, bytes };
  } catch (error) {
    if (!(error instanceof TransportFault)) throw error;
    debug?.(`< ${error.kind}: ${error.message}`);
    return error;
  }
}

function final(attempt: Attempt, signal: AbortSignal | undefined): RawAnswer {
  if (!(attempt instanceof TransportFault)) return attempt;
  throw signal?.aborted ? signal.reason : attempt;
}

function endingOf(attempt: Attempt): Ending {
  if (attempt instanceof TransportFault) return { fault: attempt.kind, sent: attempt.sent };
  const { status, headers, bytes } = attempt;
  return { status, headers, ...(status === 429 && { body: lenientJson(bytes) }) };
}

function lenientJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}

function waitLine(ending: Ending, seconds: number): string {
  const why = 'status' in ending ? `The service responded with ${ending.status}` : 'The connection was lost';
  return `${why}; retrying in ${seconds} s.`;
}
