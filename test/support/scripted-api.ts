/** A real HTTP server whose answers a test scripts; what it was asked is kept. Closed when the test ends. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Asked {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface Scripted {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text and bytes go as they are; anything else becomes JSON. */
  readonly body?: unknown;
  /** Cuts the connection instead of answering, or after half of the body. */
  readonly cut?: 'before' | 'half';
}

export type Script = (asked: Asked, count: number) => Scripted | Promise<Scripted>;

export interface ScriptedApi {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly asked: readonly Asked[];
}

/**
 * @param script told what was asked, and for the how manieth time a request came (1 for the first)
 * @param isLocal answers the question for the health of a local service as well; else it is a 404 that is not counted
 */
export async function scriptedApi(script: Script, { isLocal = false } = {}): Promise<ScriptedApi> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const seen = await read(request);
      if (!isLocal && seen.url === '/_local/health')
        return answer(response, { status: 404, body: { error: 'Not found' } });
      asked.push(seen);
      answer(response, await script(seen, asked.length));
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

async function read(request: IncomingMessage): Promise<Asked> {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  const { method = '', url = '', headers } = request;
  return { method, url, headers, body: Buffer.concat(pieces) };
}

function answer(response: ServerResponse, { status = 200, headers, body, cut }: Scripted): void {
  if (cut === 'before') {
    response.destroy();
    return;
  }
  const bytes = typeof body === 'string' || Buffer.isBuffer(body) ? Buffer.from(body) : jsonBytes(body);
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  response.writeHead(status, { ...type, 'content-length': bytes.byteLength, ...headers });
  if (cut === undefined) {
    response.end(bytes);
    return;
  }
  response.write(bytes.subarray(0, bytes.byteLength / 2), () => response.destroy());
}

const jsonBytes = (body: unknown): Buffer => (body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body)));
