/** The log of deliveries as the API lists it, back to an instant. Read by backfill.ts and polling.ts. Source: WHK-23 */
import { listIn } from './answers.ts';
import type { Api } from './registering.ts';

export interface LogEntry {
  readonly webhookId: string;
  readonly eventId: string;
  readonly event: string;
  readonly status: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly requestPayload?: unknown;
}

export interface LogRange {
  /** Undefined reads the deliveries to every endpoint. */
  readonly webhookId?: string | undefined;
  /** Milliseconds since the epoch: entries from before are left out. */
  readonly since: number;
}

interface Reading {
  readonly signal: AbortSignal;
  /** A sentence for a person. */
  warn(message: string): void;
}

/** As many entries as one answer holds, and as many as can be left out. */
const PAGE = 100;
const DEEPEST = 10_000;

/** Newest first. Entries that are added meanwhile shift the pages towards us, so that no entry is skipped. */
export async function* logEntries(
  api: Api,
  { webhookId, since }: LogRange,
  { signal, warn }: Reading,
): AsyncGenerator<LogEntry> {
  for (let skip = 0; ; skip += PAGE) {
    signal.throwIfAborted();
    if (skip > DEEPEST) {
      warn(`The log has more than ${String(DEEPEST)} entries since then; older ones are skipped.`);
      return;
    }
    const query = { ...(webhookId !== undefined && { webhookId }), limit: PAGE, skip };
    const entries = listIn<LogEntry>(await api.call('getWebhookLogs', { query }), 'logs');
    const fresh = entries.filter(({ createdAt }) => Date.parse(createdAt) >= since);
    yield* fresh;
    if (fresh.length < entries.length || entries.length < PAGE) return;
  }
}
