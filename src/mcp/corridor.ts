/** The way to the API over HTTP, with the key of a context. The local service has its own way, within its process. */
import type { Card } from '../kernel/card.ts';
import { idsFrom } from '../kernel/ids.ts';
import { TransportFault } from '../kernel/transport.ts';
import type { Corridor, ToolAnswer, ToolCall } from '../kernel/tools.ts';
import { REQUEST_ID } from '../kernel/request-id.ts';
import { openBudget } from '../client/budget.ts';
import { failureOfFault } from '../client/failure.ts';
import { isRead, repeatKeyOf } from '../client/request.ts';
import { sendRequest, type Outgoing } from '../client/send.ts';
import type { Target } from '../client/target.ts';
import type { World } from '../world/world.ts';

export interface CorridorOptions {
  readonly world: Pick<World, 'http' | 'clock' | 'random' | 'files' | 'settings' | 'installation'>;
  readonly target: Target;
  /** What time it is at the service, in ms. */
  readonly now: () => Promise<number>;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
  /** For waits on 429 and 503 in one call. */
  readonly maxWaitMs?: number;
}

const TIMEOUT_MS = 60_000;

/** Shorter than a command waits: clients give a tool about a minute. */
const MAX_WAIT_MS = 20_000;

export function openCorridor(options: CorridorOptions): Corridor {
  const ids = idsFrom(options.world.random);
  return { now: options.now, requestId: () => ids.uuid(), send: (call) => sendCall(call, options) };
}

/** @throws Failure for a service that gave no answer */
async function sendCall(call: ToolCall, options: CorridorOptions): Promise<ToolAnswer> {
  const { world, target, signal, timeoutMs = TIMEOUT_MS, maxWaitMs = MAX_WAIT_MS } = options;
  const outgoing = outgoingFor(call, options);
  const budget = await openBudget(world, target);
  try {
    const { status, headers, bytes } = await sendRequest(outgoing, {
      sender: world.http.pool,
      clock: world.clock,
      timeoutMs,
      maxWaitMs,
      signal,
      ...(budget && { budget }),
    });
    return { status, headers, body: bytes };
  } catch (error) {
    if (!(error instanceof TransportFault)) throw error;
    throw failureOfFault(error, outgoing.url, wordsFor(call, world.clock.now()));
  }
}

function outgoingFor({ card, method, path, headers, body }: ToolCall, { world, target }: CorridorOptions): Outgoing {
  const agent = `svc/${world.installation.version} mcp`;
  return {
    method,
    url: target.baseUrl + path,
    headers: { ...headers, 'user-agent': agent, authorization: `Bearer ${target.key}` },
    repeatable: isRead(card) || repeatKeyOf(card) !== undefined,
    sameOrigin: true,
    ...(body !== undefined && { body }),
  };
}

const wordsFor = ({ card, headers }: ToolCall, nowMs: number) => ({
  write: !isRead(card),
  check: checkFor(card),
  requestId: headers[REQUEST_ID] ?? '',
  nowMs,
});

const checkFor = ({ command }: Card): string => `svc ${command.path.slice(0, -1).join(' ')} --help`;
