/** The log of deliveries as the API lists it. The attempts were written by delivery/. */
import { instantOf } from '../../../kernel/instant.ts';
import { ok, type Call } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { KEPT_MS } from '../../delivery/ladder.ts';
import type { Attempt, AttemptFilter } from '../../store/delivery.ts';
import type { Reader } from '../../store/store.ts';
import { webhooksFor } from '../../delivery/webhook.ts';

/** Source: WHK-23 to WHK-25, GEN-22 */
const getWebhookLogs: Handler = async ({ caller, query }, desk) => {
  const { read } = desk.store;
  const filter = { ...filterFrom(query), ...(await reachOf(read, caller)), after: desk.clock.now() - KEPT_MS };
  const [limit, skip] = [Number(query['limit']), Number(query['skip'])];
  const [total, attempts] = await Promise.all([read.countAttempts(filter), read.attempts({ ...filter, limit, skip })]);
  const pagination = { total, limit, skip, pages: Math.ceil(total / limit), hasMore: skip + limit < total };
  return ok({ logs: await Promise.all(attempts.map((one) => logView(one, read))), pagination });
};

const NAMES = ['event', 'eventId', 'status', 'webhookId'] as const;

const filterFrom = (query: Call['query']): AttemptFilter =>
  Object.fromEntries(NAMES.flatMap((name) => (query[name] === undefined ? [] : [[name, String(query[name])]])));

/** A key limited to profiles sees the deliveries of its endpoints; payloads of groups it lacks are hidden from every key. */
async function reachOf(read: Reader, caller: Call['caller']): Promise<AttemptFilter> {
  const { teamId, profileIds, disabledGroups } = caller;
  const webhookIds = profileIds === null ? {} : { webhookIds: (await webhooksFor(read, caller)).map(({ id }) => id) };
  return { teamId, ...webhookIds, ...(disabledGroups.length === 0 ? {} : { withoutGroups: disabledGroups }) };
}

async function logView(attempt: Attempt, read: Reader): Promise<Record<string, unknown>> {
  const event = await read.event(attempt.eventId);
  return {
    userId: attempt.userId,
    webhookId: attempt.webhookId,
    webhookName: attempt.webhookName,
    eventId: attempt.eventId,
    event: attempt.event,
    url: attempt.url,
    status: attempt.status,
    ...(attempt.statusCode === null ? {} : { statusCode: attempt.statusCode }),
    ...(event === undefined ? {} : { requestPayload: JSON.parse(event.body) as unknown }),
    ...(attempt.response === null ? {} : { responseBody: attempt.response }),
    ...(attempt.error === null ? {} : { errorMessage: attempt.error }),
    attemptNumber: attempt.number,
    responseTime: attempt.durationMs,
    createdAt: instantOf(attempt.at),
  };
}

export const handlers: Record<string, Handler> = { getWebhookLogs };
