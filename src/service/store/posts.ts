/** Posts and their targets: reading and writing. The document is kept whole; columns stand beside it for filters and orders. */
import type { Post } from './post.ts';
import { postValues, searchWords, type PostValues } from './post-columns.ts';
import type { PostFilter } from './store.ts';
import { builder, place, places, send, shapes, statement, type Executor, type Values } from './statement.ts';

const COLUMNS = [
  'id',
  'team_id',
  'user_id',
  'status',
  'source',
  'hidden',
  'queue_id',
  'at',
  'created_at',
  'platform',
  'words',
  'target_key',
  'doc',
] as const;

const one = statement(() => builder.selectFrom('post').select('doc').where('id', '=', place<string>('id')));

const known = statement(() =>
  builder.selectFrom('post').select(['seq', 'target_key']).where('id', '=', place<string>('id')),
);

const insert = statement(() =>
  builder
    .insertInto('post')
    .values(places(COLUMNS))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('seq'),
);

const insertNew = statement(() => builder.insertInto('post').values(places(COLUMNS)));

const update = statement(() =>
  builder.updateTable('post').set(places(COLUMNS)).where('seq', '=', place<number>('seq')),
);

/** The common case: a further status of the same post. What is not set leaves its indexes alone. */
const updateStatus = statement(() =>
  builder
    .updateTable('post')
    .set(places(['status', 'doc']))
    .where('id', '=', place<string>('id'))
    .where('at', '=', place<number>('at'))
    .where('hidden', '=', place<number>('hidden'))
    .where('queue_id', 'is', place<string>('queue_id'))
    .where('words', '=', place<string>('words'))
    .where('target_key', '=', place<string>('target_key')),
);

const erase = statement(() => builder.deleteFrom('post').where('id', '=', place<string>('id')));

const eraseTargets = statement(() => builder.deleteFrom('post_target').where('post_seq', '=', place<number>('seq')));

const insertTarget = statement(() =>
  builder.insertInto('post_target').values({
    post_seq: builder.selectFrom('post').select('seq').where('id', '=', place<string>('post_id')),
    ...places(['account_id', 'profile_id', 'platform']),
  }),
);

export async function getPost(run: Executor, id: string): Promise<Post | undefined> {
  const row = await run.one(one(), { id });
  return row && (JSON.parse(row.doc) as Post);
}

/** @param before what is there already, where that need not be asked: a post, or none */
export async function putPost(run: Executor, post: Post, before?: { readonly value?: Post }): Promise<void> {
  const values = postValues(post);
  if (before?.value !== undefined && isSameBeside(values, postValues(before.value)))
    return send(run, updateStatus(), values);
  if (before !== undefined && before.value === undefined) {
    await send(run, insertNew(), values);
    return putTargets(run, post);
  }
  if ((await run.run(updateStatus(), values)) > 0) return;
  const made = await run.one(insert(), values);
  if (made !== undefined) return putTargets(run, post);
  const there = await run.one(known(), { id: post.id });
  if (there === undefined) return;
  await send(run, update(), { ...values, seq: there.seq });
  if (there.target_key === values.target_key) return;
  await send(run, eraseTargets(), { seq: there.seq });
  await putTargets(run, post);
}

/** Whether only the status and the document differ: the columns that `updateStatus` compares. */
const isSameBeside = (values: PostValues, before: PostValues): boolean =>
  (['at', 'hidden', 'queue_id', 'words', 'target_key'] as const).every((name) => values[name] === before[name]);

export const removePost = async (run: Executor, id: string): Promise<boolean> => (await run.run(erase(), { id })) > 0;

async function putTargets(run: Executor, post: Post): Promise<void> {
  for (const { accountId, profileId, platform } of post.targets)
    await send(run, insertTarget(), { post_id: post.id, account_id: accountId, profile_id: profileId, platform });
}

const listShapes = shapes<{ doc: string }>();

/** The rows are found within an index first and read whole after that: a deep page skips index entries only. */
export async function listPosts(run: Executor, filter: PostFilter): Promise<Post[]> {
  const orders = ordersOf(filter.sortBy);
  const target = listShapes(`${shapeOf(filter)} ${filter.sortBy ?? ''}`, () => {
    const page = orders
      .reduce((query, [column, order]) => query.orderBy(column, order), matching(filter).select('seq'))
      .limit(place<number>('limit'))
      .offset(place<number>('offset'));
    return orders.reduce(
      (query, [column, order]) => query.orderBy(column, order),
      builder.selectFrom('post').select('doc').where('seq', 'in', page),
    );
  });
  const rows = await run.all(target, { limit: filter.limit ?? -1, offset: filter.offset ?? 0, ...valuesOf(filter) });
  return rows.map((row) => JSON.parse(row.doc) as Post);
}

