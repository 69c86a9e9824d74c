/** The pooled sender: undici, with connections kept open and the proxies of the environment. */
import { Readable } from 'node:stream';
import { Agent, ProxyAgent, request as undiciRequest, type Dispatcher } from 'undici';
import { TransportFault } from '../kernel/transport.ts';
import { CONNECT_TIMEOUT_MS, proxyFor } from './connect.ts';
import type { HttpAnswer, HttpRequest, Sender } from './http-call.ts';
import type { Env } from './env.ts';
import { bytesOf } from './http-body.ts';
import { faultOf } from './http-fault.ts';
import { followRedirects } from './http-redirect.ts';
import { joined } from './http-single.ts';

/** @param trusted authorities in place of Node's own; undefined leaves it to Node */
export function openPool(env: Env, trusted: () => Promise<string[] | undefined> = async () => undefined): Sender {
  const agents = new Map<string, Dispatcher>();
  const dispatcherFor = async (url: string): Promise<Dispatcher> => {
    const ca = await trusted();
    const proxy = proxyFor(url, env);
    const key = proxy ?? '';
    const agent = agents.get(key) ?? openAgent(proxy, ca);
    agents.set(key, agent);
    return agent;
  };
  return {
    send: (request) => followRedirects(request, (hop) => throughProxy(hop, env, () => sendOnce(hop, dispatcherFor))),
    close: async () => {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
      agents.clear();
    },
  };
}

/** A plain http target behind a proxy is asked for by its full address; https goes through a tunnel. */
function openAgent(proxy: string | undefined, ca: string[] | undefined): Dispatcher {
  const secure = ca && { ca };
  const options = { connect: { timeout: CONNECT_TIMEOUT_MS, ...secure }, headersTimeout: 0, bodyTimeout: 0 };
  try {
    return proxy === undefined
      ? new Agent(options)
      : new ProxyAgent({
          ...options,
          uri: proxy,
          proxyTunnel: false,
          ...(ca && { requestTls: { ca }, proxyTls: { ca } }),
        });
  } catch (error) {
    throw new TransportFault('proxy', false, error, 'the proxy in the environment is not a valid URL');
  }
}

/** A proxy that cannot be reached is not the service that cannot be reached. */
async function throughProxy<T>({ url }: HttpRequest, env: Env, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof TransportFault) || error.sent || proxyFor(url, env) === undefined) throw error;
    throw error.kind === 'aborted' ? error : new TransportFault('proxy', false, error, error.message);
  }
}

async function sendOnce(
  request: HttpRequest,
  dispatcherFor: (url: string) => Promise<Dispatcher>,
): Promise<HttpAnswer> {
  const { url, method, headers, body, signal, timeoutMs } = request;
  if (signal?.aborted) throw new TransportFault('aborted', false, signal.reason);
  const limit = limits(signal, timeoutMs);
  try {
    const answer = await undiciRequest(url, {
      dispatcher: await dispatcherFor(url),
      method: method as Dispatcher.HttpMethod,
      headers: { ...headers, ...lengthOf(body) },
      body: body === undefined ? null : streamed(body),
      signal: limit.signal,
    });
    return answerFrom(answer, request, limit.stop);
  } catch (error) {
    limit.stop();
    throw faultOf(error, true);
  }
}

const lengthOf = (body: HttpRequest['body']): Record<string, string> =>
  typeof body === 'object' && 'sizeBytes' in body && body.sizeBytes !== undefined
    ? { 'content-length': String(body.sizeBytes) }
    : {};

const streamed = (body: NonNullable<HttpRequest['body']>): string | Uint8Array | Readable =>
  typeof body === 'object' && 'sizeBytes' in body
    ? Readable.from(copyPieces(body.stream()), { objectMode: false })
    : body;

/** undici reads ahead, and a piece is good only until the next one is asked for. */
async function* copyPieces(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of stream) yield Uint8Array.from(piece);
}

function limits(signal: AbortSignal | undefined, timeoutMs: number | undefined): { signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const abort = (): void => controller.abort(new TransportFault('aborted', true, signal?.reason));
  signal?.addEventListener('abort', abort, { once: true });
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => controller.abort(new TransportFault('timeout', true, undefined)), timeoutMs);
  return {
    signal: controller.signal,
    stop() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    },
  };
}

function answerFrom(answer: Dispatcher.ResponseData, request: HttpRequest, stop: () => void): HttpAnswer {
  const body = bodyOf(answer.body, stop);
  return {
    status: answer.statusCode,
    headers: joined(answer.headers),
    url: request.url,
    body,
    bytes: () => bytesOf(body),
    discard() {
      stop();
      answer.body.on('error', () => undefined).destroy();
    },
  };
}

async function* bodyOf(body: AsyncIterable<Uint8Array>, stop: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw faultOf(error, true);
  } finally {
    stop();
  }
}
