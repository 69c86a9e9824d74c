import { expect, test } from 'vitest';
import { searchIn } from '../../../../../src/service/console/app/shell/search-in.ts';

const ROWS = [
  { panel: 'posts', id: '1', text: 'A coffee in the snow' },
  { panel: 'posts', id: '2', text: 'Coffee before nine' },
  { panel: 'inbox', id: '3', text: 'Ana · Is my order on its way?' },
] as const;

const found = (text: string): string[] => searchIn(ROWS, text).map(({ id = '' }) => id);

test('a row has all the words, in any order and case; one that begins with them comes first', () => {
  expect(found('coffee')).toEqual(['2', '1']);
  expect(found('SNOW coffee')).toEqual(['1']);
  expect(found('  ')).toEqual(['1', '2', '3']);
  expect(found('tea')).toEqual([]);
});
