/** One-time codes. */
import { expect, test } from 'vitest';
import { codeFrom } from '../../../../src/service/areas/verify/offers.ts';

test('a code has as many digits as are asked for, each of the ten occurs, and the same chance gives the same code', () => {
  const codes = Array.from({ length: 200 }, (_, at) => codeFrom(`chance ${String(at)}`, 6));
  for (const code of codes) expect(code).toMatch(/^\d{6}$/);
  expect([...new Set(codes.join(''))].sort().join('')).toBe('0123456789');
  expect(codeFrom('chance 0', 10)).toMatch(new RegExp(`^${codes[0] ?? ''}\\d{4}$`));
  expect(new Set(codes).size).toBeGreaterThan(190);
});
