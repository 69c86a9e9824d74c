/** What the tool server (mcp/) and the local service that serves it agree on. Neither imports the other; commands/local/start joins them. */

import type { Card } from './card.ts';

/** Word of `svc mcp --allow-write` in place of an area: all of them. */
export const EVERY_AREA = 'all';

/** One call of the API that a tool makes. */
export interface ToolCall {
  /** The operation that is called. */
  readonly card: Card;
  readonly method: string;
  /** Path and query, beginning with `/v1`. */
  readonly path: string;
  /** Without credentials: the corridor adds the caller's. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface ToolAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** The way to the API for one caller: their key, their limits, the log. */
export interface Corridor {
  /** @throws when the connection is cut without an answer */
  send(call: ToolCall): Promise<ToolAnswer>;
  /** Milliseconds on the clock of the API. */
  now(): Promise<number>;
  /** A UUID for the next call. */
  requestId(): string;
}

/** Streamable HTTP without sessions: every request is independent. The caller is already authenticated. */
export interface ToolServer {
  answer(request: Request, corridor: Corridor): Promise<Response>;
}
