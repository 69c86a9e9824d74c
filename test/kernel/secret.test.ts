import { expect, test } from 'vitest';
import { masked, withoutKeys } from '../../src/kernel/secret.ts';

// prettier-ignore
test.each([
  [`sk_${'a'.repeat(60)}wxyz`,  'sk_****wxyz'],
  ['123456789012345678901',     '123****8901'],
  ['12345678901234567890',      '****'],
  ['short',                     '****'],
  ['',                          '****'],
])('%j is shown as %j: a short one not at all', (key, shown) => {
  expect(masked(key)).toBe(shown);
});

test('every key in a text is masked, and nothing else', () => {
  const key = `sk_${'0a'.repeat(32)}`;
  expect(withoutKeys(`use ${key}, or "${key}"`)).toBe('use sk_****0a0a, or "sk_****0a0a"');
  expect(withoutKeys(`sk_${'b'.repeat(16)}`)).toBe('****');
  expect(withoutKeys('sk_short, task_aaaaaaaaaaaaaaaaaaaaaaaa and risk')).toBe(
    'sk_short, task_aaaaaaaaaaaaaaaaaaaaaaaa and risk',
  );
});
