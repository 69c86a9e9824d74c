/** The sender of ordinary commands: node:http and node:https, the cheapest start of all. One request after the other. */
import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import { TransportFault } from '../kernel/transport.ts';
import { CONNECT_TIMEOUT_MS } from './connect.ts';
import type { HttpAnswer, HttpRequest, Sender, UploadBody } from './http-call.ts';
import { faultOf } from './http-fault.ts';
import { gatherer } from './http-body.ts';
import { followRedirects } from './http-redirect.ts';

/** Reads that follow each other share a connection; see `agentFor`. */
/** @param trusted authorities in place of Node's own; undefined leaves it to Node */
export function openSingle(trusted: () => Promise<string[] | undefined> = async () => undefined): Sender {
  const agents = new Map<boolean, Agent>();
  const agentFor = (secure: boolean, ca: string[] | undefined): Agent => {
    const { Agent: Kept } = secure ? process.getBuiltinModule('node:https') : process.getBuiltinModule('node:http');
    const agent = agents.get(secure) ?? new Kept({ keepAlive: true, maxFreeSockets: 1, ...(ca && { ca }) });
    agents.set(secure, agent);
    return agent;
  };
  return {
    send: (request) => followRedirects(request, (hop) => sendOnce(hop, { agentFor, trusted })),
    close: async () => {
      for (const agent of agents.values()) agent.destroy();
      agents.clear();
    },
  };
}

interface Connecting {
  readonly agentFor: (secure: boolean, ca: string[] | undefined) => Agent;
  readonly trusted: () => Promise<string[] | undefined>;
}

/** The progress of a request; decides how a fault is reported. */
interface Progress {
  connected: boolean;
  /** True when a byte may have left for the server. */
  sent: boolean;
  /** Why we ended it; the body that is still being read fails with another error. */
  ended?: TransportFault;
}

async function sendOnce(request: HttpRequest, { agentFor, trusted }: Connecting): Promise<HttpAnswer> {
  if (request.signal?.aborted) throw new TransportFault('aborted', false, request.signal.reason);
  const ca = request.url.startsWith('https:') ? await trusted() : undefined;
  const outgoing = requestFor(request, { agentFor, ca });
  const progress: Progress = { connected: false, sent: false };
  const stop = limits(outgoing, request, progress);
  try {
    const incoming = await answerTo(outgoing, request, progress);
    return answerFrom(incoming, request, { stop, progress });
  } catch (error) {
    stop();
    outgoing.destroy();
    throw faultOf(error, progress.sent);
  }
}

/**
 * A connection that has rested may be closed by the server just when it is used again. A read is then tried again; of a
 * write nobody would know whether it was seen, so that a write always has a connection of its own.
 */
function requestFor(
  { url, method, headers, body }: HttpRequest,
  { agentFor, ca }: Pick<Connecting, 'agentFor'> & { readonly ca: string[] | undefined },
): ClientRequest {
  // Importing a built-in module builds a facade over every export of it; asking for the module does not.
  const secure = url.startsWith('https:');
  const { request } = secure ? process.getBuiltinModule('node:https') : process.getBuiltinModule('node:http');
  const whole = { ...headers, ...lengthOf(body) };
  return ['GET', 'HEAD'].includes(method)
    ? request(url, { method, agent: agentFor(secure, ca), headers: whole })
    : request(url, { method, agent: false, headers: { ...whole, connection: 'close' }, ...(ca && { ca }) });
}

function lengthOf(body: HttpRequest['body']): Record<string, number> {
  if (body === undefined) return {};
  if (typeof body === 'string') return { 'content-length': Buffer.byteLength(body) };
  if (!('sizeBytes' in body)) return { 'content-length': body.byteLength };
  return body.sizeBytes === undefined ? {} : { 'content-length': body.sizeBytes };
}

