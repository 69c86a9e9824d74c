import { expect, test } from 'vitest';
import { openGathering } from '../../../../src/service/store/postgres/gathering.ts';
import {
  builder,
  compiled,
  place,
  places,
  type Statement,
  type Values,
} from '../../../../src/service/store/statement.ts';

const meta: Statement = compiled(builder.insertInto('meta').values(places(['key', 'value'])));
const post: Statement = compiled(builder.updateTable('post').set({ hidden: 1 }).where('id', '=', place<string>('id')));
const target: Statement = compiled(
  builder.insertInto('post_target').values(places(['post_seq', 'account_id', 'profile_id', 'platform'])),
);
const put: Statement = compiled(
  builder
    .insertInto('due')
    .values({ ...places(['kind', 'ref', 'payload']), due_at: 1, attempt: 1 })
    .onConflict((conflict) => conflict.columns(['kind', 'ref']).doUpdateSet({ claim: null })),
);
const settle: Statement = compiled(builder.deleteFrom('due').where('id', '=', place<number>('id')));
const release: Statement = compiled(builder.updateTable('due').set({ claim: null }));

/** The groups of what one unit writes, by names and values. */
function groupsOf(...writes: readonly (readonly [Statement, Values])[]) {
  const gathering = openGathering();
  for (const [target_, values] of writes) gathering.add(1, { target: target_, values });
  return gathering.take().map(({ target: of, rows }) => [of, rows]);
}

const due = (ref: string, payload = '{}'): Values => ({ kind: 'k', ref, payload });

test('rows of one statement go together, in their order, also when others are written in between', () => {
  const writes = [1, 2, 3].flatMap((n) => [[meta, { key: n }] as const, [settle, { id: n }] as const]);
  expect(groupsOf(...writes)).toEqual([
    [settle, [{ id: 1 }, { id: 2 }, { id: 3 }]],
    [meta, [{ key: 1 }, { key: 2 }, { key: 3 }]],
  ]);
});

test('a row comes before those that refer to it, whichever table was written first', () => {
  const groups = groupsOf([target, { post_seq: 1 }], [post, { id: 'a' }], [target, { post_seq: 2 }]);
  expect(groups.map(([of]) => of)).toEqual([post, target]);
});

test('different statements on one table stay in their order', () => {
  expect(groupsOf([put, due('a')], [settle, { id: 1 }], [put, due('b')], [put, due('c')])).toEqual([
    [put, [due('a')]],
    [settle, [{ id: 1 }]],
    [put, [due('b'), due('c')]],
  ]);
});

test('the same row twice is two statements', () => {
  expect(groupsOf([put, due('a', '1')], [put, due('b')], [put, due('a', '2')])).toEqual([
    [put, [due('a', '1'), due('b')]],
    [put, [due('a', '2')]],
  ]);
});

test('what cannot be run for many rows runs alone', () => {
  expect(groupsOf([release, {}], [release, {}])).toHaveLength(2);
});

test('a unit that is undone leaves what others wrote, and units can be taken up to one of them', () => {
  const gathering = openGathering();
  for (const unit of [1, 2, 3]) gathering.add(unit, { target: meta, values: { key: unit } });
  gathering.drop(3);
  expect([gathering.holds(3), gathering.holds(2)]).toEqual([false, true]);
  expect(gathering.take(2)).toEqual([{ target: meta, rows: [{ key: 1 }] }]);
  expect(gathering.take()).toEqual([{ target: meta, rows: [{ key: 2 }] }]);
  expect(gathering.take()).toEqual([]);
});

test('much is full, by its number or its size, until it is taken', () => {
  const many = openGathering();
  for (let n = 0; !many.isFull(); n += 1) many.add(1, { target: meta, values: { key: n } });
  expect(many.take()[0]?.rows.length).toBeGreaterThan(100);
  expect(many.isFull()).toBe(false);
  many.add(1, { target: meta, values: { key: 'x'.repeat(5_000_000) } });
  expect(many.isFull()).toBe(true);
});
