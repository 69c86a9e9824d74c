/** The server of a process: its port, its time limits, and what is still under way on it. Used by member.ts. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerClientError } from '../http/client-error.ts';
import { portFailure } from '../http/port-failure.ts';
import { watchSilent } from '../http/silent.ts';
import { HEADERS_TIMEOUT_MS, KEEP_ALIVE_MS, REQUEST_TIMEOUT_MS } from '../http/time-limits.ts';

export interface Listening {
  /** Where this machine reaches it. */
  readonly url: string;
  readonly port: number;
  /** From now on every answer ends its connection. */
  endConnections(): void;
  /** Takes no more connections, and resolves when the last answer has left. */
  finish(): Promise<void>;
  /** Cuts off connections on which nothing was ever asked. */
  endSilent(): void;
  /** Cuts off what is still under way. */
  cut(): void;
}

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly uuid: () => string;
  /** @param accept tells a caller that waits for it to send the body; without effect on others */
  readonly receive: (request: IncomingMessage, response: ServerResponse, accept: () => void) => void;
}

/** @throws Failure `port_taken`, or `usage` for a host that is not this machine's */
export async function listen({ host, port, uuid, receive }: ListenOptions): Promise<Listening> {
  const server = createServer({
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: HEADERS_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
  });
  const underWay = new Set<ServerResponse>();
  let isEnding = false;
  const take = (request: IncomingMessage, response: ServerResponse, accept: () => void): void => {
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
    if (isEnding) response.shouldKeepAlive = false;
    receive(request, response, accept);
  };
  server.on('request', (request, response) => take(request, response, () => undefined));
  server.on('checkContinue', (request, response: ServerResponse) => take(request, response, continueOnce(response)));
  server.on('clientError', (error, socket) => answerClientError(error, socket as never, uuid()));
  const endSilent = watchSilent(server);
  await open(server, host, port);
  const taken = (server.address() as AddressInfo).port;
  return {
    port: taken,
    url: `http://${bracketed(isEverywhere(host) ? '127.0.0.1' : host)}:${String(taken)}`,
    endConnections() {
      isEnding = true;
      for (const response of underWay) response.shouldKeepAlive = false;
    },
    finish: () => new Promise((resolve) => server.close(() => resolve())),
    endSilent,
    cut: () => server.closeAllConnections(),
  };
}

/** Whether a host means all addresses of the machine. */
export const isEverywhere = (host: string): boolean => host === '0.0.0.0' || host === '::';

export const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);

function continueOnce(response: ServerResponse): () => void {
  let isDone = false;
  return () => {
    if (!isDone) response.writeContinue();
    isDone = true;
  };
}

const open = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) => reject(portFailure(error, port) as Error));
    server.listen({ host, port }, () => {
      server.removeAllListeners('error');
      // Running out of file handles must not end the process.
      server.on('error', () => undefined);
      resolve();
    });
  });
