import { describe, expect, test } from 'vitest';
import { fieldRows, schemaName, typeOf } from '../../../src/cli/api/schema-rows.ts';
import type { Schema } from '../../../src/kernel/schema.ts';

const schemas: Readonly<Record<string, Schema>> = {
  Node: {
    type: 'object',
    properties: { name: { type: 'string' }, below: { type: 'array', items: { $ref: '#/schemas/Node' } } },
  },
  Colour: { type: 'string', enum: ['red', 'green'], description: 'A colour.' },
};

const rows = (schema: Schema, levels = 9) => fieldRows(schema, { schemas, levels });
const names = (schema: Schema, levels?: number) =>
  rows(schema, levels).map(({ name, required }) => name + (required ? '*' : ''));

describe('fields', () => {
  test('stand by their dotted names, with what holds them before', () => {
    const schema: Schema = {
      type: 'object',
      required: ['a'],
      properties: {
        a: { type: 'object', required: ['b'], properties: { b: { type: 'string' }, c: { type: 'integer' } } },
        d: { type: 'array', items: { type: 'object', properties: { e: { type: 'boolean' } } } },
      },
    };
    expect(names(schema)).toEqual(['a*', 'a.b*', 'a.c', 'd', 'd[].e']);
    expect(names(schema, 1)).toEqual(['a*', 'd']);
    expect(names({ type: 'array', items: schema }, 1)).toEqual(['[].a*', '[].d']);
  });

  test('that hold themselves are told once', () => {
    expect(names({ $ref: '#/schemas/Node' })).toEqual(['name', 'below']);
  });

  test('of several forms are told once each, and are required where every form that has them asks for them', () => {
    const one: Schema = {
      type: 'object',
      required: ['kind', 'a'],
      properties: { kind: { const: 'one' }, a: { type: 'string' } },
    };
    const two: Schema = {
      type: 'object',
      required: ['kind'],
      properties: { kind: { const: 'two' }, a: { type: 'string' } },
    };
    expect(names({ oneOf: [one, two] })).toEqual(['kind*', 'a']);
  });

  test('a value without fields is one row', () => {
    expect(rows({ type: 'string' })).toEqual([{ name: '', required: false, type: 'string', words: '' }]);
  });
});

test.each<[Schema, string]>([
  [{ type: 'string', format: 'date-time' }, 'string (date-time)'],
  [{ type: ['string', 'null'] }, 'string or null'],
  [{ type: 'array', items: { type: 'integer' } }, 'list of integer'],
  [{ anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#/schemas/Colour' } }] }, 'string or list of string'],
  [{ const: 5 }, 'number'],
  [{}, 'any'],
])('%j is called %s', (schema, words) => {
  expect(typeOf(schema, schemas)).toBe(words);
});

test.each<[Schema, string]>([
  [{ $ref: '#/schemas/Colour' }, 'A colour. One of red, green.'],
  [{ type: 'array', items: { $ref: '#/schemas/Colour' }, maxItems: 3 }, 'One of red, green. At most 3 items.'],
  [{ type: 'integer', minimum: 1, maximum: 5, default: 2, description: 'How many' }, 'How many. 1 to 5. Default 2.'],
  [{ type: 'string', minLength: 2, pattern: '^a' }, 'At least 2 characters. Fits ^a.'],
  [{ type: 'string', deprecated: true }, 'Deprecated.'],
  [{ allOf: [{ type: 'boolean', default: false }] }, 'Default false.'],
])('%j says %s', (schema, words) => {
  expect(rows({ type: 'object', properties: { x: schema } })[0]?.words).toBe(words);
});

test('a shared schema is called by its name', () => {
  expect(schemaName({ $ref: '#/schemas/Node' })).toBe('Node');
  expect(schemaName({ type: 'array', items: { $ref: '#/schemas/Node' } })).toBe('list of Node');
  expect(schemaName({ type: 'object' })).toBeUndefined();
});
