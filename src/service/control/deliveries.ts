/** What became of events, for the control surface: whom each goes to, what was tried, and the door at which they are parked. */
import { instantOf } from '../../kernel/instant.ts';
import { KEPT_MS } from '../delivery/ladder.ts';
import { MAIL_KIND } from '../delivery/switch-off.ts';
import { created, ok } from '../call.ts';
import type { NewEntry } from '../areas/webhooks/changelog.ts';
import type { Parts } from '../parts.ts';
import { MOST_EVENTS, type Attempt, type Delivery } from '../store/delivery.ts';
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

/** The deliveries of some events, by the event. */
export async function deliveriesOf(
  { store, clock }: Parts,
  eventIds: readonly string[],
): Promise<(eventId: string) => Record<string, unknown>[]> {
  const deliveries = grouped(await store.read.deliveries(eventIds));
  const after = clock.now() - KEPT_MS;
  const attempts = new Map<string, Attempt[]>();
  for (let at = 0; at < eventIds.length; at += MOST_EVENTS)
    for (const [id, some] of grouped(
      await store.read.attempts({ eventIds: eventIds.slice(at, at + MOST_EVENTS), after }),
    ))
      attempts.set(id, some);
  return (eventId) => (deliveries.get(eventId) ?? []).map((one) => view(one, attempts.get(eventId) ?? []));
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

const attemptView = ({ number, at, status, statusCode, durationMs, url, error }: Attempt): Record<string, unknown> => ({
  attemptNumber: number,
  at: instantOf(at),
  status,
  statusCode,
  responseTime: durationMs,
  url,
  ...(error === null ? {} : { error }),
});
