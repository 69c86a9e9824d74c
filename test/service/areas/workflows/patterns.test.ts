/** Regular expressions of callers. */
import { expect, test } from 'vitest';
import { isFound, isPattern } from '../../../../src/service/areas/workflows/patterns.ts';

test('AUT-06 a pattern is found in any case and anywhere, unless it says where', () => {
  expect(isFound('x+l', 'Size XXL')).toBe(true);
  expect(isFound('^x+l$', 'Size XXL')).toBe(false);
  expect(isFound('(', '(')).toBe(false);
  expect([isPattern('^a|b$'), isPattern('(')]).toEqual([true, false]);
});

test('AUT-06 a pattern that takes for ever is not found, and holds nobody up', () => {
  expect(isFound('^(a+)+$', `${'a'.repeat(40)}!`)).toBe(false);
});
