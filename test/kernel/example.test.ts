import { expect, test } from 'vitest';
import { EXAMPLE_EVENTS, exampleId } from '../../src/kernel/example.ts';
import { isRecordId, isUuid } from '../../src/kernel/ids.ts';

test('every kind has an id of its own, always the same', () => {
  const ids = ['profile', 'account', 'account:discord', 'sequence', 'workflow'].map(exampleId);
  expect(ids.every(isRecordId)).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  expect(exampleId('sequence')).toBe('65bf37c7c208717d6de100ce');
});

test('events have ids of their form', () => {
  expect(Object.values(EXAMPLE_EVENTS).every(isUuid)).toBe(true);
});
