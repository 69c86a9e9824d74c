/** Routes outside the cards, such as upload and media addresses: no API key, streamed bodies. Areas list theirs in raw.ts. */
import type { Reply } from '../call.ts';
import type { Desk } from '../desk.ts';

export interface RawRequest {
  /** As it came; HEAD too where GET is served. */
  readonly method: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body as it arrives; empty for GET. */
  readonly body: AsyncIterable<Uint8Array>;
  readonly origin: string;
  /** When it came, in ms on the machine's clock. */
  readonly begunAt: number;
}

export interface RawReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON for an object, text for a string, streamed otherwise. */
  readonly body?: string | Readonly<Record<string, unknown>> | AsyncIterable<Uint8Array>;
}

/** An answer in the catalogue's form, where an operation would give one too. */
export const rawReply = ({ status, headers, body }: Reply): RawReply => ({
  status,
  ...(headers === undefined ? {} : { headers }),
  ...(body === undefined ? {} : { body: body as Readonly<Record<string, unknown>> }),
});

export interface RawRoute {
  readonly method: 'GET' | 'PUT' | 'POST';
  /** Begins outside `/v1`; `:name` for a parameter, `*` for the rest. */
  readonly path: string;
  /** True when it is there only beside a tool server. */
  readonly needsTools?: boolean;
  /** True for pages and files of the console, which are nobody's requests to the API. */
  readonly isLook?: boolean;
  readonly handle: (request: RawRequest, desk: Desk) => Promise<RawReply>;
}
