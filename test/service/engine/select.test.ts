/** Parameters of lists mean what their operation declares, whatever they are called. */
import { expect, test } from 'vitest';
import type { Effect, Kind } from '../../../src/kernel/effect.ts';
import { selected, type Asked } from '../../../src/service/engine/select.ts';
import type { StoredRecord } from '../../../src/service/store/store.ts';

const DAY = 86_400_000;

const recordOf = (id: string, day: number, doc: Record<string, unknown>): StoredRecord => ({
  kind: 'cup',
  id,
  teamId: 'team',
  profileId: null,
  parentId: null,
  createdAt: day * DAY,
  doc: { _id: id, ...doc },
});

const CUPS = [
  recordOf('a', 1, { size: 3, colours: ['red'], text: 'For tea' }),
  recordOf('b', 2, { size: 1, colours: ['blue', 'red'], text: 'For coffee' }),
  recordOf('c', 3, { size: 2, colours: [], text: 'For soup' }),
];

const KIND: Kind = { id: 'record', key: '_id', owner: 'team', source: 'team' };

/** The ids that a list gives for a query, its parameters declared so. */
function idsOf(query: Record<string, unknown>, declared?: Effect['query']): string[] {
  const effect: Effect = { does: 'list', kind: 'cup', list: '.', ...(declared && { query: declared }) };
  const call = { query, card: {} } as Asked['call'];
  return selected({ call, effect, kind: KIND, kinds: { cup: KIND } }, CUPS).map(({ id }) => id);
}

test('a parameter that is not declared is the field of its name', () => {
  expect(idsOf({ size: 1 })).toEqual(['b']);
  expect(idsOf({ colours: 'red' })).toEqual(['a', 'b']);
});

test('the names that other APIs have for search and time say nothing by themselves', () => {
  expect(idsOf({ search: 'soup', since: '1970-01-03', sortBy: 'size', order: 'desc', q: 'tea' })).toEqual([
    'a',
    'b',
    'c',
  ]);
});

test('a parameter is what it is declared to be, under any name', () => {
  expect(idsOf({ hue: 'red' }, { hue: 'colours' })).toEqual(['a', 'b']);
  expect(idsOf({ dregs: 'COFF' }, { dregs: '$search' })).toEqual(['b']);
  expect(idsOf({ dawn: '1970-01-03', dusk: '1970-01-03' }, { dawn: '$from', dusk: '$to' })).toEqual(['b']);
  expect(idsOf({ by: 'size', way: 'desc' }, { by: '$sort', way: '$direction' })).toEqual(['a', 'c', 'b']);
  expect(idsOf({ by: '-size' }, { by: '$sort' })).toEqual(['a', 'c', 'b']);
});

test('a parameter that is left to a function, or to nobody, leaves nothing out', () => {
  expect(idsOf({ size: 1, text: 'x' }, { size: '$own', text: '$unused' })).toEqual(['a', 'b', 'c']);
});
