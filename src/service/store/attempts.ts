/** The table `attempt`: the log of deliveries. Written by delivery/, listed by the webhooks area and the control surface. */
import type { Attempt, AttemptFilter, NewAttempt } from './delivery.ts';
import { builder, place, places, send, shapes, statement, type Executor, type Values } from './statement.ts';
import type { AttemptTable } from './tables.ts';

type Row = Omit<AttemptTable, 'seq'> & { seq: number };

const FIELDS = [
  'event_id',
  'webhook_id',
  'team_id',
  'event',
  'resource_group',
  'number',
  'at',
  'status',
  'status_code',
  'duration_ms',
  'url',
  'webhook_name',
  'user_id',
  'response',
  'error',
] as const;

const insert = statement(() => builder.insertInto('attempt').values(places(FIELDS)));

export async function addAttempt(run: Executor, attempt: NewAttempt): Promise<void> {
  await send(run, insert(), {
    event_id: attempt.eventId,
    webhook_id: attempt.webhookId,
    team_id: attempt.teamId,
    event: attempt.event,
    resource_group: attempt.group,
    number: attempt.number,
    at: attempt.at,
    status: attempt.status,
    status_code: attempt.statusCode,
    duration_ms: attempt.durationMs,
    url: attempt.url,
    webhook_name: attempt.webhookName,
    user_id: attempt.userId,
    response: attempt.response,
    error: attempt.error,
  });
}

/** Attempts lie in the order of time, so that only what goes is walked through. */
const forget = statement(() =>
  builder
    .deleteFrom('attempt')
    .where('at', '<=', place<number>('before'))
    .where((eb) => {
      const kept = eb
        .selectFrom('attempt')
        .select('seq')
        .where('at', '>', place<number>('before'))
        .orderBy('seq')
        .limit(1);
      return eb('seq', '<', eb.fn.coalesce(kept, eb.lit(Number.MAX_SAFE_INTEGER)));
    }),
);

/** @param before ms */
export async function forgetAttempts(run: Executor, before: number): Promise<void> {
  await send(run, forget(), { before });
}

const listShapes = shapes<Row>();

export async function listAttempts(run: Executor, filter: AttemptFilter): Promise<Attempt[]> {
  const parts = partsOf(filter);
  const target = listShapes(shapeOf(parts), () =>
    matching(parts)
      .select(['seq', ...FIELDS])
      .orderBy('seq', 'desc')
      .limit(place<number>('limit'))
      .offset(place<number>('skip')),
  );
  const rows = await run.all(target, { limit: filter.limit ?? -1, skip: filter.skip ?? 0, ...valuesOf(parts) });
  return rows.map(attemptFrom);
}

const countShapes = shapes<{ count: number }>();

export async function countAttempts(run: Executor, filter: AttemptFilter): Promise<number> {
  const parts = partsOf(filter);
  const target = countShapes(shapeOf(parts), () =>
    matching(parts).select(({ fn }) => fn.countAll<number>().as('count')),
  );
  return (await run.one(target, valuesOf(parts)))?.count ?? 0;
}

type Column = 'team_id' | 'event_id' | 'event' | 'status' | 'webhook_id' | 'resource_group' | 'at';
type Comparison = '=' | 'in' | 'not in' | '>';

interface Part {
  readonly column: Column;
  readonly comparison: Comparison;
  readonly values: readonly (string | number)[];
}

/** What of a filter is asked for, as conditions. */
// prettier-ignore
const CONDITIONS: readonly (readonly [name: keyof AttemptFilter, column: Column, comparison: Comparison])[] = [
  ['teamId',        'team_id',        '='],
  ['eventId',       'event_id',       '='],
  ['eventIds',      'event_id',       'in'],
  ['event',         'event',          '='],
  ['status',        'status',         '='],
  ['webhookId',     'webhook_id',     '='],
  ['webhookIds',    'webhook_id',     'in'],
  ['withoutGroups', 'resource_group', 'not in'],
  ['after',         'at',             '>'],
];

const partsOf = (filter: AttemptFilter): Part[] =>
  CONDITIONS.flatMap(([name, column, comparison]) => {
    const given = filter[name];
    return given === undefined
      ? []
      : ([{ column, comparison, values: Array.isArray(given) ? given : [given] }] as Part[]);
  });

const shapeOf = (parts: readonly Part[]): string =>
  parts.map(({ column, comparison, values }) => `${column} ${comparison} ${String(values.length)}`).join(', ');

const nameOf = (part: number, value: number): string => `p${String(part)}_${String(value)}`;

const matching = (parts: readonly Part[]) =>
  parts.reduce((query, { column, comparison, values }, part) => {
    const asked = values.map((_, value) => place<never>(nameOf(part, value)));
    return comparison === 'in' || comparison === 'not in'
      ? query.where(column, comparison, asked)
      : query.where(column, comparison, asked[0] ?? place<never>(''));
  }, builder.selectFrom('attempt'));

const valuesOf = (parts: readonly Part[]): Values =>
  Object.fromEntries(
    parts.flatMap(({ values }, part) => values.map((value, index) => [nameOf(part, index), value] as const)),
  );

const attemptFrom = (row: Row): Attempt => ({
  seq: row.seq,
  eventId: row.event_id,
  webhookId: row.webhook_id,
  teamId: row.team_id,
  event: row.event,
  group: row.resource_group,
  number: row.number,
  at: row.at,
  status: row.status === 'success' ? 'success' : 'failed',
  statusCode: row.status_code,
  durationMs: row.duration_ms,
  url: row.url,
  webhookName: row.webhook_name,
  userId: row.user_id,
  response: row.response,
  error: row.error,
});
