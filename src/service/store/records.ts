/** Records of every kind but posts: reading and writing the table `record`. Used by reader.ts and tx.ts. */
import { sql } from 'kysely';
import { fieldOf, firstFieldOf } from './field.ts';
import { ofProfiles, profileValues } from './profiles.ts';
import type { PageFilter, RecordFilter, RecordPage, StoredRecord } from './store.ts';
import { builder, place, places, send, shapes, statement, type Executor, type Values } from './statement.ts';
import type { RecordTable } from './tables.ts';

type Row = Omit<RecordTable, 'seq'>;

const COLUMNS = ['kind', 'id', 'team_id', 'profile_id', 'parent_id', 'created_at', 'doc'] as const;

const one = statement(() =>
  builder
    .selectFrom('record')
    .select(COLUMNS)
    .where('kind', '=', place<string>('kind'))
    .where('id', '=', place<string>('id')),
);

const upsert = statement(() =>
  builder
    .insertInto('record')
    .values(places(COLUMNS))
    .onConflict((conflict) =>
      conflict.columns(['kind', 'id']).doUpdateSet((eb) => ({
        team_id: eb.ref('excluded.team_id'),
        profile_id: eb.ref('excluded.profile_id'),
        parent_id: eb.ref('excluded.parent_id'),
        created_at: eb.ref('excluded.created_at'),
        doc: eb.ref('excluded.doc'),
      })),
    ),
);

const erase = statement(() =>
  builder.deleteFrom('record').where('kind', '=', place<string>('kind')).where('id', '=', place<string>('id')),
);

export async function getRecord<D>(run: Executor, kind: string, id: string): Promise<StoredRecord<D> | undefined> {
  const row = await run.one(one(), { kind, id });
  return row && recordFrom<D>(row);
}

const listShapes = shapes<Row>();

export async function listRecords<D>(run: Executor, kind: string, filter: RecordFilter): Promise<StoredRecord<D>[]> {
  const { order = 'asc', by = [] } = filter;
  const target = listShapes(`${shapeOf(kind, filter)} ${by.join(' ')} ${order}`, () =>
    matching(kind, filter)
      .select(COLUMNS)
      .$if(by.length > 0, (query) => query.orderBy(firstFieldOf(by), order))
      .orderBy('created_at', order)
      .orderBy('seq', order)
      .limit(place<number>('limit'))
      .offset(place<number>('skip')),
  );
  const rows = await run.all(target, { limit: filter.limit ?? -1, skip: filter.skip ?? 0, ...valuesOf(kind, filter) });
  return rows.map((row) => recordFrom<D>(row));
}

const pageShapes = shapes<Row & { seq: number }>();

export async function pageRecords<D>(
  run: Executor,
  kind: string,
  { after = { createdAt: Number.MIN_SAFE_INTEGER, seq: 0 }, ...filter }: PageFilter,
): Promise<RecordPage<StoredRecord<D>>> {
  const target = pageShapes(shapeOf(kind, filter), () =>
    matching(kind, filter)
      .select([...COLUMNS, 'seq'])
      .where(sql<boolean>`(created_at, seq) > (${place<number>('createdAt')}, ${place<number>('seq')})`)
      .orderBy('created_at')
      .orderBy('seq')
      .limit(place<number>('limit')),
  );
  const rows = await run.all(target, { limit: filter.limit, ...after, ...valuesOf(kind, filter) });
  const records = rows.map((row) => recordFrom<D>(row));
  const last = rows.at(-1);
  return last === undefined || rows.length < filter.limit
    ? { records }
    : { records, next: { createdAt: last.created_at, seq: last.seq } };
}

const countShapes = shapes<{ count: number }>();

export async function countRecords(run: Executor, kind: string, filter: RecordFilter): Promise<number> {
  const target = countShapes(shapeOf(kind, filter), () =>
    matching(kind, filter).select(({ fn }) => fn.countAll<number>().as('count')),
  );
  const row = await run.one(target, valuesOf(kind, filter));
  return row?.count ?? 0;
}

export async function putRecord(run: Executor, record: StoredRecord): Promise<void> {
  await send(run, upsert(), {
    kind: record.kind,
    id: record.id,
    team_id: record.teamId,
    profile_id: record.profileId,
    parent_id: record.parentId,
    created_at: record.createdAt,
    doc: JSON.stringify(record.doc),
  });
}

