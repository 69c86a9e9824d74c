/** The client: one call of one operation, from card and input to result. The path: request, send, answer. */
import type { Card } from '../kernel/card.ts';
import { idsFrom } from '../kernel/ids.ts';
import { TransportFault } from '../kernel/transport.ts';
import type { World } from '../world/world.ts';
import { resultOf, type CallResult } from './answer.ts';
import { openBody } from './body.ts';
import { openBudget } from './budget.ts';
import { failureOfFault, type CallWords } from './failure.ts';
import { isRead, requestFor, type ApiRequest, type CallInput } from './request.ts';
import { sent, type Outgoing } from './send.ts';
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
  /** Told of every wait, in a sentence for a person. */
  readonly notice?: (line: string) => void;
  /** True for the names of the command tree, such as `posts list`; decides which command is offered for checking. */
  readonly knows?: (command: string) => boolean;
  /** Keeps connections open between calls: for lists read to the end and for batches. */
  readonly pooled?: boolean;
}

export interface Client {
  /** @throws Failure for everything that is no 2xx answer of the API */
  call(card: Card, input: CallInput): Promise<CallResult>;
}

const DEFAULT_MS = 60_000;

export function openClient(options: ClientOptions): Client {
  const { world } = options;
  const ids = idsFrom(world.random);
  return {
    async call(card, input) {
      const requestId = input.headers['x-request-id'] ?? ids.uuid();
      const request = requestFor(card, input, requestId);
      const words = wordsFor(card, input, { options, requestId });
      const answer = await answerTo(request, options, words);
      return resultOf(answer, card, words);
    },
  };
}

/** Whole address and headers of a request, credentials included. */
export function addressed(request: ApiRequest, target: Target, version: string): Pick<Outgoing, 'url' | 'headers'> {
  return {
    url: target.baseUrl + request.path,
    headers: { 'user-agent': `svc/${version}`, authorization: `Bearer ${target.key}`, ...request.headers },
  };
}

async function answerTo(request: ApiRequest, options: ClientOptions, words: CallWords) {
  const { world, target, signal, debug, notice } = options;
  const opened = await openBody(request.body, { files: world.files, stdin: world.io.in }, words.requestId);
  const { url, headers } = addressed(request, target, world.installation.version);
  const outgoing: Outgoing = {
    method: request.method,
    url,
    headers: { ...headers, ...opened.headers },
    repeatable: request.repeatable,
    ...(opened.body !== undefined && { body: opened.body }),
  };
  const budget = await openBudget(world, target);
  try {
    return await sent(outgoing, {
      sender: options.pooled ? world.http.pool : world.http.single,
      clock: world.clock,
      timeoutMs: options.timeoutMs ?? DEFAULT_MS,
      maxWaitMs: options.maxWaitMs ?? DEFAULT_MS,
      ...(signal && { signal }),
      ...(budget && { budget }),
      ...(debug && { debug }),
      ...(notice && { notice }),
    });
  } catch (error) {
    throw error instanceof TransportFault ? failureOfFault(error, url, words) : error;
  } finally {
    await opened.close();
  }
}

interface Calling {
  readonly options: ClientOptions;
  readonly requestId: string;
}

function wordsFor(card: Card, input: CallInput, { options, requestId }: Calling): CallWords {
  return {
    write: !isRead(card),
    check: checkCommand(card, input, options.knows ?? (() => true)),
    requestId,
    nowMs: options.world.clock.now(),
  };
}

/** `svc posts get ID` when the record is known, else the list it would stand in. */
function checkCommand({ command, params }: Card, input: CallInput, knows: (command: string) => boolean): string {
  const noun = command.path.slice(0, -1).join(' ');
  const ids = params.filter((param) => param.in === 'path').map(({ name }) => input.path[name] ?? '');
  if (ids.length > 0 && knows(`${noun} get`)) return ['svc', noun, 'get', ...ids].join(' ');
  return knows(`${noun} list`) ? `svc ${noun} list` : `svc ${noun} --help`;
}
