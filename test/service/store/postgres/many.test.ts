import { expect, onTestFinished, test } from 'vitest';
import { runOn } from '../../../../src/service/store/postgres/client.ts';
import { manyOf, mannerOf } from '../../../../src/service/store/postgres/many.ts';
import { migrateServer } from '../../../../src/service/store/postgres/migrate.ts';
import { openSession, type Session } from '../../../../src/service/store/postgres/session.ts';
import {
  builder,
  compiled,
  place,
  places,
  type Statement,
  type Values,
} from '../../../../src/service/store/statement.ts';
import { testDatabase } from '../../../support/database.ts';

async function newTables(): Promise<Session> {
  const session = await openSession({ url: await testDatabase(), name: 'svc test' });
  onTestFinished(() => session.close());
  await migrateServer(session);
  return session;
}

const DUE = ['due_at', 'kind', 'ref', 'attempt', 'payload', 'lease_until'] as const;

const add = compiled(builder.insertInto('due').values(places(DUE)));

const put = compiled(
  builder
    .insertInto('due')
    .values({ ...places(DUE), last_error: 'none' })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'ref']).doUpdateSet((eb) => ({ due_at: eb.ref('excluded.due_at') })),
    ),
);

const change = compiled(
  builder
    .updateTable('due')
    .set({ ...places(['payload', 'lease_until']), claim: 7 })
    .where('kind', '=', place<string>('kind'))
    .where('ref', '=', place<string>('ref')),
);

const erase = compiled(
  builder
    .deleteFrom('due')
    .where('lease_until', 'is', place<number>('lease_until'))
    .where('ref', '=', place<string>('ref')),
);

const due = (ref: string, more: Values = {}): Values => ({
  ...{ due_at: 1, kind: 'k', ref, attempt: 1, payload: '{}', lease_until: null },
  ...more,
});

const TRICKY = ['{"a":"\\"b\\""}', 'x,y', '{}', '', 'null', '\\', 'ü\n\t€'];

/** What the table holds after statements that each run for one row, or for all of them at once. */
async function rowsAfter(steps: readonly { target: Statement; rows: readonly Values[] }[], atOnce: boolean) {
  const session = await newTables();
  for (const { target, rows } of steps) {
    const { sql, values } = manyOf(target, rows);
    if (atOnce) await session.query(sql, values);
    else for (const row of rows) await runOn(session, target, row);
  }
  return session.exec('SELECT * FROM due ORDER BY id');
}

const adding = { target: add, rows: TRICKY.map((ref, at) => due(ref, { lease_until: at % 2 === 0 ? at : null })) };

test.for([
  ['adds', [adding]],
  ['adds nothing but null in a column', [{ target: add, rows: [due('a'), due('b')] }]],
  ['adds or replaces', [adding, { target: put, rows: [due('new'), ...TRICKY.map((ref) => due(ref, { due_at: 9 }))] }]],
  ['changes', [adding, { target: change, rows: TRICKY.map((payload) => due(payload, { payload })) }]],
  ['removes, by null as well', [adding, { target: erase, rows: TRICKY.map((ref) => due(ref)) }]],
] as const)('one statement for many rows %s as one for each row does', async ([, steps]) => {
  const one = await rowsAfter(steps, false);
  expect(one.length).toBeGreaterThan(0);
  expect(await rowsAfter(steps, true)).toEqual(one);
});

test('a value that is looked up for each row is looked up for each of many', async () => {
  const session = await newTables();
  await session.exec(`INSERT INTO post (id, team_id, user_id, status, source, hidden, at, created_at, words, target_key, doc)
    SELECT id, 't', 'u', 's', 's', 0, 1, 1, '', '', '{}' FROM unnest(ARRAY['a', 'b']) AS id`);
  const target = compiled(
    builder.insertInto('post_target').values({
      post_seq: builder.selectFrom('post').select('seq').where('id', '=', place<string>('post_id')),
      ...places(['account_id', 'profile_id', 'platform']),
    }),
  );
  const rows = ['b', 'a'].map((post_id) => ({ post_id, account_id: post_id, profile_id: 'p', platform: 'x' }));
  const { sql, values } = manyOf(target, rows);
  await session.query(sql, values);
  const found = await session.exec(
    'SELECT id, account_id FROM post_target JOIN post ON seq = post_seq ORDER BY post_target.place',
  );
  expect(found).toEqual([
    { id: 'b', account_id: 'b' },
    { id: 'a', account_id: 'a' },
  ]);
});

test.for<[string, Statement, readonly string[] | undefined]>([
  ['adds rows', add, []],
  ['puts rows by their key', put, ['kind', 'ref']],
  ['finds rows by their values', erase, ['lease_until', 'ref']],
  ['answers', compiled(builder.insertInto('due').values(places(DUE)).returning('id')), undefined],
  ['changes all rows', compiled(builder.updateTable('due').set({ claim: null })), undefined],
  ['finds a range', compiled(builder.deleteFrom('due').where('due_at', '<=', place<number>('before'))), undefined],
  [
    'changes what it finds rows by',
    compiled(
      builder
        .updateTable('due')
        .set({ ref: place<string>('ref') })
        .where('ref', '=', place<string>('ref')),
    ),
    undefined,
  ],
])('whether a statement can be run for many rows: one that %s', ([, target, key]) => {
  expect(mannerOf(target)?.key).toEqual(key);
});
