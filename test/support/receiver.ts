/** A webhook endpoint of one's own: a real server on loopback that keeps every request byte for byte and answers as told. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as it came. */
export interface Arrived {
  readonly method: string;
  readonly path: string;
  /** Names as they were written, doubles included. */
  readonly rawHeaders: readonly (readonly [name: string, value: string])[];
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly payload: { readonly id: string; readonly event: string; readonly timestamp: string } & Readonly<
    Record<string, unknown>
  >;
}

/** A status, or an answer made by hand; `hang` never answers. */
export type Answering = number | 'hang' | 'reset' | ((request: Arrived, response: ServerResponse) => void);

export interface Receiver {
  readonly url: string;
  readonly arrived: readonly Arrived[];
  /** Names of the events that arrived so far. */
  names(): string[];
  /** How it answers from now on; one answer a request when several are given, then the last. */
  answer(...how: readonly Answering[]): void;
  /** Resolves when `count` requests have come in all. */
  until(count: number): Promise<readonly Arrived[]>;
  close(): Promise<void>;
}

/** Answers 200 until told otherwise. Closed when the test ends. */
export async function startReceiver(): Promise<Receiver> {
  const arrived: Arrived[] = [];
  const waiting: { readonly count: number; readonly told: () => void }[] = [];
  const sockets = new Set<Socket>();
  let answers: readonly Answering[] = [200];
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const one = arrivedFrom(request, body);
      arrived.push(one);
      const [how = 200, ...rest] = answers;
      if (rest.length > 0) answers = rest;
      reply(how, one, response);
      for (const { count, told } of waiting) if (arrived.length >= count) told();
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((done) => server.close(() => done()));
  };
  onTestFinished(close);
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/hook`,
    arrived,
    names: () => arrived.map(({ payload }) => payload.event),
    answer: (...how) => void (answers = how),
    until: async (count) => {
      if (arrived.length < count) await new Promise<void>((told) => waiting.push({ count, told }));
      return arrived;
    },
    close,
  };
}

function reply(how: Answering, request: Arrived, response: ServerResponse): void {
  if (how === 'hang') return;
  if (how === 'reset') response.socket?.destroy();
  else if (typeof how === 'function') how(request, response);
  else response.writeHead(how, { 'content-type': 'text/plain' }).end(how < 300 ? 'ok' : 'no');
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

function arrivedFrom({ method, url, rawHeaders, headers }: IncomingMessage, body: Buffer): Arrived {
  const pairs = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as const] : [],
  );
  return {
    method: method ?? '',
    path: url ?? '',
    rawHeaders: pairs,
    headers: headers as Record<string, string>,
    body,
    payload: JSON.parse(body.toString('utf8')) as Arrived['payload'],
  };
}
