import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeFrom, codeIn, shownCode } from '../../../../src/service/areas/auth/user-code.ts';

const bits = fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => Buffer.from(bytes).toString('hex'));

test('a code is eight letters that spell no word, and is read back in any way of typing it', () => {
  fc.assert(
    fc.property(bits, (hex) => {
      const code = codeFrom(hex);
      expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{8}$/);
      const shown = shownCode(code);
      expect(shown).toBe(`${code.slice(0, 4)}-${code.slice(4)}`);
      for (const typed of [shown, code, code.toLowerCase(), ` ${shown} `, shown.replace('-', ' – ')])
        expect(codeIn(typed)).toBe(code);
    }),
  );
});

test.each(['', 'BCDF', 'BCDF-GHJK-L', 'ABCD-EFGH', 'BCDF_GHJK', 'BCDF-GHJ0', 'ВСDF-GHJK', '%00'])(
  '%j is no code',
  (typed) => {
    expect(codeIn(typed)).toBeUndefined();
  },
);

test('every letter is about as likely as any other', () => {
  const counts = new Map<string, number>();
  for (let index = 0; index < 4_000; index += 1) {
    const hex = createHash('sha256').update(String(index)).digest('hex').slice(0, 24);
    for (const letter of codeFrom(hex)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  expect(counts.size).toBe(20);
  for (const count of counts.values()) expect(Math.abs(count - 1_600)).toBeLessThan(200);
});
