/** The answers that clients of a service got, call by call, and what it holds in the end. Data only; check.ts judges it. */

/** What a call asked for. */
export type Act =
  | {
      readonly does: 'create';
      readonly post: string;
      readonly content: string;
      readonly accounts: readonly string[];
      /** Instant of the service's clock in ms; absent publishes now. */
      readonly dueMs?: number;
    }
  | { readonly does: 'edit'; readonly post: string; readonly content: string }
  | { readonly does: 'delete' | 'read' | 'search'; readonly post: string }
  | { readonly does: 'send'; readonly text: string; readonly account: string; readonly conversation: string }
  | { readonly does: 'hear'; readonly text: string; readonly account: string; readonly person: string }
  | { readonly does: 'messages'; readonly conversation: string; readonly account: string }
  | { readonly does: 'subscribe'; readonly url: string }
  | { readonly does: 'report' | 'clock' }
  | { readonly does: 'advance'; readonly toMs: number };

/** From the earliest to the latest instant, in ms. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface SeenPost {
  readonly id: string;
  readonly content: string;
  readonly status: string;
}

export interface SeenMessage {
  /** The id that the network knows it by, which a send is answered with. */
  readonly id: string;
  readonly text: string;
}

export interface Answer {
  readonly status: number;
  /** Where the service's clock stood at the answer. */
  readonly clock?: Span;
  /** The limit that the headers state. */
  readonly limit?: number;
  /** Of what the call made. */
  readonly id?: string;
  /** Of the conversation that a message is in. */
  readonly conversation?: string;
  readonly posts?: readonly SeenPost[];
  readonly messages?: readonly SeenMessage[];
}

/** One attempt. Repeats of a call have its key. */
export interface Call {
  readonly client: string;
  /** Sent as the idempotency key where the operation takes one. */
  readonly key: string;
  readonly act: Act;
  /** Instants of the machine's clock at which the client sent it and had its end. */
  readonly sentMs: number;
  readonly endedMs: number;
  /** Absent when the connection broke: the outcome is unknown. */
  readonly answer?: Answer;
  /** The window that counts it, where one does. */
  readonly window?: { readonly name: string; readonly spanMs: number };
}

export interface CommittedEvent {
  readonly id: string;
  readonly name: string;
  /** Id of the post or message. */
  readonly about: string;
  readonly account?: string;
}

export interface Arrival {
  /** Of the endpoint. */
  readonly url: string;
  readonly eventId: string;
  readonly isVerified: boolean;
  /** Answered with 200. */
  readonly isTaken: boolean;
  readonly body: string;
}

/** Read when all is quiet and every wait is over. */
export interface Final {
  readonly nowMs: number;
  readonly posts: readonly SeenPost[];
  readonly messages: Readonly<Record<string, readonly SeenMessage[]>>;
  /** Texts on the feed of each account. */
  readonly feeds: Readonly<Record<string, readonly string[]>>;
  readonly endpoints: readonly { readonly id: string; readonly url: string }[];
  /** Events of the names that every endpoint subscribes to. */
  readonly events: readonly CommittedEvent[];
  readonly arrivals: readonly Arrival[];
}

/** The beginning of a term, as the database saw it. */
export interface BegunTerm {
  readonly epoch: number;
  /** Number of the process whose term it is. */
  readonly process: number;
  /** Instant of the machine's clock. */
  readonly atMs: number;
}

/** A write that was committed by a process whose term it was not. */
export interface Stray {
  readonly process: number;
  /** The term of then, and whose it was; nobody's after it was given up. */
  readonly epoch: number;
  readonly holder: number | undefined;
  readonly table: string;
}

/** A process that said it was ready although it had not reached its database for longer than a term. */
export interface Claim {
  readonly url: string;
  readonly atMs: number;
  /** The term of another process that had begun by then. */
  readonly epoch: number;
}

export interface History {
  readonly calls: readonly Call[];
  readonly final: Final;
  /** Instants of the machine's clock at which no process was left: what was under way then is over. */
  readonly goneMs: readonly number[];
  /** Whether a request window goes on when no process was left. */
  readonly windowsOutlive: boolean;
  /** Of a service of several processes: its terms, writes out of term, the spans in which a term may end, and who took an old term for valid. */
  readonly terms?: readonly BegunTerm[];
  readonly strays?: readonly Stray[];
  readonly disturbedMs?: readonly Span[];
  readonly claims?: readonly Claim[];
}

export interface Violation {
  readonly sentence: string;
  /** The calls that show it. */
  readonly calls: readonly Call[];
}

/** Posts and messages go by the first word of their text. */
export const nameIn = (text: string): string => text.split(' ', 1)[0] ?? '';
