/** Faults as sentences: one per fault, at the right place, with the nearest word. */
import { describe, expect, test } from 'vitest';
import type { Schema } from '../../src/kernel/schema.ts';
import { paramOf } from '../../src/schema/problem.ts';
import { problemsOf } from '../../src/schema/problems.ts';

const schemas: Record<string, Schema> = {
  Status: { type: 'string', enum: ['draft', 'scheduled', 'published'] },
  RecordId: { type: 'string', pattern: '^[0-9a-f]{24}$' },
  Node: {
    type: 'object',
    properties: { name: { type: 'string' }, child: { $ref: '#/schemas/Node' } },
    required: ['name'],
  },
};

const object = (properties: Record<string, Schema>, more: Partial<Schema> = {}): Schema => ({
  type: 'object',
  properties,
  ...more,
});

const sentences = (schema: Schema, value: unknown): string[] =>
  problemsOf(schema, value, schemas).map(({ sentence }) => sentence);

// prettier-ignore
test.each<[what: string, schema: Schema, value: unknown, sentence: string]>([
  ['a bound from above', { type: 'integer', maximum: 100 }, 101, 'limit must be at most 100'],
  ['a bound from below', { type: 'integer', minimum: 1 }, 0, 'limit must be at least 1'],
  ['a broken number', { type: 'integer' }, 1.5, 'limit must be a whole number'],
  ['a text for a number', { type: 'integer' }, '10', 'limit must be a whole number, not text'],
  ['a number for a text', { type: 'string' }, 10, 'limit must be text, not a number'],
  ['null where it is not taken', { type: 'boolean' }, null, 'limit must be true or false, not null'],
  ['one type of two', { type: ['string', 'null'] }, [], 'limit must be text or null, not a list'],
  ['a choice', { $ref: '#/schemas/Status' }, 'deleted', 'limit must be one of draft, scheduled, published'],
  ['a fixed word', { const: 'on' }, 'off', 'limit must be on'],
  ['an empty text', { type: 'string', minLength: 1 }, '', 'limit must be text that is not empty'],
  ['a short text', { type: 'string', minLength: 8 }, 'short', 'limit must be at least 8 characters long'],
  ['a long text', { type: 'string', maxLength: 3 }, 'long', 'limit must be at most 3 characters long'],
  ['too few entries', { type: 'array', minItems: 1 }, [], 'limit must be a list of at least 1 entry'],
  ['too many entries', { type: 'array', maxItems: 2 }, [1, 2, 3], 'limit must be a list of at most 2 entries'],
  ['an id', { $ref: '#/schemas/RecordId' }, '123', 'limit must be an id of 24 hex characters'],
  ['a pattern', { type: 'string', pattern: '^[a-z]+$' }, 'A', 'limit must be of the form ^[a-z]+$'],
  ['a time', { type: 'string', format: 'date-time' }, 'tomorrow', 'limit must be a time such as 2026-12-01T09:00:00Z'],
  ['a URL', { type: 'string', format: 'uri' }, 'photo.jpg', 'limit must be an absolute URL'],
])('%s', (_what, schema, value, sentence) => {
  expect(sentences(object({ limit: schema }), { limit: value })).toEqual([sentence]);
});

test('a missing field is named with its whole path', () => {
  const schema = object({ platforms: { type: 'array', items: object({}, { required: ['platform', 'accountId'] }) } });
  const problems = problemsOf(schema, { platforms: [{ platform: 'twitter' }, {}] }, schemas);
  expect(problems.map((problem) => [paramOf(problem), problem.kind])).toEqual([
    ['platforms.0.accountId', 'missing'],
    ['platforms.1.platform', 'missing'],
    ['platforms.1.accountId', 'missing'],
  ]);
});

test('list positions are numbers, keys that look like numbers are not', () => {
  const schema = object({ list: { type: 'array', items: { type: 'string' } }, 7: { type: 'string' } });
  expect(problemsOf(schema, { list: ['a', 1], 7: 2 }, schemas).map(({ path }) => path)).toEqual([['7'], ['list', 1]]);
});

test('keys with slashes, tildes and accents keep their spelling', () => {
  const schema = object({ 'a/b~c é%': { type: 'string' } });
  expect(problemsOf(schema, { 'a/b~c é%': 1 }, schemas)[0]?.path).toEqual(['a/b~c é%']);
});

test('a wrong choice brings every right one and the nearest', () => {
  const [problem] = problemsOf(object({ status: { $ref: '#/schemas/Status' } }), { status: 'schedulled' }, schemas);
  expect(problem).toMatchObject({ allowed: ['draft', 'scheduled', 'published'], suggestion: 'scheduled' });
});

