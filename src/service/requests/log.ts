/** The latest requests, for `GET /_local/requests` and `GET /v1/logs`: what came, what was answered, and what was noted on the way. */
import type { RequestJournal } from './journal.ts';
import type { LoggedRequest, RequestFilter } from './entry.ts';

export interface RequestLog {
  add(entry: LoggedRequest): void;
  /** Newest first. */
  list(filter: RequestFilter): LoggedRequest[];
  /** Resolves when the entries of earlier runs are there as well. */
  whole(): Promise<void>;
  clear(): void;
  close(): Promise<void>;
}

/** Entries that are kept at least. */
export const KEPT = 5_000;

/** @param journal without one, the log ends with the service */
export function openRequestLog(journal?: RequestJournal): RequestLog {
  let entries: LoggedRequest[] = [];
  let earlier: Promise<void> | undefined;
  const load = async (): Promise<void> => {
    const kept = (await journal?.earlier()) ?? [];
    entries = [...kept, ...entries];
  };
  return {
    add(entry) {
      entries.push(entry);
      journal?.add(entry);
      if (entries.length >= 2 * KEPT) entries = entries.slice(-KEPT);
    },
    list(filter) {
      const found: LoggedRequest[] = [];
      const limit = filter.limit ?? KEPT;
      for (let at = entries.length - 1; at >= 0 && found.length < limit; at -= 1) {
        const entry = entries[at];
        if (entry !== undefined && fits(entry, filter)) found.push(entry);
      }
      return found;
    },
    whole: () => (earlier ??= load()),
    clear() {
      entries = [];
      earlier = Promise.resolve();
      journal?.clear();
    },
    close: async () => journal?.close(),
  };
}

const fits = (entry: LoggedRequest, filter: RequestFilter): boolean =>
  (filter.operation === undefined || entry.operation === filter.operation) &&
  (filter.status === undefined || entry.status === filter.status) &&
  (filter.key === undefined || entry.key === filter.key) &&
  (filter.teamId === undefined || entry.teamId === filter.teamId) &&
  (filter.requestId === undefined || entry.requestId === filter.requestId) &&
  (filter.since === undefined || Date.parse(entry.at) >= filter.since);
