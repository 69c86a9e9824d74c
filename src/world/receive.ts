/** A server for webhook deliveries (node:http): takes whole bodies as bytes, within bounds of size, time and number. Who asks is judged by its host. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { failure } from '../kernel/failure.ts';

/** A request without its body. */
export interface Head {
  readonly method: string;
  /** Path and query as they came. */
  readonly target: string;
  /** Name and value of every header as it came, doubles included. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** What the server itself turns away: before anybody could judge it, or for its size. */
export type Turned = 'malformed' | 'slow' | 'too_large' | 'crowded';

export interface Door {
  /** Looks at a request before its body is read; an answer ends it there. */
  look(head: Head): Answer | undefined;
  /** Takes a whole request. When it rejects, the answer is 500. */
  take(head: Head, body: Uint8Array): Promise<Answer>;
  turned(why: Turned, status: number): void;
}

export interface DoorOptions {
  /** Address to listen on. */
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly maxBodyBytes: number;
  /** A request must have come whole within. */
  readonly withinMs: number;
  /** Connections at once; further ones are closed. */
  readonly maxConnections: number;
  /** Bodies held at once, in bytes; beyond it the answer is 503. */
  readonly maxHeldBytes: number;
}

export interface OpenDoor {
  readonly port: number;
  /** Resolves when the server ends unexpectedly. */
  readonly broken: Promise<Error>;
  /** Stops accepting requests. Answers in progress have half a second. */
  close(): Promise<void>;
}

/** @throws Failure `port_taken`; `usage` for an address that is not this machine's */
export async function openDoor(door: Door, options: DoorOptions): Promise<OpenDoor> {
  const room: Room = { held: 0, limit: options.maxHeldBytes };
  const under = new Set<Promise<void>>();
  const visit = (request: IncomingMessage, response: ServerResponse): void => {
    const visited = new Visit(door, request, response).run(options.maxBodyBytes, room);
    under.add(visited);
    void visited.finally(() => under.delete(visited));
  };
  const server = createServer(
    {
      headersTimeout: options.withinMs,
      requestTimeout: options.withinMs,
      connectionsCheckingInterval: Math.min(1_000, options.withinMs / 2),
      keepAliveTimeout: 30_000,
      maxHeaderSize: 16_384,
      requireHostHeader: false,
    },
    (request, response) => visit(request, response),
  );
  server.maxConnections = options.maxConnections;
  server.on('drop', () => door.turned('crowded', 503));
  server.on('checkContinue', visit);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => turnAway(door, error, socket));
  await listening(server, options);
  let ours = false;
  const broken = new Promise<Error>((resolve) => {
    server.on('error', resolve);
    server.on('close', () => ours || resolve(new Error('the server was closed')));
  });
  return {
    port: (server.address() as AddressInfo).port,
    broken,
    async close() {
      ours = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await Promise.race([Promise.all(under), delay(PARTING_MS, undefined, { ref: false })]);
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Who is being answered when the door closes has so long. */
const PARTING_MS = 500;

async function listening(server: Server, { host, port }: DoorOptions): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(unusable(error, host, port)));
    server.listen(port, host, resolve);
  });
  server.removeAllListeners('error');
}

function unusable(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return failure('port_taken', { message: `The port ${String(port)} is in use.`, param: '--port' }, error);
  const why = { EACCES: 'not allowed', EADDRNOTAVAIL: 'not an address of this machine', ENOTFOUND: 'unknown' };
  const reason = why[error.code as keyof typeof why] ?? error.message;
  return failure(
    'usage',
    { message: `Cannot listen on ${host}, port ${String(port)}: ${reason}.`, param: '--host' },
    error,
  );
}

/** What is no HTTP, and what takes too long. An answer that has begun is only cut off. */
function turnAway(door: Door, error: NodeJS.ErrnoException, socket: Socket): void {
  const slow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const isOver = socket.writableEnded || error.code === 'ECONNRESET' || error.code === 'EPIPE';
  if (!isOver) {
    door.turned(slow ? 'slow' : 'malformed', slow ? 408 : 400);
    if (socket.writable && socket.bytesWritten === 0) {
      socket.end(`HTTP/1.1 ${slow ? '408 Request Timeout' : '400 Bad Request'}\r\nConnection: close\r\n\r\n`);
      return;
    }
  }
  socket.destroy();
}