test('a word that is near to nothing has no suggestion', () => {
  const [problem] = problemsOf(object({ status: { $ref: '#/schemas/Status' } }), { status: 'xyz' }, schemas);
  expect(problem).not.toHaveProperty('suggestion');
});

test('a misspelt zone finds the zone', () => {
  const [problem] = problemsOf({ type: 'string', format: 'iana-zone' }, 'Europe/Berln', schemas);
  expect(problem).toMatchObject({ suggestion: 'Europe/Berlin' });
});

test('every fault is told once', () => {
  const schema = object({ a: { type: 'string' }, b: { type: 'integer', maximum: 1 } }, { required: ['c'] });
  expect(sentences(schema, { a: 1, b: 2 })).toEqual([
    'c is required',
    'a must be text, not a number',
    'b must be at most 1',
  ]);
});

test('a schema that is part of itself is followed as deep as the value goes', () => {
  const value = { name: 'a', child: { name: 'b', child: { child: { name: 'd' } } } };
  expect(sentences({ $ref: '#/schemas/Node' }, value)).toEqual(['child.child.name is required']);
});

test('the input as a whole has words too', () => {
  expect(sentences(object({}), [])).toEqual(['the input must be an object, not a list']);
});

describe('among several forms', () => {
  const card = object({ kind: { const: 'card' }, title: { type: 'string' } }, { required: ['kind', 'title'] });
  const link = object(
    { kind: { const: 'link' }, url: { type: 'string' }, size: { type: 'integer' } },
    { required: ['kind', 'url'] },
  );

  test('the one that is meant explains the fault', () => {
    expect(sentences({ anyOf: [card, link] }, { kind: 'link', size: 'big' })).toEqual([
      'url is required',
      'size must be a whole number, not text',
    ]);
  });

  test('a form of the right type is meant before one of the wrong type', () => {
    const schema: Schema = { anyOf: [{ type: 'string' }, object({ a: { type: 'string' }, b: { type: 'string' } })] };
    expect(sentences(schema, { a: 1, b: 2 })).toEqual(['a must be text, not a number', 'b must be text, not a number']);
  });

  test('plain types are told in one sentence', () => {
    expect(sentences(object({ v: { anyOf: [{ type: 'string' }, { type: 'number' }] } }), { v: true })).toEqual([
      'v must be text or a number, not true or false',
    ]);
  });

  test('closed lists are told as one list', () => {
    const [problem] = problemsOf({ anyOf: [{ enum: ['a', 'b'] }, { const: 'c' }] }, 'd', schemas);
    expect(problem?.allowed).toEqual(['a', 'b', 'c']);
  });

  test('forms within forms are followed', () => {
    const schema: Schema = { anyOf: [{ anyOf: [card, link] }, { type: 'string' }] };
    expect(sentences(object({ part: schema }), { part: { kind: 'card' } })).toEqual(['part.title is required']);
  });

  test('two that cannot be combined are named', () => {
    const schema: Schema = { type: 'object', oneOf: [{ required: ['seconds'] }, { required: ['to'] }] };
    expect(problemsOf(schema, { seconds: 1, to: 'x' }, schemas)).toEqual([
      { path: ['seconds'], kind: 'exclusive', sentence: 'seconds and to cannot be combined' },
    ]);
  });

  test('two that may not stand together are named', () => {
    const schema: Schema = { type: 'object', not: { required: ['media', 'poll'] } };
    expect(sentences(schema, { media: 1, poll: 2 })).toEqual(['media and poll cannot be combined']);
  });
});

test('a condition asks for more only where it holds', () => {
  const schema: Schema = object(
    { platform: { type: 'string' }, title: { type: 'string' } },
    { if: object({ platform: { const: 'youtube' } }, { required: ['platform'] }), then: { required: ['title'] } },
  );
  expect(sentences(schema, { platform: 'twitter' })).toEqual([]);
  expect(sentences(schema, { platform: 'youtube' })).toEqual(['title is required']);
});

test('a closed object tells its unknown keys', () => {
  const schema = object({ seconds: { type: 'integer' } }, { additionalProperties: false });
  expect(problemsOf(schema, { second: 1 }, schemas)).toEqual([
    { path: ['second'], kind: 'unknown', sentence: 'second is not a known field', suggestion: 'seconds' },
  ]);
});

test('a reference to nothing is a fault of ours and throws', () => {
  expect(() => problemsOf({ $ref: '#/schemas/Nowhere' }, 1, schemas)).toThrow();
});
