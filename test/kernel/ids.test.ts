/** Identifiers in the forms of the API. */
import { expect, test } from 'vitest';
import { idsFrom, isRecordId, isUuid } from '../../src/kernel/ids.ts';

const ids = idsFrom((length) => new Uint8Array(length).fill(0xff));

test('a record id is 24 lowercase hex characters', () => {
  expect(ids.record()).toBe('f'.repeat(24));
  expect(isRecordId(ids.record())).toBe(true);
});

test('a UUID says that it is of version 4', () => {
  expect(ids.uuid()).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
  expect(isUuid(ids.uuid())).toBe(true);
});

test('ASM-04 a key is sk_ and 64 characters', () => {
  expect(ids.key()).toMatch(/^sk_[0-9a-f]{64}$/);
});

test.each(['', 'F'.repeat(24), 'f'.repeat(23), 'f'.repeat(25), 'g'.repeat(24), ` ${'f'.repeat(24)}`])(
  '%j is no record id',
  (text) => {
    expect(isRecordId(text)).toBe(false);
  },
);
