/** Text from flags and query strings to the values that schemas ask for. */
import { expect, test } from 'vitest';
import type { Schema } from '../../src/kernel/schema.ts';
import { coerceText, withPoint } from '../../src/schema/coerce.ts';
import { withDefaults } from '../../src/schema/defaults.ts';

const schemas: Record<string, Schema> = {
  Status: { type: 'string', enum: ['draft', '7'] },
  Page: { type: 'integer' },
};

// prettier-ignore
test.each<[schema: Schema, text: string | string[], value: unknown]>([
  [{ type: 'string' }, '007', '007'],
  [{ type: 'string' }, '', ''],
  [{ type: 'string' }, '@brand', '@brand'],
  [{ type: 'integer' }, '10', 10],
  [{ type: 'integer' }, '-3', -3],
  [{ type: 'integer' }, '1.5', '1.5'],
  [{ type: 'integer' }, 'ten', 'ten'],
  [{ type: 'integer' }, '', ''],
  [{ type: 'integer' }, '0x10', '0x10'],
  [{ type: 'number' }, '1.5', 1.5],
  [{ type: 'number' }, '1e3', 1000],
  [{ type: 'number' }, 'Infinity', 'Infinity'],
  [{ type: 'boolean' }, 'true', true],
  [{ type: 'boolean' }, 'false', false],
  [{ type: 'boolean' }, 'yes', 'yes'],
  [{ type: ['string', 'null'] }, 'null', null],
  [{ type: ['string', 'integer'] }, '12', 12],
  [{ type: ['boolean', 'string'] }, 'true', true],
  [{ $ref: '#/schemas/Page' }, '2', 2],
  [{ $ref: '#/schemas/Status' }, '7', '7'],
  [{ enum: [1, 2] }, '2', 2],
  [{ enum: [1, 2] }, '3', '3'],
  [{ const: true }, 'true', true],
  [{ anyOf: [{ type: 'integer' }, { enum: ['all'] }] }, 'all', 'all'],
  [{ anyOf: [{ type: 'integer' }, { enum: ['all'] }] }, '5', 5],
  [{ anyOf: [{ type: 'integer' }, { enum: ['all'] }] }, 'none', 'none'],
  [{ type: 'array', items: { type: 'integer' } }, '1,2, 3', [1, 2, 3]],
  [{ type: 'array', items: { type: 'integer' } }, ['1', 'x'], [1, 'x']],
  [{ type: 'array', items: { type: 'string' } }, ['a,b', 'c'], ['a,b', 'c']],
  [{ type: 'array', items: { type: 'object' } }, '[{"a":1}]', [{ a: 1 }]],
  [{ type: 'array', items: { type: 'object' } }, ['{"a":1}'], [{ a: 1 }]],
  [{ type: 'object' }, '{"a":[1]}', { a: [1] }],
  [{ type: 'object' }, '{broken', '{broken'],
  [{ type: 'string' }, ['one'], 'one'],
  [{ type: 'string' }, ['one', 'two'], ['one', 'two']],
  [{}, 'anything', 'anything'],
])('%j reads %j as %j', (schema, text, value) => {
  expect(coerceText(schema, text, schemas)).toEqual(value);
});

test('defaults fill what is absent, at every depth that is there, and leave the input alone', () => {
  const schema: Schema = {
    type: 'object',
    properties: {
      timezone: { type: 'string', default: 'UTC' },
      options: { type: 'object', properties: { deep: { type: 'boolean', default: true } } },
      rows: { type: 'array', items: { type: 'object', properties: { size: { $ref: '#/schemas/Size' } } } },
    },
  };
  const value = { options: {}, rows: [{}, { size: 3 }] };
  expect(withDefaults(schema, value, { Size: { type: 'integer', default: 1 } })).toEqual({
    timezone: 'UTC',
    options: { deep: true },
    rows: [{ size: 1 }, { size: 3 }],
  });
  expect(value).toEqual({ options: {}, rows: [{}, { size: 3 }] });
});

test('defaults leave null, false and values of another type as they are', () => {
  const schema: Schema = { type: 'object', properties: { a: { default: 1 }, b: { default: true } } };
  expect(withDefaults(schema, { a: null, b: false }, {})).toEqual({ a: null, b: false });
  expect(withDefaults(schema, 'text', {})).toBe('text');
});

test('a default is a fresh copy each time', () => {
  const schema: Schema = { type: 'object', properties: { list: { type: 'array', default: [] } } };
  const first = withDefaults(schema, {}, {}) as { list: unknown[] };
  first.list.push(1);
  expect(withDefaults(schema, {}, {})).toEqual({ list: [] });
});

test.each([
  ['1,5', '1.5'],
  ['-1.234.567,89', '-1234567.89'],
  ['1.234', '1234'],
  ['12', '12'],
  ['+0,5', '+0.5'],
  ['1.5', '1.5'],
  ['1,', '1,'],
  [',5', ',5'],
  ['1.23,4', '1.23,4'],
  ['1,2,3', '1,2,3'],
  ['abc', 'abc'],
])('%s is %s with a decimal comma', (typed, pointed) => {
  expect(withPoint(typed)).toBe(pointed);
});
