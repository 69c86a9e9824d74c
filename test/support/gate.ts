/** A way to the service that counts the requests of a command and strikes at one of them. For tests that kill the command. */
import { once } from 'node:events';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** When the command is killed: with its request unsent, with the service at work on it, or with the answer on its way. */
export const MOMENTS = ['unsent', 'in work', 'answered'] as const;

export interface Strike {
  /** Counted from 1, over all requests of the run. */
  readonly at: number;
  /** `late`: with its request on a slow way, from which it comes when the test delivers it. */
  readonly moment: (typeof MOMENTS)[number] | 'late';
}

/** What passed through the gate in a run. */
export interface Seen {
  requests: number;
  /** Requests that are no readings. */
  writes: number;
  /** Which of the requests these are, counted from 1. */
  readonly writesAt: number[];
}

/** @param target where the requests go, which changes when the service is started again */
export async function startGate(target: () => string) {
  let seen: Seen = { requests: 0, writes: 0, writesAt: [] };
  let late: (() => Promise<number>) | undefined;
  let kill: Strike | undefined;
  let strike = (): void => undefined;
  const open = new Set<Promise<void>>();

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    seen.requests += 1;
    if (request.method !== 'GET') {
      seen.writes += 1;
      seen.writesAt.push(seen.requests);
    }
    const moment = seen.requests === kill?.at ? kill.moment : undefined;
    const body = await buffer(request);
    const { method, headers } = request;
    if (moment === 'late')
      late = async () => {
        const sent = forward(new URL(request.url ?? '', target()), { method, headers, agent: false }).end(body);
        const [{ statusCode = 500 }] = (await once(
          sent.on('response', (one) => one.resume()),
          'response',
        )) as [IncomingMessage];
        return statusCode;
      };
    if (moment === 'unsent' || moment === 'late') {
      strike();
      response.destroy();
      return;
    }
    const passed = forward(new URL(request.url ?? '', target()), { method, headers, agent: false });
    passed.end(body, () => moment === 'in work' && strike());
    const [answer] = (await once(passed, 'response')) as [IncomingMessage];
    const content = await buffer(answer);
    if (moment === 'answered') strike();
    response.writeHead(answer.statusCode ?? 500, answer.headers).end(content);
  }

  const server = createServer((request, response) => {
    const passing = pass(request, response).catch(() => void response.destroy());
    open.add(passing);
    void passing.finally(() => open.delete(passing));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    watch: (next: Strike | undefined, onStrike: () => void): Seen => {
      [seen, kill, strike] = [{ requests: 0, writes: 0, writesAt: [] }, next, onStrike];
      return seen;
    },
    /** Brings the late request to the service. @returns the status of the answer */
    deliver: async (): Promise<number> => (await late?.()) ?? 500,
    /** Resolves when the service has answered all that it was sent. */
    idle: async (): Promise<void> => void (await Promise.all(open)),
  };
}
