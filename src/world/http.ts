/** HTTP out of the process: two senders behind one interface. One request after the other is node:http, everything pooled or proxied undici. */
import { proxyFor } from './connect.ts';
import { openSingle } from './http-single.ts';
import { openTrust, type Authorities } from './trusted.ts';
import type { Env } from './env.ts';
import type { Sender } from './http-call.ts';

export interface Http {
  /** For the requests of an ordinary command, one after the other. A proxy, where one applies, moves them to the pool. */
  readonly single: Sender;
  /** Keeps several connections open: for work in bulk. */
  readonly pool: Sender;
  /** Certificate authorities (PEM) besides those of the machine; asked for when the first secure connection is opened. */
  trust(authorities: Authorities): void;
}

export function openHttp(env: Env): Http {
  const trusted = openTrust(env);
  const pool = lazySender(async () => (await import('./http-pool.ts')).openPool(env, trusted.all));
  const node = openSingle(trusted.all);
  return {
    pool,
    trust: trusted.add,
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
