/** Rules of conditions: what each operator holds of, in any case, as numbers, and of what is not there. */
import { expect, test } from 'vitest';
import { conditionOutcome, holds, isTestable } from '../../../../src/service/areas/workflows/conditions.ts';

const SCOPE = { plan: 'Gold', age: '42', empty: '', none: null, nobody: [], tags: ['News', 'vip'], message: 'Price?' };

// prettier-ignore
test.each<[field: string, operator: string, value: unknown, isHeld: boolean]>([
  ['plan',    'equals',       'gold',         true],
  ['plan',    'equals',       'golden',       false],
  ['age',     'equals',       42,             true],
  ['age',     'not_equals',   42,             false],
  ['plan',    'contains',     'OL',           true],
  ['tags',    'contains',     'news',         true],
  ['tags',    'contains',     'new',          false],
  ['plan',    'starts_with',  'go',           true],
  ['plan',    'ends_with',    'go',           false],
  ['age',     'greater_than', 42,             false],
  ['age',     'at_least',     42,             true],
  ['age',     'less_than',    43,             true],
  ['age',     'at_most',      41,             false],
  ['plan',    'greater_than', 1,              false],
  ['plan',    'in',           'silver, gold', true],
  ['plan',    'in',           ['silver'],     false],
  ['plan',    'exists',       undefined,      true],
  ['empty',   'exists',       undefined,      false],
  ['none',    'exists',       undefined,      false],
  ['nobody',  'exists',       undefined,      false],
  ['nothing', 'exists',       undefined,      false],
  ['nothing', 'not_exists',   undefined,      true],
])('AUT-06 %s %s %j: %s', (field, operator, value, isHeld) => {
  expect(holds({ field, operator, ...(value !== undefined && { value }) }, SCOPE)).toBe(isHeld);
});

test('AUT-06 rules hold together or any of them, and the message is what a rule is about', () => {
  const conditions = [
    { field: 'plan', operator: 'equals', value: 'gold' },
    { field: 'age', operator: 'less_than', value: 18 },
  ];
  expect([holds({ conditions }, SCOPE), holds({ conditions, logic: 'any' }, SCOPE)]).toEqual([false, true]);
  expect(holds({ operator: 'contains', value: 'price' }, SCOPE)).toBe(true);
  expect(conditionOutcome({ operator: 'contains', value: 'hours' }, SCOPE)).toBe('false');
});

test('AUT-06 an operator that is not known is not tested', () => {
  expect(isTestable({ field: 'plan', operator: 'resembles', value: 'gold' })).toBe(false);
  expect(isTestable({ field: 'plan', operator: 'equals', value: 'gold' })).toBe(true);
});