const countShapes = shapes<{ count: number }>();

export async function countPosts(run: Executor, filter: PostFilter): Promise<number> {
  const target = countShapes(shapeOf(filter), () =>
    matching(filter).select(({ fn }) => fn.countAll<number>().as('count')),
  );
  const row = await run.one(target, valuesOf(filter));
  return row?.count ?? 0;
}

type Order = readonly ['at' | 'created_at' | 'status' | 'platform' | 'seq', 'asc' | 'desc'];

/** The words of `sortBy` on the list of posts. */
const ORDERS: Readonly<Record<string, readonly Order[]>> = {
  'scheduled-desc': [
    ['at', 'desc'],
    ['seq', 'desc'],
  ],
  'scheduled-asc': [
    ['at', 'asc'],
    ['seq', 'asc'],
  ],
  'created-desc': [
    ['created_at', 'desc'],
    ['seq', 'desc'],
  ],
  'created-asc': [
    ['created_at', 'asc'],
    ['seq', 'asc'],
  ],
  status: [
    ['status', 'asc'],
    ['at', 'desc'],
    ['seq', 'desc'],
  ],
  platform: [
    ['platform', 'asc'],
    ['at', 'desc'],
    ['seq', 'desc'],
  ],
};

const FIRST_ORDER: readonly Order[] = [
  ['at', 'desc'],
  ['seq', 'desc'],
];

const ordersOf = (sortBy: string | undefined): readonly Order[] => ORDERS[sortBy ?? ''] ?? FIRST_ORDER;

const PARTS = [
  'status',
  'platform',
  'accountId',
  'createdBy',
  'search',
  'source',
  'from',
  'to',
  'queueId',
  'mayBePublished',
] as const satisfies readonly (keyof PostFilter)[];

const shapeOf = (filter: PostFilter): string =>
  [
    ...PARTS.filter((part) => filter[part] !== undefined),
    filter.includeHidden === true ? 'hidden' : '',
    filter.profileIds === undefined ? '' : `profiles${String(filter.profileIds.length)}`,
  ].join(' ');

function matching(filter: PostFilter) {
  const has = (part: keyof PostFilter): boolean => filter[part] !== undefined;
  const targets = builder.selectFrom('post_target').select('post_seq');
  return (
    builder
      .selectFrom('post')
      .where('team_id', '=', place<string>('teamId'))
      .$if(filter.includeHidden !== true, (query) => query.where('hidden', '=', 0))
      .$if(has('status'), (query) => query.where('status', '=', place<string>('status')))
      .$if(has('source'), (query) => query.where('source', '=', place<string>('source')))
      .$if(has('createdBy'), (query) => query.where('user_id', '=', place<string>('createdBy')))
      .$if(has('queueId'), (query) => query.where('queue_id', '=', place<string>('queueId')))
      .$if(has('from'), (query) => query.where('at', '>=', place<number>('from')))
      .$if(has('to'), (query) => query.where('at', '<=', place<number>('to')))
      .$if(has('search'), (query) => query.where(({ fn }) => fn('instr', ['words', place('search')]), '>', 0))
      // By its text: to take every document apart costs more than what is then left out.
      .$if(has('mayBePublished'), (query) =>
        query.where(({ fn, val }) => fn('instr', ['doc', val('"status":"published"')]), '>', 0),
      )
      .$if(has('accountId'), (query) =>
        query.where('seq', 'in', targets.where('account_id', '=', place<string>('accountId'))),
      )
      .$if(has('platform'), (query) =>
        query.where('seq', 'in', targets.where('platform', '=', place<string>('platform'))),
      )
      .$if(has('profileIds'), (query) =>
        query.where('seq', 'in', targets.where('profile_id', 'in', profilePlaces(filter.profileIds ?? []))),
      )
  );
}

const profileName = (index: number): string => `profile${String(index)}`;

const profilePlaces = (ids: readonly string[]) => ids.map((_, index) => place<string>(profileName(index)));

const valuesOf = (filter: PostFilter): Values => ({
  teamId: filter.teamId,
  status: filter.status ?? null,
  platform: filter.platform ?? null,
  accountId: filter.accountId ?? null,
  createdBy: filter.createdBy ?? null,
  search: filter.search === undefined ? null : searchWords(filter.search),
  source: filter.source ?? null,
  from: filter.from ?? null,
  to: filter.to ?? null,
  queueId: filter.queueId ?? null,
  ...Object.fromEntries((filter.profileIds ?? []).map((id, index) => [profileName(index), id])),
});
