/** An event made by hand: a payload in its envelope, the sample of the catalogue unless another is given. Used by trigger. */
import { instantOf } from '../kernel/instant.ts';
import type { EventSample } from '../kernel/event.ts';

export interface Wanted {
  /** Name of the catalogue. */
  readonly event: string;
  /** UUID, unless the payload holds one. */
  readonly id: string;
  /** Milliseconds: when it happened, unless the payload says so. The times in a sample are fixed. */
  readonly at: number;
  readonly payload: EventSample;
}

/** The whole body as an object: `id`, `event` and `timestamp` first. */
export const eventFor = ({ event, id, at, payload }: Wanted): Record<string, unknown> => ({
  id,
  event,
  timestamp: instantOf(at),
  ...payload,
});
