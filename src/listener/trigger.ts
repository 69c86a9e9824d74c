/** An event made by hand: a payload of the catalogue, with what was said otherwise, in its envelope. Used by trigger. */
import type { Schema } from '../kernel/card.ts';
import { samplePayload } from '../webhooks/sample.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface Wanted {
  /** Name of the catalogue. */
  readonly event: string;
  /** UUID, unless the fields given hold one. */
  readonly id: string;
  /** Milliseconds: when it happened. */
  readonly at: number;
  /** The schemas of the contract's events. */
  readonly schemas: Readonly<Record<string, Schema>>;
  /** The payload in place of a made one; `id` and `timestamp` of it hold, too. */
  readonly given?: Fields | undefined;
}

/** The whole body as an object: `id`, `event` and `timestamp` first. */
export function eventFor({ event, id, at, schemas, given }: Wanted): Record<string, unknown> {
  const payload = given ?? samplePayload({ event, schemas, at });
  return { id, event, timestamp: new Date(at).toISOString(), ...payload };
}
