/** What became of events, for the control surface: whom each goes to, what was tried, and the door at which they are parked. */
import { instantOf } from '../../kernel/instant.ts';
import { KEPT_MS } from '../delivery/ladder.ts';
import { MAIL_KIND } from '../delivery/switch-off.ts';
import { created, ok } from '../call.ts';
import type { NewEntry } from '../areas/webhooks/changelog.ts';
import type { Parts } from '../parts.ts';
import { headersFor } from '../delivery/attempt.ts';
import { WEBHOOK_KIND } from '../delivery/webhook.ts';
import { MOST_EVENTS, type Attempt, type Delivery } from '../store/delivery.ts';
import type { Reader, StoredEvent } from '../store/store.ts';
import type { ControlRoute } from './route.ts';

export const deliveryRoutes: readonly ControlRoute[] = [
  {
    method: 'POST',
    path: '/_local/queue',
    body: {
      type: 'object',
      required: ['state'],
      properties: { state: { type: 'string', enum: ['refusing', 'accepting'] } },
    },
    answer: async ({ body }, { desk }) => {
      desk.delivery.queue.refuse(body['state'] === 'refusing');
      return ok({ state: body['state'] });
    },
  },
  {
    method: 'GET',
    path: '/_local/mail',
    answer: async (_call, { store }) =>
      ok({ mails: (await store.read.list(MAIL_KIND, { order: 'desc' })).map(({ doc }) => doc) }),
  },
  {
    method: 'POST',
    path: '/_local/changelog',
    body: {
      type: 'object',
      required: ['type', 'message'],
      properties: {
        type: { type: 'string', minLength: 1 },
        message: { type: 'string', minLength: 1 },
        url: { type: 'string', format: 'uri' },
        changes: { type: 'object' },
      },
    },
    async answer({ body }, { desk, lifecycle }) {
      const { publishEntry } = await import('../areas/webhooks/changelog.ts');
      return created(await publishEntry(desk, lifecycle.teamId(), body as unknown as NewEntry));
    },
  },
];

/** The deliveries of some events, by the event, each with the headers that it carries. */
export async function deliveriesOf(
  { store, clock }: Parts,
  events: readonly StoredEvent[],
): Promise<(eventId: string) => Record<string, unknown>[]> {
  const eventIds = events.map(({ id }) => id);
  const all = await store.read.deliveries(eventIds);
  const deliveries = grouped(all);
  const headers = await headersIn(store.read, events, all);
  const after = clock.now() - KEPT_MS;
  const attempts = new Map<string, Attempt[]>();
  for (let at = 0; at < eventIds.length; at += MOST_EVENTS)
    for (const [id, some] of grouped(
      await store.read.attempts({ eventIds: eventIds.slice(at, at + MOST_EVENTS), after }),
    ))
      attempts.set(id, some);
  return (eventId) =>
    (deliveries.get(eventId) ?? []).map((one) => ({
      ...view(one, attempts.get(eventId) ?? []),
      headers: headers(one),
    }));
}

/** The headers of a delivery, signed with the secret that its endpoint has now; null where the endpoint was removed. */
async function headersIn(
  read: Reader,
  events: readonly StoredEvent[],
  all: readonly Delivery[],
): Promise<(delivery: Delivery) => object | null> {
  const ids = [...new Set(all.map(({ webhookId }) => webhookId))];
  const endpoints = new Map(await Promise.all(ids.map(async (id) => [id, await read.get(WEBHOOK_KIND, id)] as const)));
  const byId = new Map(events.map((event) => [event.id, event]));
  return ({ webhookId, eventId }) => {
    const [endpoint, event] = [endpoints.get(webhookId), byId.get(eventId)];
    return endpoint === undefined || event === undefined ? null : headersFor(endpoint.doc, event);
  };
}

function grouped<T extends { readonly eventId: string }>(rows: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(row.eventId, [...(groups.get(row.eventId) ?? []), row]);
  return groups;
}

function view({ webhookId, state, dueAt }: Delivery, attempts: readonly Attempt[]): Record<string, unknown> {
  const own = attempts.filter((one) => one.webhookId === webhookId).reverse();
  return {
    webhookId,
    state,
    ...(state === 'pending' ? { nextAttemptAt: instantOf(dueAt) } : {}),
    attempts: own.map(attemptView),
  };
}

const attemptView = (attempt: Attempt): Record<string, unknown> => {
  const { number, at, status, statusCode, durationMs, url, response, error } = attempt;
  return {
    attemptNumber: number,
    at: instantOf(at),
    status,
    statusCode,
    responseTime: durationMs,
    url,
    response,
    ...(error === null ? {} : { error }),
  };
};
