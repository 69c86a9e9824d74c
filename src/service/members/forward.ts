/** Forwards one request to the primary and its answer back, as they come; sends it again only where it cannot have been processed. Used by member.ts. */
import { Agent, request as send, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Clock } from '../../kernel/clock.ts';
import { bodyForm, readBody } from './body.ts';
import { endToEnd, FORWARDED, NOT_PRIMARY } from './headers.ts';
import { pause } from './pause.ts';

export interface Target {
  readonly url: string;
  /** Number of the term for which it is the primary. */
  readonly epoch: number;
}

/** What became of an attempt: answered or cut off, or certainly not processed. */
export type Attempt = 'over' | 'again';

export interface Relay {
  /** Whether the body was read, so that the request cannot be served in this process any more. */
  readonly isBodyRead: boolean;
  attempt(target: Target): Promise<Attempt>;
}

export interface Forwarder {
  /** Nothing of the request is read before the first attempt. */
  relay(request: IncomingMessage, response: ServerResponse, accept: () => void): Relay;
  /** Cuts off what is asked of an earlier primary that has been silent since the last time. Called once a second. */
  cutSilent(epoch: number): void;
  close(): void;
}

/** An unused connection is closed by this side first, so that no request meets one that the primary has just closed. */
const IDLE_MS = 30_000;
const CONNECT_MS = 2_000;
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

export function openForwarder({ id, clock }: { readonly id: number; readonly clock: Clock }): Forwarder {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS, maxFreeSockets: 256 });
  const flights = new Set<Flight>();
  return {
    relay(request, response, accept) {
      let body: Buffer | undefined;
      const form = bodyForm(request);
      return {
        get isBodyRead() {
          return body !== undefined;
        },
        async attempt(target) {
          if (form === 'kept' && body === undefined) {
            accept();
            body = await readBody(request).catch(() => undefined);
            if (body === undefined) return cutOff(response);
          }
          if (response.destroyed) return 'over';
          const flight = new Flight(request, response, { target, agent, id, body, accept });
          flights.add(flight);
          try {
            return await flight.fly(clock);
          } finally {
            flights.delete(flight);
          }
        },
      };
    },
    cutSilent(epoch) {
      for (const flight of flights) if (flight.epoch < epoch) flight.doubt();
    },
    close: () => agent.destroy(),
  };
}

interface FlightOptions {
  readonly target: Target;
  readonly agent: Agent;
  readonly id: number;
  readonly body: Buffer | undefined;
  /** Tells a caller that waits for it to send the body. */
  readonly accept: () => void;
}

/** One attempt. */
class Flight {
  readonly epoch: number;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #options: FlightOptions;
  #heard = 0;
  #doubted = -1;
  #isConnected = false;

  constructor(request: IncomingMessage, response: ServerResponse, options: FlightOptions) {
    this.#request = request;
    this.#response = response;
    this.#options = options;
    this.epoch = options.target.epoch;
  }

  fly(clock: Clock): Promise<Attempt> {
    const upstream = send(this.#outgoing());
    const isGone = (): void => {
      if (!this.#response.writableFinished) upstream.destroy();
    };
    return new Promise<Attempt>((resolve) => {
      this.#limitConnecting(upstream, clock);
      this.#response.once('close', isGone);
      upstream.on('response', (answer) => {
        this.#heard += 1;
        if (answer.statusCode === 503 && answer.headers[NOT_PRIMARY] !== undefined) {
          answer.resume();
          if (!upstream.writableEnded) upstream.destroy();
          return resolve('again');
        }
        this.#answer(answer, () => {
          this.#dropRest(upstream);
          resolve('over');
        });
      });
      // Once an answer has begun, its own end decides; until then it is unknown whether the request was processed.
      upstream.on('error', () => {
        if (this.#response.headersSent) return;
        resolve(this.#isConnected || this.#response.destroyed ? cutOff(this.#response) : 'again');
      });
      this.#sendBody(upstream);
    }).finally(() => this.#response.off('close', isGone));
  }

  /** Called once a second after the primary has changed: cut off at the second silence in a row. */
  doubt(): void {
    const isSlowReader = this.#response.writableNeedDrain;
    if (this.#doubted === this.#heard && !isSlowReader) cutOff(this.#response);
    this.#doubted = this.#heard;
  }

  #outgoing() {
    const { target, agent, id, body } = this.#options;
    const { method = 'GET', url = '/', rawHeaders, headers } = this.#request;
    const { hostname, port } = new URL(target.url);
    const kept = endToEnd(rawHeaders, headers.connection);
    if (this.#isStreamed()) {
      // The primary says whether it takes the request before anything of the body is used up.
      kept.push('Expect', '100-continue');
      if (headers['transfer-encoding'] !== undefined) kept.push('Transfer-Encoding', 'chunked');
    } else if (body === undefined && headers['content-length'] === undefined && WITH_BODY.has(method))
      kept.push('Content-Length', '0');
    kept.push(FORWARDED, String(id));
    return { host: hostname.replace(/^\[|\]$/g, ''), port, method, path: url, headers: kept, agent, setHost: false };
  }

  #isStreamed = (): boolean => bodyForm(this.#request) === 'streamed';

  #sendBody(upstream: ClientRequest): void {
    if (!this.#isStreamed()) return void upstream.end(this.#options.body);
    upstream.once('continue', () => {
      this.#options.accept();
      this.#request.pipe(upstream);
    });
  }

  #limitConnecting(upstream: ClientRequest, clock: Clock): void {
    upstream.once('socket', (socket) => {
      this.#isConnected = !socket.connecting;
      if (this.#isConnected) return;
      const decided = new AbortController();
      socket.once('connect', () => {
        this.#isConnected = true;
        decided.abort();
      });
      socket.once('close', () => decided.abort());
      void pause(clock, CONNECT_MS, decided.signal).then(() => {
        if (!decided.signal.aborted) upstream.destroy();
      });
    });
  }

  /** Of a body that the primary did not wait for. */
  #dropRest(upstream: ClientRequest): void {
    if (upstream.writableEnded) return;
    this.#request.unpipe(upstream);
    upstream.destroy();
    this.#request.resume();
  }

  #answer(answer: IncomingMessage, done: () => void): void {
    const response = this.#response;
    response.sendDate = false;
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? '', [
      ...endToEnd(answer.rawHeaders, answer.headers.connection),
      ...(response.shouldKeepAlive ? [] : ['Connection', 'close']),
    ]);
    // A stream of events begins before there is one; what has a length leaves in one piece with its head.
    if (answer.headers['content-length'] === undefined) response.flushHeaders();
    answer.on('data', () => void (this.#heard += 1));
    response.once('close', done);
    answer.on('error', () => undefined);
    // Where the answer breaks off, so does the caller's connection.
    answer.once('close', () => {
      if (!answer.complete) response.destroy();
    });
    answer.pipe(response);
  }
}

function cutOff(response: ServerResponse): Attempt {
  response.destroy();
  return 'over';
}
