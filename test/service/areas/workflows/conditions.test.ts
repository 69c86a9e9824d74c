/** Rules of conditions: what each operator holds of, in any case, as numbers, and of what is not there. */
import { expect, test } from 'vitest';
import { conditionOutcome, holds, isTestable } from '../../../../src/service/areas/workflows/conditions.ts';

const SCOPE = {
  ...{ plan: 'Gold', age: '42', word: ' Old', message: 'Price?', yes: true, no: false, said: 'True' },
  ...{ empty: '', none: null, nobody: [], tags: ['News', 'vip'] },
};

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
  ['age',     'less_than',    42,             false],
  ['age',     'less_than',    'old',          false],
  ['age',     'at_most',      42,             true],
  ['age',     'equals',       'old',          false],
  ['word',    'equals',       'old',          true],
  ['plan',    'equals',       7,              false],
  ['plan',    'greater_than', 1,              false],
  ['plan',    'in',           'silver, gold', true],
  ['plan',    'in',           ['silver'],     false],
  ['plan',    'exists',       undefined,      true],
  ['empty',   'exists',       undefined,      false],
  ['none',    'exists',       undefined,      false],
  ['nobody',  'exists',       undefined,      false],
  ['nothing', 'exists',       undefined,      false],
  ['tags',    'exists',       undefined,      true],
  ['yes',     'is_true',      undefined,      true],
  ['said',    'is_true',      undefined,      true],
  ['no',      'is_true',      undefined,      false],
  ['plan',    'is_true',      undefined,      false],
  ['plan',    'begins_with',  'go',           true],
  ['age',     '>=',           42,             true],
  ['age',     'greaterThan',  41,             true],
  ['plan',    'not_resembles', 'gold',        false],
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

test('AUT-06 a rule without an operator asks whether there is a value, or whether it is the one that is given', () => {
  expect([holds({ field: 'plan' }, SCOPE), holds({ field: 'nothing' }, SCOPE)]).toEqual([true, false]);
  expect([holds({ field: 'plan', value: 'gold' }, SCOPE), holds({ field: 'plan', value: 'tin' }, SCOPE)]).toEqual([
    true,
    false,
  ]);
  expect(holds({ operator: 'has_tag', value: 'vip' }, SCOPE)).toBe(true);
  expect(holds({ operator: 'contains', value: 'vip' }, SCOPE)).toBe(false);
  expect(holds({ field: '{{ plan }}', value: '{{plan}}' }, SCOPE)).toBe(true);
  expect(holds({ field: 'plan', operator: 'resembles', value: 'gold' }, SCOPE)).toBe(false);
});

test('AUT-06 any rule is enough for `or`, and one that does not hold is too much for `all`', () => {
  const rules = [
    { field: 'plan', value: 'gold' },
    { field: 'age', value: 7 },
  ];
  expect([holds({ rules, match: 'or' }, SCOPE), holds({ rules, match: 'all' }, SCOPE)]).toEqual([true, false]);
  expect(holds({ rules: rules.slice(0, 1), match: 'all' }, SCOPE)).toBe(true);
});

test('AUT-06 a branch without rules is for everything else, wherever it stands', () => {
  const branches = [
    { id: 'else' },
    { id: 'tin', field: 'plan', operator: 'equals', value: 'tin' },
    { id: 'gold', field: 'plan', operator: 'equals', value: 'gold' },
  ];
  expect(conditionOutcome({ branches }, SCOPE)).toBe('gold');
  expect(conditionOutcome({ branches }, { plan: 'none' })).toBe('else');
  expect(conditionOutcome({ branches: branches.slice(1) }, { plan: 'none' })).toBe('false');
  expect(conditionOutcome({ field: 'plan', value: 'gold' }, SCOPE)).toBe('true');
});

test('AUT-06 every branch is tested but the one without rules, and a condition has something to compare', () => {
  const known = { id: 'a', field: 'plan', operator: 'equals', value: 'x' };
  const unknown = { ...known, id: 'b', operator: 'resembles' };
  expect(isTestable({ branches: [known, { id: 'else' }] })).toBe(true);
  expect(isTestable({ branches: [known, unknown] })).toBe(false);
  expect(isTestable({ conditions: [known, unknown] })).toBe(false);
  expect(isTestable({})).toBe(false);
});
