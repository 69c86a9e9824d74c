/** The envelope of an event, written once: the bytes that are stored, signed and sent. Next stop: sign.ts. */

import { instantOf } from '../kernel/instant.ts';

export interface Sealing {
  /** UUID; the key receivers drop doubles by. */
  readonly id: string;
  /** Name of the catalogue, for example `post.published`. */
  readonly event: string;
  /** Milliseconds since the epoch, when the event was built. */
  readonly at: number;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** The JSON text of an event: `id`, `event`, `timestamp`, then the payload, which cannot replace them. Source: WHK-70, WHK-73. */
export function bodyOf({ id, event, at, payload }: Sealing): string {
  const head = { id, event, timestamp: instantOf(at) };
  return JSON.stringify(Object.assign({}, head, payload, head));
}
