/** The latest events, whole, so that one that goes to many endpoints is read once. Used by lane.ts. */
import type { Reader, StoredEvent } from '../store/store.ts';

/** Characters of bodies kept. */
const KEPT = 8 * 1024 * 1024;

export interface Events {
  get(id: string): Promise<StoredEvent | undefined>;
  forget(): void;
}

export function openEvents(read: Reader): Events {
  const known = new Map<string, StoredEvent>();
  let size = 0;
  const keep = (event: StoredEvent): void => {
    known.set(event.id, event);
    size += event.body.length;
    for (const [id, { body }] of known) {
      if (size <= KEPT) return;
      known.delete(id);
      size -= body.length;
    }
  };
  return {
    async get(id) {
      const found = known.get(id);
      if (found !== undefined) return found;
      const event = await read.event(id);
      if (event !== undefined && !known.has(id)) keep(event);
      return event;
    },
    forget() {
      known.clear();
      size = 0;
    },
  };
}
