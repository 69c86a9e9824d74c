/** Keys that nobody knows: told with the nearest one, dropped, at every depth and through every form. */
import { expect, test } from 'vitest';
import type { Schema } from '../../src/kernel/schema.ts';
import { pruned, unknownKeys } from '../../src/schema/unknown.ts';

const text: Schema = { type: 'string' };

const schemas: Record<string, Schema> = {
  Base: { type: 'object', properties: { id: text } },
  Twitter: {
    type: 'object',
    properties: { threadItems: { type: 'array', items: { type: 'object', properties: { text } } } },
  },
  Youtube: { type: 'object', required: ['title'], properties: { title: text, privacy: text } },
};

const schema: Schema = {
  allOf: [{ $ref: '#/schemas/Base' }],
  type: 'object',
  properties: {
    content: text,
    metadata: { type: 'object', additionalProperties: true },
    free: { type: 'object' },
    labels: { type: 'object', additionalProperties: { type: 'object', properties: { colour: text } } },
    targets: { type: 'array', items: { type: 'object', properties: { platform: text } } },
    settings: { anyOf: [{ $ref: '#/schemas/Twitter' }, { $ref: '#/schemas/Youtube' }] },
  },
};

const paths = (value: unknown, of: Schema = schema): string[] =>
  unknownKeys(of, value, schemas).map(({ path }) => path.join('.'));

test('a misspelt key comes with the nearest known one', () => {
  expect(unknownKeys(schema, { contnet: 'hi' }, schemas)).toEqual([
    { path: ['contnet'], kind: 'unknown', sentence: 'contnet is not a known field', suggestion: 'content' },
  ]);
});

// prettier-ignore
test.each<[what: string, value: unknown, unknown: string[]]>([
  ['known keys, those of a part included', { content: 'a', id: 'b' }, []],
  ['keys within a list', { targets: [{ platform: 'a' }, { platfrom: 'b' }] }, ['targets.1.platfrom']],
  ['an object that takes anything', { metadata: { a: { b: 1 } } }, []],
  ['an object without named fields', { free: { a: 1 } }, []],
  ['keys within a map of objects', { labels: { x: { color: 'red' } } }, ['labels.x.color']],
  ['keys of a form that fits', { settings: { threadItems: [] } }, []],
  ['keys of no form', { settings: { threads: [] } }, ['settings.threads']],
  ['keys within a form', { settings: { threadItems: [{ txt: 'a' }] } }, ['settings.threadItems.0.txt']],
  ['a value of another type', 'text', []],
  ['names that every object has', { constructor: 1, toString: 2 }, ['constructor', 'toString']],
])('%s', (_what, value, unknown) => {
  expect(paths(value)).toEqual(unknown);
});

test('a condition makes keys known only where it holds', () => {
  const conditional: Schema = {
    type: 'object',
    properties: { kind: text },
    if: { properties: { kind: { const: 'video' } }, required: ['kind'] },
    then: { properties: { length: text } },
  };
  expect(paths({ kind: 'video', length: 'a' }, conditional)).toEqual([]);
  expect(paths({ kind: 'image', length: 'a' }, conditional)).toEqual(['length']);
});

test('a condition that asks for nothing holds where its field is absent', () => {
  const conditional: Schema = {
    type: 'object',
    properties: { kind: text },
    if: { properties: { kind: { const: 'video' } } },
    then: { properties: { length: text } },
  };
  expect(paths({ length: 'a' }, conditional)).toEqual([]);
  expect(paths({ kind: 'image', length: 'a' }, conditional)).toEqual(['length']);
});

test('the forms of oneOf are known like those of anyOf', () => {
  const one: Schema = { oneOf: [{ $ref: '#/schemas/Twitter' }, { $ref: '#/schemas/Youtube' }] };
  expect(paths({ title: 'a', privacy: 'b' }, one)).toEqual([]);
  expect(paths({ title: 'a', privcy: 'b' }, one)).toEqual(['privcy']);
});

test('pruning drops what is unknown and keeps the order of the rest', () => {
  const value = { content: 'a', extra: 1, targets: [{ platform: 'x', more: 2 }], metadata: { any: 3 } };
  const { value: kept, unknown } = pruned(schema, value, schemas);
  expect(JSON.stringify(kept)).toBe('{"content":"a","targets":[{"platform":"x"}],"metadata":{"any":3}}');
  expect(unknown).toHaveLength(2);
  expect(value.targets[0]).toHaveProperty('more');
});

test('a key called __proto__ is data like any other', () => {
  const value = JSON.parse('{"content":"a","metadata":{"__proto__":{"x":1}},"targets":[{"y":1}]}') as unknown;
  const { value: kept } = pruned(schema, value, schemas);
  expect(JSON.stringify(kept)).toBe('{"content":"a","metadata":{"__proto__":{"x":1}},"targets":[{}]}');
});

test('with nothing to drop the value is the same one', () => {
  const value = { content: 'a', targets: [{ platform: 'x' }] };
  expect(pruned(schema, value, schemas).value).toBe(value);
});
