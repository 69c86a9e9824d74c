/** Events that were missed: found in the log of deliveries, sent once more by the service in the order of their time. Source: WHK-23, WHK-26 */
import { Failure } from '../kernel/failure.ts';
import { logEntries } from './delivery-log.ts';
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

async function missedIds(api: Api, missing: Missing, asking: Asking): Promise<readonly string[]> {
  const found = new Map<string, { at: string; taken: boolean }>();
  for await (const { eventId, status, createdAt } of logEntries(api, missing, asking)) {
    const before = found.get(eventId);
    found.set(eventId, { at: createdAt, taken: status === 'success' || before?.taken === true });
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
