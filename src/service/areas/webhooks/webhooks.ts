/** Webhooks beside their settings: the delivery log, test and redelivery, and the changelog. */
import { ok, refuse, type Call, type Desk, type Handler, type Reply } from '../../call.ts';
import type { StoredEvent, StoredRecord } from '../../store/store.ts';
import { handlers as settings } from './settings.ts';
import { DELIVERY_KIND, webhooksFor, type DeliveryDoc } from './webhook.ts';

/** How long deliveries are listed and can be repeated, in ms. Source: WHK-25, WHK-31 */
const KEPT_MS = 30 * 86_400_000;

const getWebhookLogs: Handler = async ({ caller, query }, desk) => {
  const reached = new Set((await webhooksFor(desk.store.read, caller)).map(({ id }) => id));
  const since = desk.clock.now() - KEPT_MS;
  const all = await desk.store.read.list<DeliveryDoc>(DELIVERY_KIND, { teamId: caller.teamId, order: 'desc' });
  const rows = all
    .filter(({ createdAt, doc }) => createdAt > since && (caller.profileIds === null || reached.has(doc.webhookId)))
    .filter(({ doc }) => FILTERS.every((name) => query[name] === undefined || doc[name] === query[name]));
  const page = paged(rows, query);
  return ok({ logs: page.rows.map(({ doc }) => doc), pagination: page.pagination });
};

const FILTERS = ['event', 'eventId', 'status', 'webhookId'] as const;

const listChangelogEntries: Handler = async ({ query }, desk) => {
  const page = paged(await desk.store.read.list('changelog_entry', { order: 'desc' }), query);
  return ok({ entries: page.rows.map(({ doc }) => doc), pagination: page.pagination });
};

function paged<D>(rows: readonly StoredRecord<D>[], query: Call['query']) {
  const limit = Number(query['limit']);
  const skip = Number(query['skip']);
  const total = rows.length;
  const pagination = { total, limit, skip, pages: Math.ceil(total / limit), hasMore: skip + limit < total };
  return { rows: rows.slice(skip, skip + limit), pagination };
}

const testWebhook: Handler = async ({ caller, body }, desk) => {
  const known = (await webhooksFor(desk.store.read, caller)).some(({ id }) => id === body['webhookId']);
  return known ? undelivered : refuse('webhook_not_found');
};

const redeliverWebhookEvent: Handler = async ({ caller, body }, desk) => {
  const known = (await webhooksFor(desk.store.read, caller)).some(({ id }) => id === body['webhookId']);
  if (!known) return refuse('webhook_not_found');
  const event = await eventOf(desk, caller.teamId, String(body['eventId']));
  if (event === undefined) return refuse('event_not_found');
  if (event.at <= desk.clock.now() - KEPT_MS) {
    return refuse('invalid_field_value', {
      status: 422,
      param: 'eventId',
      message: 'The event is older than 30 days and cannot be sent again.',
    });
  }
  return undelivered;
};

async function eventOf(desk: Desk, teamId: string, id: string): Promise<StoredEvent | undefined> {
  return (await desk.store.read.events({})).find((event) => event.id === id && event.teamId === teamId);
}

/** Nothing leaves the service yet: events are built and kept, endpoints are not called. */
const undelivered: Reply = {
  status: 500,
  body: {
    success: false,
    message: 'The endpoint was not called: this service records events and does not deliver them yet.',
  },
};

export const handlers: Record<string, Handler> = {
  ...settings,
  getWebhookLogs,
  listChangelogEntries,
  testWebhook,
  redeliverWebhookEvent,
};
