/** HTTP out of the process: two senders behind one interface. One request after the other is node:http, everything pooled or proxied undici. */
import { proxyFor } from './connect.ts';
import { openSingle } from './http-single.ts';
import type { Env } from './world.ts';

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | UploadBody;
  /** From the first byte asked for to the last byte of the answer; absent means no limit. */
  readonly timeoutMs?: number;
  /** Until the connection stands. Default: 10 s. */
  readonly connectTimeoutMs?: number;
  readonly signal?: AbortSignal;
  /** True refuses a redirect to another origin, whose answers are not those of the one that was asked. */
  readonly sameOrigin?: boolean;
}

/** A body that is streamed and whose length is known beforehand. */
export interface UploadBody {
  readonly sizeBytes: number;
  /** A piece is good until the next one is asked for. */
  stream(): AsyncIterable<Uint8Array>;
}

export interface HttpAnswer {
  readonly status: number;
  /** Lowercase names; repeated headers joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** Address that answered, after redirects. */
  readonly url: string;
  /** The bytes as they come; a broken connection throws a TransportFault. Read it or call `discard`. */
  readonly body: AsyncIterable<Uint8Array>;
  /** The whole body. */
  bytes(): Promise<Uint8Array>;
  discard(): void;
}

export interface Sender {
  /**
   * Sends one request. Redirects are followed for GET and HEAD only, and `authorization` never travels to another origin.
   * @throws TransportFault
   */
  send(request: HttpRequest): Promise<HttpAnswer>;
  /** Closes idle connections. */
  close(): Promise<void>;
}

export interface Http {
  /** For the requests of an ordinary command, one after the other. A proxy, where one applies, moves them to the pool. */
  readonly single: Sender;
  /** Keeps several connections open: for work in bulk. */
  readonly pool: Sender;
}

export function openHttp(env: Env): Http {
  const pool = lazySender(async () => (await import('./http-pool.ts')).openPool(env));
  const node = openSingle();
  return {
    pool,
    single: {
      send: (request) => (proxyFor(request.url, env) === undefined ? node : pool).send(request),
      close: async () => {
        await Promise.all([node.close(), pool.close()]);
      },
    },
  };
}

function lazySender(open: () => Promise<Sender>): Sender {
  let opened: Promise<Sender> | undefined;
  return {
    send: async (request) => (await (opened ??= open())).send(request),
    close: async () => (await opened)?.close(),
  };
}
