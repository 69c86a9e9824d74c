/** Passes deliveries on to targets (undici): the bytes as they are, no redirects, connections kept, answers cut short. */
import { setMaxListeners } from 'node:events';
import type { LookupFunction } from 'node:net';
import { Agent, ProxyAgent, request, type Dispatcher } from 'undici';
import { LONGEST_TIMER_MS } from '../kernel/time.ts';
import { TransportFault } from '../kernel/transport.ts';
import { AddressRefused, lookupFor, refusedLiteral } from './address.ts';
import { CONNECT_TIMEOUT_MS, proxyFor } from './connect.ts';
import { faultOf } from './http-fault.ts';
import type { Env } from './env.ts';

export interface Passing {
  readonly url: string;
  readonly method: string;
  /** Sent as they stand, doubles included. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** To the end of the answer. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface PassedOn {
  readonly status: number;
  readonly contentType: string | undefined;
  /** The beginning of the answer, at most 64 KiB. */
  readonly body: Uint8Array;
  readonly durationMs: number;
}

/** No answer came; the sentence says why. */
export interface NotPassedOn {
  readonly status?: undefined;
  readonly sentence: string;
  readonly durationMs: number;
}

export interface Forwarder {
  /** Never throws. */
  pass(passing: Passing): Promise<PassedOn | NotPassedOn>;
  close(): Promise<void>;
}

export interface ForwarderOptions {
  /** Certificate authorities beside those of the machine, as PEM. */
  readonly authorities?: string;
  /** Takes any certificate. */
  readonly insecure?: boolean;
  readonly connections: number;
}

const SHOWN_BYTES = 64 * 1024;

/** A longer answer is not read to its end. */
const READ_BYTES = 1024 * 1024;

/** Where clouds keep their secrets is no target; this machine and its network are. */
const lookup = lookupFor('local') as LookupFunction;

export function openForwarder(env: Env, options: ForwarderOptions): Forwarder {
  const agents = new Map<string, Dispatcher>();
  const agentFor = (url: string): Dispatcher => {
    const proxy = proxyFor(url, env);
    const known = agents.get(proxy ?? '') ?? openAgent(proxy, options);
    agents.set(proxy ?? '', known);
    return known;
  };
  return {
    async pass(passing) {
      const started = process.hrtime.bigint();
      const durationMs = (): number => Number((process.hrtime.bigint() - started) / 1_000_000n);
      try {
        return { ...(await passOn(passing, agentFor(passing.url))), durationMs: durationMs() };
      } catch (error) {
        return { sentence: sentenceOf(error, passing.timeoutMs), durationMs: durationMs() };
      }
    },
    close: async () => {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
      agents.clear();
    },
  };
}

function openAgent(proxy: string | undefined, { authorities, insecure, connections }: ForwarderOptions): Dispatcher {
  const { rootCertificates } = process.getBuiltinModule('node:tls');
  const tls = {
    ...(authorities !== undefined && { ca: [...rootCertificates, authorities] }),
    ...(insecure === true && { rejectUnauthorized: false }),
  };
  const common = { connections, headersTimeout: 0, bodyTimeout: 0 };
  return proxy === undefined
    ? new Agent({ ...common, connect: { timeout: CONNECT_TIMEOUT_MS, lookup, ...tls } })
    : new ProxyAgent({ ...common, uri: proxy, requestTls: tls, proxyTunnel: false });
}

async function passOn(passing: Passing, dispatcher: Dispatcher): Promise<Omit<PassedOn, 'durationMs'>> {
  const { url, method, headers, body, timeoutMs, signal } = passing;
  const refused = refusedLiteral('local', new URL(url).hostname.replace(/^\[|\]$/g, ''));
  if (refused !== undefined) throw refused;
  const limit = limited(signal, timeoutMs);
  try {
    const answer = await request(url, {
      dispatcher,
      method: method as Dispatcher.HttpMethod,
      headers: headers.flat(),
      body,
      signal: limit.signal,
    });
    const type = answer.headers['content-type'];
    return { status: answer.statusCode, contentType: [type].flat()[0], body: await beginning(answer.body) };
  } finally {
    limit.clear();
  }
}

class Late extends Error {}
class Stopped extends Error {}

/** Not `AbortSignal.any`, which costs a twentieth of a delivery. */
function limited(signal: AbortSignal, timeoutMs: number): { readonly signal: AbortSignal; clear(): void } {
  const controller = new AbortController();
  const stop = (): void => controller.abort(new Stopped());
  if (signal.aborted) stop();
  // All that is under way heeds one signal, and lets go of it afterwards.
  setMaxListeners(0, signal);
  signal.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(() => controller.abort(new Late()), Math.min(timeoutMs, LONGEST_TIMER_MS));
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    },
  };
}

/** An answer that breaks off has a status all the same. */
async function beginning(body: Dispatcher.ResponseData['body']): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of body as AsyncIterable<Buffer>) {
      if (size < SHOWN_BYTES) pieces.push(piece.subarray(0, SHOWN_BYTES - size));
      size += piece.length;
      if (size > READ_BYTES) break;
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
  return Buffer.concat(pieces);
}

function sentenceOf(error: unknown, timeoutMs: number): string {
  if (error instanceof AddressRefused) return error.message;
  if (error instanceof Late) return `No response within ${String(timeoutMs / 1_000)} s.`;
  if (error instanceof Stopped) return 'Stopped before the response arrived.';
  const fault = faultOf(error, true);
  return fault instanceof TransportFault && fault.kind === 'connect'
    ? `Nothing is listening there: ${fault.message}`
    : `No response: ${fault.message}`;
}