export const removeRecord = async (run: Executor, kind: string, id: string): Promise<boolean> =>
  (await run.run(erase(), { kind, id })) > 0;

const FILTERS = {
  teamId: ['team_id', '='],
  profileId: ['profile_id', '='],
  parentId: ['parent_id', '='],
  since: ['created_at', '>='],
} as const;

type FilterName = keyof typeof FILTERS;

const fieldsOf = ({ where = {} }: RecordFilter): string[] => Object.keys(where).sort();

const givenNames = (filter: RecordFilter): FilterName[] =>
  (Object.keys(FILTERS) as FilterName[]).filter((name) => filter[name] !== undefined);

const shapeOf = (kind: string, filter: RecordFilter): string => {
  const fields = fieldsOf(filter);
  const profiles = filter.profileIds === undefined ? [] : [`profiles${String(filter.profileIds.length)}`];
  const tagged = (filter.tagged ?? []).map((tags) => `tagged${String(tags.length)}`);
  const holding = filter.holding === undefined ? [] : ['holding'];
  const literal = isWrittenOut(filter) ? [kind, ...fields] : [];
  return [...givenNames(filter), ...profiles, ...tagged, ...holding, ...literal].join(' ');
};

/** An index of some kinds only is found by a kind that is written out. */
const isWrittenOut = (filter: RecordFilter): boolean => fieldsOf(filter).length > 0 || filter.by !== undefined;

const tagName = (list: number, index: number): string => `tag${String(list)}.${String(index)}`;

const matching = (kind: string, filter: RecordFilter) => {
  const { profileIds, tagged = [], holding } = filter;
  const ofKind = builder
    .selectFrom('record')
    .where('kind', '=', isWrittenOut(filter) ? sql.lit(kind) : place<string>('kind'))
    .$if(profileIds !== undefined, (query) => query.where(ofProfiles(profileIds ?? [])))
    .$if(holding !== undefined, (query) => query.where('doc', 'like', place<string>('holding')))
    .$if(tagged.length > 0, (query) =>
      query.where((eb) => eb.and(tagged.map((tags, list) => eb('seq', 'in', withTag(tags, list))))),
    );
  const ofFields = fieldsOf(filter).reduce(
    (query, field) => query.where(fieldOf(field), '=', place<string>(`doc.${field}`)),
    ofKind,
  );
  return givenNames(filter).reduce((query, name) => {
    const [column, operator] = FILTERS[name];
    return query.where(column, operator, place<never>(name));
  }, ofFields);
};

const withTag = (tags: readonly string[], list: number) =>
  builder
    .selectFrom('contact_tag')
    .select('record_seq')
    .where('contact_tag.team_id', '=', place<string>('teamId'))
    .where(
      'tag',
      'in',
      tags.map((_, index) => place<string>(tagName(list, index))),
    );

/**
 * A pattern of everything that holds the text, and of a little more: what JSON escapes, and letters that others become in
 * lower case, may be anything.
 */
const patternFor = (text: string): string => `%${text.replace(/[^ -~]|["\\iIkK]/g, '%')}%`;

const valuesOf = (kind: string, filter: RecordFilter): Values => ({
  kind,
  ...(filter.holding === undefined ? {} : { holding: patternFor(filter.holding) }),
  ...Object.fromEntries(
    (filter.tagged ?? []).flatMap((tags, list) => tags.map((tag, index) => [tagName(list, index), tag])),
  ),
  ...Object.fromEntries(givenNames(filter).map((name) => [name, filter[name] ?? null])),
  ...profileValues(filter.profileIds ?? []),
  ...Object.fromEntries(Object.entries(filter.where ?? {}).map(([field, value]) => [`doc.${field}`, valueIn(value)])),
});

/** What `json_extract` makes of a value. */
const valueIn = (value: string | boolean): string | number => (typeof value === 'string' ? value : Number(value));

const recordFrom = <D>(row: Row): StoredRecord<D> => ({
  kind: row.kind,
  id: row.id,
  teamId: row.team_id,
  profileId: row.profile_id,
  parentId: row.parent_id,
  createdAt: row.created_at,
  doc: JSON.parse(row.doc) as D,
});