/** Bytes that a refused client may still send, so that the answer reaches it. */
const DRAINED_BYTES = 8 * 1024 * 1024;

/** One request from its head to the end of its answer. */
class Visit {
  readonly #door: Door;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;

  constructor(door: Door, request: IncomingMessage, response: ServerResponse) {
    this.#door = door;
    this.#request = request;
    this.#response = response;
    // A closed connection is not our error.
    for (const stream of [request, response]) stream.on('error', () => undefined);
  }

  async run(maxBytes: number, room: Room): Promise<void> {
    const request = this.#request;
    const head = headOf(request);
    const no = this.#door.look(head);
    if (no !== undefined) return this.#refuse(no);
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) return this.#turn('too_large');
    if (request.headers.expect !== undefined) this.#response.writeContinue();
    const body = new Body(maxBytes, room);
    try {
      const came = await body.from(request);
      if (came === 'too_large' || came === 'crowded') this.#turn(came);
      else if (came !== undefined) await this.#answer(head, came);
    } finally {
      body.release();
    }
  }

  async #answer(head: Head, body: Buffer): Promise<void> {
    const answer = await this.#door.take(head, body).catch((): Answer => ({ status: 500 }));
    if (this.#response.destroyed) return;
    const over = new Promise((resolve) => this.#response.once('close', resolve));
    this.#head(answer);
    this.#response.end(answer.body);
    await over;
  }

  #turn(why: 'too_large' | 'crowded'): void {
    const status = why === 'too_large' ? 413 : 503;
    this.#door.turned(why, status);
    this.#refuse({ status, body: `${why}\n` });
  }

  /** Says no while the body still comes, and reads on for a while: cutting at once would lose the answer. */
  #refuse(answer: Answer): void {
    const [request, response] = [this.#request, this.#response];
    this.#head(answer, { connection: 'close' });
    if (request.complete) return void response.end(answer.body);
    if (answer.body !== undefined) response.write(answer.body);
    let drained = 0;
    request.on('data', (piece: Buffer) => {
      drained += piece.length;
      if (drained > DRAINED_BYTES) request.destroy();
    });
    request.once('end', () => response.end());
    request.resume();
  }

  #head({ status, headers = {}, body = '' }: Answer, more: Readonly<Record<string, string>> = {}): void {
    const length = { 'content-length': String(Buffer.byteLength(body)) };
    this.#response.writeHead(status, { 'content-type': 'text/plain', ...headers, ...more, ...length });
  }
}

/** What all bodies together may take of memory, in bytes. */
interface Room {
  held: number;
  readonly limit: number;
}

/** The bytes of one request while they come, counted against its own limit and that of all. */
class Body {
  readonly #maxBytes: number;
  readonly #room: Room;
  #pieces: Buffer[] = [];
  #size = 0;

  constructor(maxBytes: number, room: Room) {
    this.#maxBytes = maxBytes;
    this.#room = room;
  }

  /** The whole body, or why it is not taken; undefined when the sender has gone. */
  from(request: IncomingMessage): Promise<Buffer | 'too_large' | 'crowded' | undefined> {
    return new Promise((resolve) => {
      const take = (piece: Buffer): void => {
        const no = this.#add(piece);
        if (no === undefined) return;
        request.off('data', take);
        this.#pieces = [];
        resolve(no);
      };
      request.on('data', take);
      request.once('end', () => resolve(Buffer.concat(this.#pieces)));
      request.once('close', () => resolve(undefined));
    });
  }

  release(): void {
    this.#room.held -= this.#size;
    this.#pieces = [];
  }

  #add(piece: Buffer): 'too_large' | 'crowded' | undefined {
    this.#size += piece.length;
    this.#room.held += piece.length;
    if (this.#size > this.#maxBytes) return 'too_large';
    if (this.#room.held > this.#room.limit) return 'crowded';
    this.#pieces.push(piece);
    return undefined;
  }
}

function headOf({ method = '', url = '', rawHeaders }: IncomingMessage): Head {
  const headers = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ''] as const] : []));
  return { method, target: url, headers };
}
