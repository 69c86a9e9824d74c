/** What happened and what will: requests with their notes, events as they were built, due and future work. */
import { instantOf } from '../../kernel/instant.ts';
import { ok } from '../call.ts';
import type { LoggedRequest, RequestFilter } from '../requests/entry.ts';
import type { Parts } from '../parts.ts';
import type { DueRow, StoredEvent } from '../store/store.ts';
import { deliveriesOf } from './deliveries.ts';
import type { ControlRoute } from './route.ts';

const LIMIT = { type: 'integer', minimum: 1, maximum: 1_000_000, default: 100 } as const;
const DEFAULT_LIMIT = 100;
const SINCE = { type: 'string', format: 'date-time' } as const;
const TEXT = { type: 'string' } as const;

export const recordRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/_local/requests',
    query: {
      type: 'object',
      properties: {
        operation: TEXT,
        status: { type: 'integer' },
        key: TEXT,
        requestId: TEXT,
        since: SINCE,
        limit: LIMIT,
      },
    },
    answer: async ({ query }, parts) => {
      await parts.requests.whole();
      const filter = { ...query, limit: DEFAULT_LIMIT, ...limitOf(query), ...sinceOf(query) } as RequestFilter;
      return ok({ requests: await Promise.all(parts.requests.list(filter).map((entry) => withEvents(entry, parts))) });
    },
  },
  {
    method: 'GET',
    path: '/_local/events',
    query: { type: 'object', properties: { id: TEXT, type: TEXT, since: SINCE, limit: LIMIT } },
    answer: async ({ query }, parts) => {
      const events = await eventsOf(query, parts);
      const deliveries = await deliveriesOf(parts, events);
      return ok({ events: events.map((event) => eventView(event, deliveries(event.id))) });
    },
  },
  {
    method: 'GET',
    path: '/_local/timeline',
    query: { type: 'object', properties: { kind: TEXT, limit: LIMIT } },
    answer: async ({ query }, { store }) => {
      const kind = typeof query['kind'] === 'string' ? { kind: query['kind'] } : {};
      const rows = await store.read.due({ limit: DEFAULT_LIMIT, ...kind, ...limitOf(query) });
      return ok({ work: rows.map(dueView) });
    },
  },
];

type Query = Readonly<Record<string, unknown>>;

const limitOf = ({ limit }: Query) => (typeof limit === 'number' ? { limit } : {});

const sinceOf = ({ since }: Query) => (typeof since === 'string' ? { since: Date.parse(since) } : {});

async function withEvents(entry: LoggedRequest, parts: Parts) {
  const events = await parts.store.read.events({ requestId: entry.requestId });
  const deliveries = events.length === 0 ? () => [] : await deliveriesOf(parts, events);
  return {
    ...entry,
    events: events.map(({ id, type }) => ({ id, event: type })),
    deliveries: events.flatMap(({ id }) => deliveries(id).map((one) => ({ eventId: id, ...one }))),
  };
}

/** Oldest first; of all that fit, the newest. */
async function eventsOf(query: Query, { store: { read } }: Parts): Promise<readonly StoredEvent[]> {
  if (typeof query['id'] === 'string') {
    const event = await read.event(query['id']);
    return event === undefined ? [] : [event];
  }
  const type = typeof query['type'] === 'string' ? { type: query['type'] } : {};
  const filter = { ...type, ...sinceOf(query), ...limitOf(query), order: 'desc' as const };
  return (await read.events({ limit: DEFAULT_LIMIT, ...filter })).reverse();
}

function eventView({ id, type, at, body, requestId }: StoredEvent, deliveries: readonly object[]) {
  return {
    id,
    event: type,
    timestamp: instantOf(at),
    payload: JSON.parse(body) as unknown,
    requestId,
    deliveries,
  };
}

const dueView = ({ dueAt, kind, ref, attempt, payload, leaseUntil, lastError }: DueRow) => ({
  dueAt: instantOf(dueAt),
  kind,
  ref,
  attempt,
  payload,
  running: leaseUntil !== null,
  ...(lastError === null || lastError === undefined ? {} : { lastError }),
});
