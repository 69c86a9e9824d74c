/** What lies outside the service: feeds of the simulated networks, and publications counted by the posting caps. */
import type { FeedItem } from './store.ts';
import { builder, place, places, send, shapes, statement, type Executor } from './statement.ts';
import type { FeedItemTable } from './tables.ts';

type Row = Omit<FeedItemTable, 'seq'>;

const COLUMNS = [
  'native_id',
  'account_id',
  'kind',
  'at',
  'idempotency_key',
  'doc',
  'url',
  'removed_at',
  'updated_at',
  'origin',
] as const;

const inserting = () =>
  builder
    .insertInto('feed_item')
    .values(places(COLUMNS))
    .onConflict((conflict) => conflict.columns(['account_id', 'idempotency_key']).doNothing());

const insert = statement(() => inserting().returning('native_id'));

const insertNew = statement(inserting);

const byNative = statement(() =>
  builder
    .selectFrom('feed_item')
    .select(COLUMNS)
    .where('account_id', '=', place<string>('account_id'))
    .where('native_id', '=', place<string>('native_id')),
);

const byKey = statement(() =>
  builder
    .selectFrom('feed_item')
    .select(COLUMNS)
    .where('account_id', '=', place<string>('account_id'))
    .where('idempotency_key', '=', place<string>('idempotency_key')),
);

const update = statement(() =>
  builder
    .updateTable('feed_item')
    .set(places(COLUMNS))
    .where('account_id', '=', place<string>('account_id'))
    .where('native_id', '=', place<string>('old_native_id')),
);

export async function feedItem(run: Executor, accountId: string, nativeId: string): Promise<FeedItem | undefined> {
  const row = await run.one(byNative(), { account_id: accountId, native_id: nativeId });
  return row && itemFrom(row);
}

export async function feedItemByKey(run: Executor, accountId: string, key: string): Promise<FeedItem | undefined> {
  const row = await run.one(byKey(), { account_id: accountId, idempotency_key: key });
  return row && itemFrom(row);
}

export async function addFeedItem(run: Executor, item: FeedItem): Promise<FeedItem> {
  const made = await run.one(insert(), valuesOf(item));
  if (made !== undefined || item.idempotencyKey === null) return item;
  return (await feedItemByKey(run, item.accountId, item.idempotencyKey)) ?? item;
}

/** The same where it is known that no item is there under the key. */
export async function addNewFeedItem(run: Executor, item: FeedItem): Promise<FeedItem> {
  await send(run, insertNew(), valuesOf(item));
  return item;
}

export interface FeedPlace {
  readonly accountId: string;
  readonly nativeId: string;
}

/** @returns the item as it is then; undefined where there was no such item */
export async function updateFeedItem(
  run: Executor,
  place_: FeedPlace,
  change: Partial<FeedItem>,
): Promise<FeedItem | undefined> {
  const before = await feedItem(run, place_.accountId, place_.nativeId);
  if (before === undefined) return undefined;
  const after = { ...before, ...change, accountId: before.accountId };
  await send(run, update(), { old_native_id: before.nativeId, ...valuesOf(after) });
  return after;
}

const listShapes = shapes<Row>();

export async function listFeed(
  run: Executor,
  accountId: string,
  filter: { kind?: string; since?: number },
): Promise<FeedItem[]> {
  const shape = `${filter.kind === undefined ? '' : 'kind'} ${filter.since === undefined ? '' : 'since'}`;
  const target = listShapes(shape, () =>
    builder
      .selectFrom('feed_item')
      .select(COLUMNS)
      .where('account_id', '=', place<string>('account_id'))
      .$if(filter.kind !== undefined, (query) => query.where('kind', '=', place<string>('kind')))
      .$if(filter.since !== undefined, (query) => query.where('at', '>=', place<number>('since')))
      .orderBy('at')
      .orderBy('seq'),
  );
  const values = { account_id: accountId, kind: filter.kind ?? null, since: filter.since ?? null };
  return (await run.all(target, values)).map(itemFrom);
}

const valuesOf = (item: FeedItem): Record<(typeof COLUMNS)[number], string | number | null> => ({
  native_id: item.nativeId,
  account_id: item.accountId,
  kind: item.kind,
  at: item.at,
  idempotency_key: item.idempotencyKey,
  doc: JSON.stringify(item.doc),
  url: item.url,
  removed_at: item.removedAt,
  updated_at: item.updatedAt,
  origin: item.origin,
});

const itemFrom = (row: Row): FeedItem => ({
  nativeId: row.native_id,
  accountId: row.account_id,
  kind: row.kind,
  at: row.at,
  idempotencyKey: row.idempotency_key,
  doc: JSON.parse(row.doc) as Record<string, unknown>,
  url: row.url,
  removedAt: row.removed_at,
  updatedAt: row.updated_at,
  origin: row.origin === 'native' ? 'native' : 'service',
});
