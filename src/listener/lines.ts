/** What a listener says, a record a line: the first is `ready`, the last `summary`. Scripts read them, so fields are added and never changed. */
import { instantOf } from '../kernel/instant.ts';
import type { Verdict } from '../kernel/listening.ts';

/** Version of the records below. */
export const LINES_VERSION = 1;

export interface Ready {
  readonly type: 'ready';
  /** Where deliveries are to be sent; absent with --poll, which opens no port. */
  readonly url?: string;
  /** With --poll: how often the log is read, and where a journal or --since begins (ISO 8601). */
  readonly poll?: { readonly everyMs: number; readonly since?: string };
  readonly pid: number;
  readonly verify: string;
  /** Addresses that events are passed on to. */
  readonly forwardTo: readonly string[];
  /** Id and name of the endpoint that was made for this run. */
  readonly webhookId?: string;
  readonly webhookName?: string;
  readonly record?: string;
}

/** An event that came, or, as `duplicate`, came again after it was taken. */
export interface Came {
  readonly type: 'event' | 'duplicate';
  /** Number of the delivery; that of the journal with --record. */
  readonly n: number;
  readonly id: string;
  readonly event: string;
  readonly timestamp: string | null;
  readonly accountIds: readonly string[];
  readonly signature: Verdict;
  /** Why the signature does not hold, with --verify warn. */
  readonly reason?: string;
  /** How often this id has come. */
  readonly arrival: number;
  readonly sizeBytes: number;
  readonly payload: unknown;
  /** How many it is passed on to. */
  readonly targets: number;
}

/** What a target said to an event, or the program of --exec. */
export interface Response {
  readonly type: 'response';
  readonly n: number;
  readonly id: string;
  readonly event: string;
  readonly accountIds: readonly string[];
  readonly signature: Came['signature'];
  /** The address; `exec` for the program. */
  readonly to: string;
  /** Of the answer; the exit code of the program; null without one. */
  readonly status: number | null;
  readonly ok: boolean;
  readonly ms: number;
  readonly attempt: number;
  /** Milliseconds until the next attempt. */
  readonly retryInMs?: number;
  readonly error?: string;
  /** The beginning of the answer's text. */
  readonly body?: string;
}

/** A delivery that was not taken: answered 401, or 400 where the body is no event. */
export interface NotTaken {
  readonly type: 'invalid';
  readonly event: string | null;
  readonly id: string | null;
  readonly reason: string;
  readonly sentence: string;
  readonly sizeBytes: number;
}

/** A request that is no delivery. */
export interface TurnedAway {
  readonly type: 'refused';
  readonly why: string;
  readonly status: number;
  readonly what?: string;
}

/** What a person has asked to see, on a terminal only. */
export interface Details {
  readonly type: 'details';
  readonly text: string;
}

export interface Warning {
  readonly type: 'warning';
  readonly message: string;
}

export interface Counts {
  /** Deliveries that were taken in, duplicates included. */
  received: number;
  /** Distinct events among them. */
  events: number;
  duplicates: number;
  /** Events that no filter let through. */
  filtered: number;
  invalid: number;
  /** Requests that were no deliveries, by what was wrong. */
  refused: Record<string, number>;
  forwarded: number;
  failed: number;
  /** Events asked for again with --since. */
  backfilled: number;
}

/** Why a listener ends. */
export type End = 'interrupted' | 'terminated' | 'quit' | 'until' | 'max_events' | 'idle' | 'broken';

export interface Summary extends Readonly<Counts> {
  readonly type: 'summary';
  readonly ended: End;
  readonly ms: number;
}

export type Said = Ready | Came | Response | NotTaken | TurnedAway | Details | Warning | Summary;

/** A record as it is written; `at` is ISO 8601. */
export type Line = Said & { readonly v: typeof LINES_VERSION; readonly at: string };

/** More lines than a reader who has stopped reading is waited for with. */
const FULL = 5_000;

/** Lines on their way to whoever reads them. */
export class Feed {
  readonly #now: () => number;
  readonly #lines: Line[] = [];
  readonly #early: Line[] = [];
  #wake: () => void = () => undefined;
  #holds = false;
  #ended = false;

  /** @param now milliseconds since the epoch */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** True when the reader is far behind: nothing more should be taken in. */
  get isFull(): boolean {
    return this.#lines.length + this.#early.length >= FULL;
  }

  /** Until `ready` is said, what there is to say waits: it comes right after. */
  readyFirst(): void {
    this.#holds = true;
  }

  say(said: Said): void {
    // Who turns up without being asked must not fill memory.
    if (this.isFull && (said.type === 'refused' || said.type === 'invalid')) return;
    const { type, ...fields } = said;
    const line = { v: LINES_VERSION, type, at: instantOf(this.#now()), ...fields } as Line;
    if (this.#holds && type !== 'ready') return void this.#early.push(line);
    this.#lines.push(line);
    this.#released();
  }

  /** No line comes after those that are there. */
  end(): void {
    this.#ended = true;
    this.#released();
  }

  #released(): void {
    this.#holds = false;
    this.#lines.push(...this.#early.splice(0));
    this.#wake();
  }

  async *lines(): AsyncGenerator<Line> {
    for (;;) {
      const line = this.#lines.shift();
      if (line !== undefined) yield line;
      else if (this.#ended) return;
      else await new Promise<void>((wake) => (this.#wake = wake));
    }
  }
}

export const noCounts = (): Counts => ({
  received: 0,
  events: 0,
  duplicates: 0,
  filtered: 0,
  invalid: 0,
  refused: {},
  forwarded: 0,
  failed: 0,
  backfilled: 0,
});
