/** Conditions of insights: every operator on numbers, texts and lists, and what is not a list of conditions. */
import { expect, test } from 'vitest';
import { conditionsIn, isOperator, isSelected } from '../../../../../src/service/areas/ads/reports/filtering.ts';

const isMet = (actual: unknown, operator: string, value: unknown): boolean =>
  isSelected({ it: actual }, [{ field: 'it', operator, value }]);

test.each([
  ['EQUAL', 5, [5, '5'], [4, '50', 'five', '']],
  ['NOT_EQUAL', 5, [4, 6], [5, '5']],
  ['GREATER_THAN', 5, [4, '4', -1], [5, 6]],
  ['GREATER_THAN_OR_EQUAL', 5, [5, 4], [6]],
  ['LESS_THAN', 5, [6, 10, '10'], [5, 4]],
  ['LESS_THAN_OR_EQUAL', 5, [5, 6], [4]],
  [
    'IN_RANGE',
    5,
    [
      [5, 6],
      [4, 5],
      [1, 10],
    ],
    [
      [6, 10],
      [1, 4],
    ],
  ],
  [
    'NOT_IN_RANGE',
    5,
    [
      [6, 10],
      [1, 4],
    ],
    [
      [5, 6],
      [4, 5],
    ],
  ],
  ['IN', 5, [[5], [4, '5'], 5], [[4], []]],
  ['NOT_IN', 5, [[4], []], [[5]]],
  ['ANY', 5, [[4, 5]], [[4]]],
  ['NONE', 5, [[4]], [[4, 5]]],
  ['CONTAIN', 'Spring', ['pri', 'PRI', 'spring', ''], ['fall']],
  ['NOT_CONTAIN', 'Spring', ['fall'], ['pri']],
  ['STARTS_WITH', 'Spring', ['spr', 'SPR'], ['pring']],
  ['EQUAL', 'Spring', ['spring', 'SPRING'], ['spr', 5]],
  ['GREATER_THAN', 'b', ['a', 'A'], ['b', 'c']],
  ['LESS_THAN', 'b', ['c'], ['b', 'a']],
] as const)('%s of %s holds for some values and not for others', (operator, actual, holds, fails) => {
  expect(isOperator(operator)).toBe(true);
  for (const value of holds) expect(isMet(actual, operator, value), JSON.stringify(value)).toBe(true);
  for (const value of fails) expect(isMet(actual, operator, value), JSON.stringify(value)).toBe(false);
});

test('numbers are compared by size and texts by letters', () => {
  expect(isMet(10, 'GREATER_THAN', 9)).toBe(true);
  expect(isMet('10', 'GREATER_THAN', '9')).toBe(true);
  expect(isMet('10x', 'GREATER_THAN', '9x')).toBe(false);
  expect(isMet(0, 'EQUAL', '')).toBe(false);
  expect(isMet('', 'EQUAL', 0)).toBe(false);
});

test('an unknown operator holds for nothing, and an unknown field is left to others', () => {
  expect(isOperator('ROUGHLY')).toBe(false);
  expect(isMet(5, 'ROUGHLY', 5)).toBe(false);
  expect(isSelected({}, [{ field: 'other', operator: 'EQUAL', value: 5 }])).toBe(true);
  const both = [
    { field: 'a', operator: 'EQUAL', value: 1 },
    { field: 'b', operator: 'EQUAL', value: 2 },
  ];
  expect([isSelected({ a: 1, b: 2 }, both), isSelected({ a: 1, b: 3 }, both), isSelected({ a: 1 }, both)]).toEqual([
    true,
    false,
    true,
  ]);
});

test('conditions are read from JSON text and from lists, in the words of the service', () => {
  const list = [{ field: 'ad.effective_status', operator: 'in', value: ['ACTIVE'] }];
  const read = [{ field: 'ad_effective_status', operator: 'IN', value: ['ACTIVE'] }];
  expect(conditionsIn(list)).toEqual(read);
  expect(conditionsIn(JSON.stringify(list))).toEqual(read);
  for (const nothing of [undefined, '']) expect(conditionsIn(nothing)).toEqual([]);
  for (const wrong of [
    '{',
    '{}',
    '5',
    '[1]',
    [1],
    {},
    [{ field: 'a' }],
    [{ operator: 'IN' }],
    [{ field: 1, operator: 'IN' }],
  ])
    expect(conditionsIn(wrong), JSON.stringify(wrong)).toBeUndefined();
});
