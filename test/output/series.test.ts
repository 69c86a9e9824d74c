/** A column of a series: drawn in tables, from rows of the record or beside the list, and written nowhere. */
import { expect, test } from 'vitest';
import type { Column } from '../../src/kernel/view.ts';
import { withSeries } from '../../src/output/series.ts';

const COLUMNS: readonly Column[] = [
  { field: '_id', form: 'id' },
  'name',
  { field: 'stats', heading: 'trend', series: 'followers' },
];

test('rows beside the list are those under the id of the record', () => {
  const accounts = [
    { _id: 'a', name: 'One' },
    { _id: 'b', name: 'Two' },
  ];
  const result = { accounts, stats: { a: [{ followers: 1 }, { followers: 3 }], c: [{ followers: 9 }] } };
  expect(withSeries(accounts, result, COLUMNS)).toEqual([
    { _id: 'a', name: 'One', stats: [1, 3] },
    { _id: 'b', name: 'Two', stats: [] },
  ]);
});

test('rows of the record itself come first, and what is no number is left out', () => {
  const record = { _id: 'a', stats: [{ followers: 1 }, { followers: null }, { followers: 2 }] };
  expect(withSeries([record], { stats: { a: [] } }, COLUMNS)).toEqual([{ _id: 'a', stats: [1, 2] }]);
});

test('without such a column the records stay as they are', () => {
  const records = [{ _id: 'a' }];
  expect(withSeries(records, {}, ['_id'])).toBe(records);
});
