/** Events that were missed: found in the log of deliveries, sent once more by the service in the order of their time. Source: WHK-23, WHK-26 */
import { Failure } from '../kernel/failure.ts';
import { listIn } from './answers.ts';
import type { Api } from './registering.ts';

export interface Missing {
  readonly webhookId: string;
  /** Milliseconds since the epoch: nothing from before is asked for. */
  readonly since: number;
  /** Whether the event lies here already. Without an answer (undefined) the log alone decides. */
  has(eventId: string): boolean | undefined;
}

export interface Asking {
  readonly signal: AbortSignal;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** A sentence for a person. */
  warn(message: string): void;
}

/** As many entries as one answer holds, and as many as can be left out. */
const PAGE = 100;
const DEEPEST = 10_000;

/** @returns how many events were asked for and came */
export async function redeliverMissed(api: Api, missing: Missing, asking: Asking): Promise<number> {
  const ids = await missedIds(api, missing, asking);
  let came = 0;
  for (const eventId of ids) {
    asking.signal.throwIfAborted();
    if (await sentAgain(api, { webhookId: missing.webhookId, eventId }, asking)) came += 1;
  }
  return came;
}

interface Entry {
  readonly eventId: string;
  readonly status: string;
  readonly createdAt: string;
}

/** The log has the newest entry first; entries that are added meanwhile shift the pages towards us, so that no entry is skipped. */
async function missedIds(api: Api, missing: Missing, { signal, warn }: Asking): Promise<readonly string[]> {
  const found = new Map<string, { at: string; taken: boolean }>();
  for (let skip = 0; ; skip += PAGE) {
    signal.throwIfAborted();
    if (skip > DEEPEST) {
      warn(`The log has more than ${String(DEEPEST)} entries since then; older ones are skipped.`);
      break;
    }
    const answer = await api.call('getWebhookLogs', { query: { webhookId: missing.webhookId, limit: PAGE, skip } });
    const entries = listIn<Entry>(answer, 'logs');
    const fresh = entries.filter(({ createdAt }) => Date.parse(createdAt) >= missing.since);
    for (const { eventId, status, createdAt } of fresh) {
      const before = found.get(eventId);
      found.set(eventId, { at: createdAt, taken: status === 'success' || before?.taken === true });
    }
    if (fresh.length < entries.length || entries.length < PAGE) break;
  }
  return [...found]
    .filter(([id, { taken }]) => !(missing.has(id) ?? taken))
    .sort(([, one], [, other]) => one.at.localeCompare(other.at))
    .map(([id]) => id);
}

/** Some refusals are about one event and leave the others as they are. */
async function sentAgain(
  api: Api,
  body: { readonly webhookId: string; readonly eventId: string },
  asking: Asking,
): Promise<boolean> {
  for (;;) {
    try {
      await api.call('redeliverWebhookEvent', { body });
      return true;
    } catch (error) {
      if (!(error instanceof Failure) || asking.signal.aborted) throw error;
      const wait = error.exit === 'rate_limited' ? (error.fields.retryAfter ?? 1) : undefined;
      if (wait === undefined && !ABOUT_ONE.includes(error.exit)) throw error;
      if (wait === undefined) {
        asking.warn(`The event ${body.eventId} could not be redelivered: ${error.message}`);
        return false;
      }
      await asking.sleep(wait * 1_000, asking.signal);
    }
  }
}

/** 404 and 422: gone, or too old. 500: the answer to it was no 2xx. */
const ABOUT_ONE: readonly string[] = ['not_found', 'rejected', 'unavailable'];