/** Connect time, whole time and the caller's abort, each of which destroys the request with its own reason. */
function limits(outgoing: ClientRequest, request: HttpRequest, progress: Progress): () => void {
  const { signal, timeoutMs, connectTimeoutMs = CONNECT_TIMEOUT_MS } = request;
  const end = (kind: 'timeout' | 'connect_timeout' | 'aborted', cause: unknown): void => {
    progress.ended ??= new TransportFault(kind, progress.sent, cause);
    outgoing.destroy(progress.ended);
  };
  const connecting = setTimeout(() => {
    if (!progress.connected) end('connect_timeout', undefined);
  }, connectTimeoutMs);
  const whole = timeoutMs === undefined ? undefined : setTimeout(() => end('timeout', undefined), timeoutMs);
  const abort = (): void => end('aborted', signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  return () => {
    clearTimeout(connecting);
    clearTimeout(whole);
    signal?.removeEventListener('abort', abort);
  };
}

function answerTo(outgoing: ClientRequest, request: HttpRequest, progress: Progress): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.on('error', reject);
    outgoing.once('response', resolve);
    outgoing.once('socket', (socket) => {
      const connected = (): void => {
        progress.connected = true;
        progress.sent = true;
        writeBody(outgoing, request.body).catch((error: unknown) => outgoing.destroy(error as Error));
      };
      if (outgoing.reusedSocket) connected();
      else socket.once(request.url.startsWith('https:') ? 'secureConnect' : 'connect', connected);
    });
  });
}

async function writeBody(outgoing: ClientRequest, body: HttpRequest['body']): Promise<void> {
  if (body === undefined || typeof body === 'string' || !('sizeBytes' in body)) {
    outgoing.end(body);
    return;
  }
  await streamBody(outgoing, body);
}

/** Stops quietly when the server answers early and hangs up: its answer tells more than our fault would. */
async function streamBody(outgoing: ClientRequest, body: UploadBody): Promise<void> {
  for await (const piece of body.stream()) {
    if (outgoing.destroyed) return;
    await writePiece(outgoing, piece);
  }
  outgoing.end();
}

/** The piece has left our memory, or never will. */
function writePiece(outgoing: ClientRequest, piece: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      outgoing.removeListener('close', done);
      resolve();
    };
    outgoing.once('close', done);
    outgoing.write(piece, done);
  });
}

interface Ending {
  readonly stop: () => void;
  readonly progress: Progress;
}

function answerFrom(incoming: IncomingMessage, request: HttpRequest, ending: Ending): HttpAnswer {
  const body = bodyOf(incoming, ending);
  return {
    status: incoming.statusCode ?? 0,
    headers: joined(incoming.headers),
    url: request.url,
    body,
    bytes: () => wholeBodyOf(incoming, ending),
    discard() {
      ending.stop();
      incoming.destroy();
    },
  };
}

async function* bodyOf(incoming: IncomingMessage, { stop, progress }: Ending): AsyncGenerator<Uint8Array> {
  try {
    yield* incoming as AsyncIterable<Uint8Array>;
    if (!incoming.complete) throw new TransportFault('reset', true, undefined, 'the response was truncated');
  } catch (error) {
    throw progress.ended ?? faultOf(error, true);
  } finally {
    stop();
  }
}

/** By events: an iterator over the stream takes longer than everything else that is done with an ordinary answer. */
function wholeBodyOf(incoming: IncomingMessage, { stop, progress }: Ending): Promise<Uint8Array> {
  const gathered = gatherer();
  return new Promise<Uint8Array>((resolve, reject) => {
    let isWhole = false;
    const fail = (error: unknown): void => reject(progress.ended ?? faultOf(error, true));
    incoming.on('data', (piece: Uint8Array) => {
      try {
        gathered.add(piece);
      } catch (error) {
        incoming.destroy();
        fail(error);
      }
    });
    incoming.once('end', () => {
      isWhole = true;
      resolve(gathered.whole());
    });
    incoming.once('error', fail);
    incoming.once('close', () => {
      if (!isWhole) fail(new TransportFault('reset', true, undefined, 'the response was truncated'));
    });
  }).finally(stop);
}

/** Headers as one text each. */
export function joined(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) texts[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return texts;
}
