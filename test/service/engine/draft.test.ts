import { expect, test } from 'vitest';
import { renamed } from '../../../src/service/engine/draft.ts';

test('what was sent gets the name by which it is read, as a whole or as a member of a part', () => {
  expect(renamed({ a: 1, b: 2, c: 3 }, { a: 'x', b: 'part.b' })).toEqual({ x: 1, part: { b: 2 }, c: 3 });
});

test('a name is data, whatever objects know by it', () => {
  const given = JSON.parse('{"__proto__":{"polluted":1},"constructor":2,"toString":3}') as object;
  const fields = renamed({ ...given });
  expect(JSON.stringify(fields)).toBe('{"__proto__":{"polluted":1},"constructor":2,"toString":3}');
  expect('polluted' in {}).toBe(false);
});
