/** Deliveries as a journal keeps them and as they are shown. listener/journal.ts writes them, cli/webhooks/recorded.ts shows them. */
import type { Verdict } from './listening.ts';

/** A delivery as it is kept; `n` counts from 1 within the journal. */
export interface DeliveryRecord {
  readonly type: 'delivery';
  readonly n: number;
  /** Milliseconds since the epoch, when it came. */
  readonly at: number;
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  readonly verdict: Verdict;
  /** With `invalid`: why, for programs and for people. */
  readonly reason?: string;
  readonly sentence?: string;
  readonly secretName?: string;
  /** Of the body; of the headers where the body was not read. */
  readonly event?: string;
  readonly id?: string;
}

/** What became of a delivery. A delivery may have several, one for each target and attempt, and may have none. */
export interface OutcomeRecord {
  readonly type: 'outcome';
  /** `n` of the delivery. */
  readonly of: number;
  readonly at: number;
  /** True when the event needs no further delivery: a second one is a duplicate. */
  readonly taken: boolean;
  /** What the target, or we, answered. */
  readonly status?: number;
  readonly target?: string;
  readonly ms?: number;
  readonly error?: string;
}

/** A delivery, and the outcomes that were written for it, in their order. */
export interface Recorded extends DeliveryRecord {
  readonly outcomes: readonly OutcomeRecord[];
}
