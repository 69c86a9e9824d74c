/** The outbox: every event built, with its body as it is signed and sent. Appended in the transaction of its cause. */
import type { EmittedEvent, StoredEvent } from './store.ts';
import { builder, place, places, send, shapes, statement, type Executor } from './statement.ts';
import type { EventTable } from './tables.ts';

const COLUMNS = [
  'id',
  'type',
  'team_id',
  'at',
  'body',
  'account_ids',
  'profile_ids',
  'resource_group',
  'request_id',
] as const;

const insert = statement(() => builder.insertInto('event').values(places(COLUMNS)));

export interface Sealed {
  /** Milliseconds. */
  readonly at: number;
  /** The whole envelope. */
  readonly body: string;
}

export async function append(run: Executor, event: EmittedEvent, { at, body }: Sealed): Promise<void> {
  await send(run, insert(), {
    id: event.id,
    type: event.type,
    team_id: event.teamId,
    at,
    body,
    account_ids: event.accountIds.join(' '),
    profile_ids: event.profileIds.join(' '),
    resource_group: event.group,
    request_id: event.requestId ?? null,
  });
}

const one = statement(() => builder.selectFrom('event').select(COLUMNS).where('id', '=', place<string>('id')));

export async function getEvent(run: Executor, id: string): Promise<StoredEvent | undefined> {
  const row = await run.one(one(), { id });
  return row && eventFrom(row);
}

export interface EventFilter {
  readonly type?: string;
  /** Milliseconds, inclusive. */
  readonly since?: number;
  readonly requestId?: string;
  /** Id of an event: only those appended before it. */
  readonly before?: string;
  readonly limit?: number;
  readonly order?: 'asc' | 'desc';
}

const listShapes = shapes<Omit<EventTable, 'seq'>>();

export async function listEvents(run: Executor, filter: EventFilter): Promise<StoredEvent[]> {
  const has = (part: keyof EventFilter): boolean => filter[part] !== undefined;
  const order = filter.order ?? 'asc';
  const shape = `${order} ${(['type', 'since', 'requestId', 'before'] as const).filter(has).join(' ')}`;
  const target = listShapes(shape, () =>
    builder
      .selectFrom('event')
      .select(COLUMNS)
      .$if(has('type'), (query) => query.where('type', '=', place<string>('type')))
      .$if(has('since'), (query) => query.where('at', '>=', place<number>('since')))
      .$if(has('requestId'), (query) => query.where('request_id', '=', place<string>('requestId')))
      .$if(has('before'), (query) =>
        query.where('seq', '<', builder.selectFrom('event').select('seq').where('id', '=', place<string>('before'))),
      )
      .orderBy('seq', order)
      .limit(place<number>('limit')),
  );
  const rows = await run.all(target, {
    type: filter.type ?? null,
    since: filter.since ?? null,
    requestId: filter.requestId ?? null,
    before: filter.before ?? null,
    limit: filter.limit ?? -1,
  });
  return rows.map(eventFrom);
}

const eventFrom = (row: Omit<EventTable, 'seq'>): StoredEvent => ({
  id: row.id,
  type: row.type,
  teamId: row.team_id,
  at: row.at,
  body: row.body,
  accountIds: listFrom(row.account_ids),
  profileIds: listFrom(row.profile_ids),
  group: row.resource_group,
  requestId: row.request_id,
});

const listFrom = (text: string): string[] => (text === '' ? [] : text.split(' '));
