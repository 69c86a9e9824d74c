import { describe, expect, test } from 'vitest';
import { folding, merged, renamed, requested } from '../../../src/build/carry/shapes.ts';

describe('merged', () => {
  test('keeps words and further keys of the contract', () => {
    const have = { type: 'string', description: 'Name.', pattern: '^a' };
    expect(merged({ type: 'string', maxLength: 9 }, have)).toEqual({ ...have, maxLength: 9 });
  });

  test('lets the facts decide what they say', () => {
    expect(merged({ type: 'integer', maximum: 9 }, { type: 'string', maximum: 5 })).toEqual({
      type: 'integer',
      maximum: 9,
    });
  });

  test('keeps integer where the facts only know number', () => {
    expect(merged({ type: 'number' }, { type: 'integer', minimum: 0 })).toEqual({ type: 'integer', minimum: 0 });
  });

  test('keeps choices beyond those of the facts, and lets the facts decide where one of theirs is missing', () => {
    expect(merged({ enum: ['a', 'b'] }, { enum: ['c', 'b', 'a'] })).toEqual({ enum: ['c', 'b', 'a'] });
    expect(merged({ enum: ['a', 'd'] }, { enum: ['c', 'b', 'a'] })).toEqual({ enum: ['a', 'd'] });
  });

  test('keeps a reference that narrows a plain type', () => {
    const have = { $ref: '#/components/schemas/RecordId', description: 'Post.' };
    expect(merged({ type: 'string' }, have)).toEqual(have);
  });

  test('puts a reference in place of what was spelled out, words kept', () => {
    const have = { type: 'object', description: 'Owner.', properties: { id: { type: 'string' } } };
    const fact = { $ref: '#/components/schemas/User' };
    expect(merged(fact, have)).toEqual({ ...fact, description: 'Owner.' });
  });

  test('reaches fields, items and alternatives', () => {
    const fact = { type: 'object', properties: { tags: { type: 'array', items: { anyOf: [{ type: 'string' }] } } } };
    const have = { properties: { tags: { items: { anyOf: [{ description: 'Tag.' }] } }, more: { type: 'null' } } };
    expect(merged(fact, have)).toEqual({
      type: 'object',
      properties: {
        tags: { type: 'array', items: { anyOf: [{ type: 'string', description: 'Tag.' }] } },
        more: { type: 'null' },
      },
    });
  });
});

test('folding refers to a named schema wherever its shape is spelled out, whatever the order and the words', () => {
  const fold = folding({
    Range: {
      type: 'object',
      description: 'From, to.',
      properties: { from: { type: 'number' }, to: { type: 'number' } },
    },
  });
  const range = { properties: { to: { type: 'number' }, from: { type: 'number' } }, type: 'object' };
  expect(fold({ type: 'array', items: range })).toEqual({
    type: 'array',
    items: { $ref: '#/components/schemas/Range' },
  });
});

test('renamed spells the references of the facts as the contract does', () => {
  expect(renamed({ items: { $ref: '#/schemas/Post' } })).toEqual({ items: { $ref: '#/components/schemas/Post' } });
});

test('requested narrows ids of records and zones, and leaves lists that are one text alone', () => {
  const fields = {
    accountIds: { type: 'array', items: { type: 'string' } },
    profileId: { type: 'string' },
    timezone: { type: 'string' },
  };
  expect(requested({ type: 'object', properties: fields })).toEqual({
    type: 'object',
    properties: {
      accountIds: { type: 'array', items: { $ref: '#/components/schemas/RecordId' } },
      profileId: { $ref: '#/components/schemas/RecordId' },
      timezone: { type: 'string', format: 'iana-zone' },
    },
  });
  expect(requested({ type: 'string' }, 'accountIds')).toEqual({ type: 'string' });
});
