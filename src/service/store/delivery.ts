/** Deliveries and their attempts, as the store keeps them. deliveries.ts and attempts.ts write and read the tables. */

/**
 * `pending` waits for its endpoint or its next attempt; `parked` waits for the queue to take it; `asked` is one attempt
 * that a caller waits for. The others are ends: `delivered`; `dead`, which only a caller can send again; `dropped`,
 * which was held back or had nobody to go to any more.
 */
export type DeliveryState = 'pending' | 'parked' | 'asked' | 'delivered' | 'dead' | 'dropped';

/** One event on its way to one endpoint. */
export interface Delivery {
  readonly seq: number;
  readonly eventId: string;
  readonly webhookId: string;
  readonly state: DeliveryState;
  /** Attempts made that count toward the limit. */
  readonly tries: number;
  /** All attempts made, those that a caller asked for included. */
  readonly attempts: number;
  /** Milliseconds: when it may be tried, or was last moved. */
  readonly dueAt: number;
}

export interface NewDelivery {
  readonly eventId: string;
  readonly webhookId: string;
  readonly state: DeliveryState;
  /** Milliseconds. */
  readonly dueAt: number;
}

/**
 * What an attempt does to its delivery. One that has ended meanwhile moves only to `delivered`, and an attempt that was
 * asked for leaves the next one of a waiting delivery where it is.
 */
export interface Outcome {
  readonly eventId: string;
  readonly webhookId: string;
  /** Of the delivery, where it is known: it is found at once then. */
  readonly seq?: number;
  readonly state: DeliveryState;
  /** Milliseconds. */
  readonly dueAt: number;
  /** False for an attempt that a caller asked for. */
  readonly counts: boolean;
}

/** The deliveries of an event, those to an endpoint, or the one of both. */
export interface DeliveryPlace {
  readonly eventId?: string;
  readonly webhookId?: string;
}

export interface Move {
  readonly from: DeliveryState;
  readonly to: DeliveryState;
  /** Milliseconds. */
  readonly dueAt: number;
}

export interface NewAttempt {
  readonly eventId: string;
  readonly webhookId: string;
  readonly teamId: string;
  /** Name of the event. */
  readonly event: string;
  /** The event's resource group. */
  readonly group: string;
  /** From 1. */
  readonly number: number;
  /** Milliseconds: the end of the attempt. */
  readonly at: number;
  readonly status: 'success' | 'failed';
  /** Null when no answer came. */
  readonly statusCode: number | null;
  readonly durationMs: number;
  readonly url: string;
  readonly webhookName: string;
  readonly userId: string;
  /** Beginning of the answer's body. */
  readonly response: string | null;
  readonly error: string | null;
}

export interface Attempt extends NewAttempt {
  readonly seq: number;
}

/** Most events that one question may name. */
export const MOST_EVENTS = 200;

export interface AttemptFilter {
  readonly teamId?: string;
  readonly eventId?: string;
  /** At most `MOST_EVENTS`. */
  readonly eventIds?: readonly string[];
  readonly event?: string;
  readonly status?: string;
  readonly webhookId?: string;
  readonly webhookIds?: readonly string[];
  /** Events of these groups are left out. */
  readonly withoutGroups?: readonly string[];
  /** Milliseconds, exclusive. */
  readonly after?: number;
  readonly limit?: number;
  readonly skip?: number;
}

/** Where a walk through the waiting deliveries of an endpoint has come to. */
export interface Cursor {
  readonly dueAt: number;
  readonly seq: number;
}

export interface DueDeliveries {
  readonly webhookId: string;
  /** Milliseconds. */
  readonly dueBy: number;
  readonly after: Cursor;
  readonly limit: number;
}
