/** An outgoing webhook delivery: the request, the outcome, and the report on one that was sent by hand. Sent by world/deliver.ts. */

export interface Outgoing {
  readonly url: string;
  /** `POST` unless given. */
  readonly method?: string;
  /** Without `content-length`, `host` and `connection`, which belong to the carrier. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** Sent byte for byte, text as UTF-8. */
  readonly body: string | Uint8Array;
  /** From the first byte asked for to the head of the answer. */
  readonly timeoutMs: number;
}

/** Why there was no response. `address`: the address may not be called; `aborted`: the sender was stopped. */
export type ArrivalFault = 'timeout' | 'address' | 'dns' | 'connect' | 'tls' | 'reset' | 'protocol' | 'aborted';

export type Arrival =
  | {
      readonly status: number;
      /** Beginning of the answer's body. */
      readonly body: string;
      readonly durationMs: number;
    }
  | { readonly fault: ArrivalFault; readonly sentence: string; readonly durationMs: number };

export interface Carrier {
  /** Sends once; redirects are not followed. Never throws: what goes wrong is an arrival. */
  post(outgoing: Outgoing): Promise<Arrival>;
  /** Ends all that is under way, with the fault `aborted`, and closes idle connections. It can be used again. */
  cut(): void;
}

/** A delivery that is sent by hand, as it goes out. */
export interface GoingOut {
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text. */
  readonly body: string;
}

/** What was sent by hand, and what came of it. */
export interface Sent {
  readonly event: string;
  readonly id: string;
  readonly url: string;
  readonly sizeBytes: number;
  readonly signed: boolean;
  /** True when the endpoint answered 2xx. */
  readonly taken: boolean;
  /** Null when no answer came. */
  readonly status: number | null;
  readonly durationMs: number;
  /** The beginning of the answer's body. */
  readonly answer: string | null;
  /** Why no answer came, or what was wrong with it. */
  readonly error: string | null;
}
