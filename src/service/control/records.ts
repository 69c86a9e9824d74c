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
        cursor: { type: 'string', pattern: '^-?[0-9]{1,15}$' },
      },
    },
    answer: async ({ query }, parts) => {
      await parts.requests.whole();
      const { cursor, ...named } = query;
      const before = cursor === undefined ? {} : { before: Number(cursor) };
      const filter = { ...named, limit: DEFAULT_LIMIT, ...limitOf(query), ...sinceOf(query), ...before };
      const { entries, next } = await parts.requests.list(filter as RequestFilter);
      const requests = await Promise.all(entries.map((entry) => withEvents(entry, parts)));
      return ok({ requests, nextCursor: next === undefined ? null : String(next) });
    },
  },
  {
    method: 'GET',
    path: '/_local/events',
    query: { type: 'object', properties: { id: TEXT, type: TEXT, since: SINCE, limit: LIMIT, cursor: TEXT } },
    answer: async ({ query }, parts) => {
      const events = await eventsOf(query, parts);
      const deliveries = await deliveriesOf(parts, events);
      const { limit = DEFAULT_LIMIT } = limitOf(query);
      const nextCursor = events.length === limit ? (events[0]?.id ?? null) : null;
      return ok({ events: events.map((event) => eventView(event, deliveries(event.id))), nextCursor });
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

const limitOf = ({ limit }: Query): { readonly limit?: number } => (typeof limit === 'number' ? { limit } : {});

const sinceOf = ({ since }: Query) => (typeof since === 'string' ? { since: Date.parse(since) } : {});

async function withEvents(entry: LoggedRequest, parts: Parts) {
  const events = isReading(entry) ? [] : await parts.store.read.events({ requestId: entry.requestId });
  const deliveries = events.length === 0 ? () => [] : await deliveriesOf(parts, events);
  return {
    ...entry,
    changes: entry.changes ?? [],
    events: events.map(({ id, type }) => ({ id, event: type })),
    deliveries: events.flatMap(({ id }) => deliveries(id).map((one) => ({ eventId: id, ...one }))),
  };
}

/** An operation that changed nothing and was not meant to: it caused nothing. */
const isReading = ({ method, operation, changes }: LoggedRequest): boolean =>
  method === 'GET' && operation !== null && changes?.length === 0;

/** Oldest first; of all that fit, the newest. */
async function eventsOf(query: Query, { store: { read } }: Parts): Promise<readonly StoredEvent[]> {
  if (typeof query['id'] === 'string') {
    const event = await read.event(query['id']);
    return event === undefined ? [] : [event];
  }
  const type = typeof query['type'] === 'string' ? { type: query['type'] } : {};
  const before = typeof query['cursor'] === 'string' ? { before: query['cursor'] } : {};
  const filter = { ...type, ...before, ...sinceOf(query), ...limitOf(query), order: 'desc' as const };
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
