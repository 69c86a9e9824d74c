/** One HTTP call as both senders take and answer it. Next stop: http.ts chooses the sender. */

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | UploadBody;
  /** For the whole call, up to the last byte of the answer; absent means no limit. */
  readonly timeoutMs?: number;
  /** To open the connection. Default: 10 s. */
  readonly connectTimeoutMs?: number;
  readonly signal?: AbortSignal;
  /** True refuses a redirect to another origin, whose answers are not those of the one that was asked. */
  readonly sameOrigin?: boolean;
}

/** A body that is streamed. */
export interface UploadBody {
  /** Undefined where the length is not known beforehand. */
  readonly sizeBytes: number | undefined;
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
