/** What happens to a request at a process: served here, forwarded to the primary, or kept until there is one. Used by member.ts. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../kernel/clock.ts';
import { answer, ELSEWHERE, healthAnswer, NOBODY } from './answers.ts';
import type { Forwarder, Relay } from './forward.ts';
import { FORWARDED } from './headers.ts';
import type { Inner } from './inner.ts';
import type { Primary } from './watch.ts';

export interface DoorOptions {
  readonly clock: Clock;
  readonly uuid: () => string;
  readonly forwarder: Forwarder;
  /** The number and the own address of this process. */
  readonly self: { readonly id: number; readonly url: string };
  /** What serves here; undefined unless this process is a primary whose term is valid. */
  readonly inner: () => Inner | undefined;
  /** Whether this process has a valid term, and what serves it is still being opened. */
  readonly isOpening: () => boolean;
  readonly primary: () => Primary | undefined;
  readonly isReady: () => boolean;
  /** Whether nobody will serve soon: this process ends, and there is no other. */
  readonly isHopeless: () => boolean;
  /** Resolves when one of these may have changed, and after `ms` at the latest. */
  readonly waitForChange: (ms: number) => Promise<void>;
}

/** How long a request waits for somebody who serves, in ms. */
export const WAIT_MS = 10_000;
/** Before a primary is asked again that took nothing. */
const AGAIN_MS = 50;

export type Receive = (request: IncomingMessage, response: ServerResponse, accept: () => void) => void;

export function doorOf(options: DoorOptions): Receive {
  return (request, response, accept) => {
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    const own = healthAnswer(request, options.isReady);
    if (own !== undefined) return answer(own, { request, response, uuid: options.uuid });
    // The ordinary way of a primary, without a promise.
    const inner = options.inner();
    if (inner !== undefined) return serve(inner, { request, response, accept });
    lead(options, { request, response, accept }).catch(() => void response.destroy());
  };
}

/** The door before the database was reached: a balancer that tries the port again finds it open before anybody can answer. */
export function holdCalls(uuid: () => string): { receive: Receive; release(to: Receive): void } {
  const held: Parameters<Receive>[] = [];
  let receive: Receive = (request, response, accept) => {
    const own = healthAnswer(request, () => false);
    if (own !== undefined) return answer(own, { request, response, uuid });
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    held.push([request, response, accept]);
  };
  return {
    receive: (...call) => receive(...call),
    release(to) {
      receive = to;
      for (const call of held.splice(0)) to(...call);
    },
  };
}

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly accept: () => void;
}

function serve(inner: Inner, { request, response, accept }: Call): void {
  accept();
  inner.handle(request, response);
}

/** To whoever serves, as soon as somebody does. */
async function lead(options: DoorOptions, call: Call): Promise<void> {
  const { request, response } = call;
  const { clock, uuid, forwarder, inner, isOpening, isHopeless } = options;
  const isForwarded = request.headers[FORWARDED] !== undefined;
  const until = clock.now() + WAIT_MS;
  let relay: Relay | undefined;
  while (!response.destroyed) {
    const here = inner();
    if (here !== undefined && relay?.isBodyRead !== true) return serve(here, call);
    if (isForwarded && here === undefined && !isOpening()) return answer(ELSEWHERE, { request, response, uuid });
    const target = targetOf(options, here !== undefined);
    if (target !== undefined) {
      relay ??= forwarder.relay(request, response, call.accept);
      if ((await relay.attempt(target)) === 'over') return;
    }
    const leftMs = until - clock.now();
    if (leftMs <= 0 || isHopeless()) return answer(NOBODY, { request, response, uuid });
    await options.waitForChange(Math.min(leftMs, target === undefined ? WAITED_MS : AGAIN_MS));
  }
}

/** A primary is also no longer one when its time is over, which nobody announces. */
const WAITED_MS = 250;

/** A body that was read is sent on even to this process itself. */
function targetOf({ self, primary }: DoorOptions, isHere: boolean) {
  const known = primary();
  if (isHere) return { url: self.url, epoch: known?.epoch ?? 0 };
  return known === undefined || known.processId === self.id ? undefined : known;
}
