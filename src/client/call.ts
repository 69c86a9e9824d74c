/** The client: one call of one operation, from card and input to result. The path: request, send, answer. */
import type { Card } from '../kernel/card.ts';
import { Failure } from '../kernel/failure.ts';
import { isFields } from '../kernel/json.ts';
import { idsFrom } from '../kernel/ids.ts';
import { TransportFault } from '../kernel/transport.ts';
import { REQUEST_ID } from '../kernel/request-id.ts';
import type { World } from '../world/world.ts';
import { resultOf, type CallResult } from './answer.ts';
import { openBody } from './body.ts';
import { openBudget } from './budget.ts';
import { failureOfFault, interruptedWrite, withAbsence, withClockHint, type CallWords } from './failure.ts';
import type { Look, LookCall } from './look.ts';
import { isFrozenAt } from './local-health.ts';
import { isRead, repeatableForMs, repeatKeyOf, requestFor, type ApiRequest, type CallInput } from './request.ts';
import { sendRequest, type Outgoing, type Pace } from './send.ts';
import type { Target } from './target.ts';

export interface ClientOptions {
  readonly world: Pick<World, 'http' | 'clock' | 'random' | 'files' | 'io' | 'installation' | 'settings'>;
  readonly target: Target;
  readonly signal?: AbortSignal;
  /** Milliseconds for a whole request. Default: 60,000. */
  readonly timeoutMs?: number;
  /** Milliseconds to spend waiting on 429 and 503 in one call. Default: 60,000. */
  readonly maxWaitMs?: number;
  /** Lines for --debug; absent when they are not wanted. */
  readonly debug?: (line: string) => void;
  /** Called for every wait, with a sentence for a person. */
  readonly notice?: (line: string) => void;
  /** The command line that shows whether a write took effect. Called only when that is unknown. */
  readonly check?: Check;
  /** Looks for what a write may have made whose answer was lost. */
  readonly look?: Look;
  /** Keeps several connections open: for batches. */
  readonly pooled?: boolean;
  /** Tells the calls of one batch when to go. */
  readonly pace?: Pace;
}

export type Check = (card: Card, input: CallInput) => string;

export interface Client {
  /** @throws Failure for everything that is no 2xx answer of the API */
  call(card: Card, input: CallInput): Promise<CallResult>;
}

const DEFAULT_MS = 60_000;

export function openClient(options: ClientOptions): Client {
  const { world } = options;
  const ids = idsFrom(world.random);
  const exchange = async (card: Card, input: CallInput, waiting: ClientOptions = options): Promise<CallResult> => {
    const requestId = input.headers[REQUEST_ID] ?? ids.uuid();
    const request = requestFor(card, input, requestId);
    const words = wordsFor(card, input, { options, request, requestId });
    const answer = await answerTo(request, waiting, words);
    return resultOf(answer, card, words).catch(async (error: unknown) => {
      const isLimit = error instanceof Failure && error.exit === 'rate_limited';
      throw isLimit && (await isFrozen(options)) ? withClockHint(error) : error;
    });
  };
  return {
    async call(card, input) {
      const beganMs = world.clock.monotonic();
      try {
        return await exchange(card, input);
      } catch (error) {
        if (!isOpen(error) || options.signal?.aborted === true) throw error;
        const once: LookCall = (list, asked) => exchange(list, asked, { ...options, maxWaitMs: 0 });
        return foundOr(error, { card, input, beganMs }, { options, once });
      }
    },
  };
}

const isOpen = (error: unknown): error is Failure =>
  error instanceof Failure && isFields(error.fields.details) && error.fields.details['outcome'] === 'unknown';

interface Sent {
  readonly card: Card;
  readonly input: CallInput;
  readonly beganMs: number;
}

interface Asking {
  readonly options: ClientOptions;
  /** Asks once: what waits were allowed may be used up. */
  readonly once: LookCall;
}

