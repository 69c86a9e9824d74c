/** Names in double braces: what they stand for, and what they do not. */
import { expect, test } from 'vitest';
import { fillText, valueAt } from '../../../../src/service/areas/contacts/offers.ts';

const SCOPE = { name: 'Ada', 'first.name': 'A.', customFields: { plan: 'gold' }, tags: ['news', 'vip'], empty: null };

test.each([
  ['Hi {{name}}', 'Hi Ada'],
  ['Hi {{ name }}, {{name}}', 'Hi Ada, Ada'],
  ['{{customFields.plan}}', 'gold'],
  ['{{first.name}}', 'A.'],
  ['{{tags.1}}', 'vip'],
  ['[{{empty}}]', '[]'],
  ['[{{nothing}}]', '[]'],
  ['[{{customFields.nothing}}]', '[]'],
  ['[{{name.length}}]', '[]'],
  ['[{{constructor}}]', '[]'],
  ['[{{tags.7}}]', '[]'],
  ['{name} {{na me}}', '{name} {{na me}}'],
])('%s reads %s', (text, words) => {
  expect(fillText(text, SCOPE)).toBe(words);
});

test('a value under a dotted path is found as it is', () => {
  expect(valueAt('tags', SCOPE)).toEqual(['news', 'vip']);
  expect(valueAt('name.length', SCOPE)).toBeUndefined();
});