/** After a create whose outcome is unknown: waits as long as the service asked, then looks for it. Source: ERR-43 */
async function foundOr(error: Failure, { card, input, beganMs }: Sent, { options, once }: Asking): Promise<CallResult> {
  const { look, world, signal, notice, maxWaitMs = DEFAULT_MS } = options;
  const waitMs = (error.fields.retryAfter ?? 0) * 1000;
  const leftMs = maxWaitMs - (world.clock.monotonic() - beganMs);
  if (look?.knows(card) !== true || waitMs > Math.max(0, leftMs)) throw error;
  if (waitMs > 0) await world.clock.sleep(waitMs, signal);
  const lost = { input, elapsedMs: world.clock.monotonic() - beganMs };
  const looked = await look.find(lost, once).catch(() => undefined);
  if (looked === undefined) throw error;
  if (looked.record === undefined) throw withAbsence(error, looked.isWhole);
  notice?.(`The response was lost, but the service has the record: ${String(looked.record['_id'])}.`);
  return { status: 200, headers: {}, body: { post: looked.record }, requestId: error.fields.requestId ?? '' };
}

const isFrozen = ({ world, target, signal }: ClientOptions): Promise<boolean> =>
  isFrozenAt(world, target.baseUrl, signal);

/** Whole address and headers of a request, credentials included. */
export function addressed(request: ApiRequest, target: Target, version: string): Pick<Outgoing, 'url' | 'headers'> {
  return {
    url: target.baseUrl + request.path,
    headers: { 'user-agent': `svc/${version}`, authorization: `Bearer ${target.key}`, ...request.headers },
  };
}

async function answerTo(request: ApiRequest, options: ClientOptions, words: CallWords) {
  const { world, target, signal, debug, notice, pace } = options;
  const opened = await openBody(request.body, { files: world.files, stdin: world.io.in }, words.requestId);
  const { url, headers } = addressed(request, target, world.installation.version);
  const outgoing: Outgoing = {
    method: request.method,
    url,
    headers: { ...headers, ...opened.headers },
    repeatable: request.repeatable,
    ...(request.repeatableForMs !== undefined && { repeatableForMs: request.repeatableForMs }),
    sameOrigin: true,
    ...(opened.body !== undefined && { body: opened.body }),
  };
  const budget = await openBudget(world, target);
  try {
    return await sendRequest(outgoing, {
      sender: options.pooled ? world.http.pool : world.http.single,
      clock: world.clock,
      timeoutMs: options.timeoutMs ?? DEFAULT_MS,
      maxWaitMs: options.maxWaitMs ?? DEFAULT_MS,
      isFrozen: () => isFrozen(options),
      ...(signal && { signal }),
      ...(budget && { budget }),
      ...(pace && { pace }),
      ...(debug && { debug }),
      ...(notice && { notice }),
    });
  } catch (error) {
    if (error instanceof TransportFault) throw failureOfFault(error, url, words);
    throw words.write && signal?.aborted === true && error instanceof Failure ? interruptedWrite(error, words) : error;
  } finally {
    await opened.close();
  }
}

interface Calling {
  readonly options: ClientOptions;
  readonly request: ApiRequest;
  readonly requestId: string;
}

function wordsFor(card: Card, input: CallInput, { options, request, requestId }: Calling): CallWords {
  const { check = helpOf, world, target } = options;
  const key = isRead(card) ? undefined : repeatKeyOf(card);
  return {
    write: !isRead(card),
    get check() {
      return check(card, input);
    },
    requestId,
    nowMs: world.clock.now(),
    ...(target.remedy !== undefined && { remedy: target.remedy }),
    ...(key !== undefined && {
      again: againWith(key, request.headers[key] ?? requestId, card),
      againForMs: repeatableForMs(key),
    }),
  };
}

const againWith = (key: string, value: string, { raw }: Card): string =>
  raw === true ? `-H '${key}: ${value}'` : `--${key} ${value}`;

const helpOf: Check = ({ command }) => ['svc', ...command.path.slice(0, -1), '--help'].join(' ');
