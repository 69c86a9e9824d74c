import { expect, test } from 'vitest';
import type { Schema } from '../../../src/kernel/schema.ts';
import { formFor, formsOf, takesNull, typesOf } from '../../../src/service/engine/form.ts';

const text: Schema = { type: 'string' };

test('parts that hold together are laid together', () => {
  const schemas = { Base: { type: 'object', required: ['id'], properties: { id: text } } } satisfies Record<
    string,
    Schema
  >;
  const schema: Schema = { allOf: [{ $ref: '#/schemas/Base' }, { required: ['name'], properties: { name: text } }] };
  expect(formsOf(schema, schemas)).toEqual([
    { type: 'object', required: ['id', 'name'], properties: { id: text, name: text } },
  ]);
});

test('of several forms the one whose words were said is taken, and null last', () => {
  const one: Schema = { type: 'object', properties: { kind: { enum: ['one'] }, a: text } };
  const two: Schema = { type: 'object', properties: { kind: { enum: ['two'] }, b: text } };
  const schema: Schema = { anyOf: [{ type: 'null' }, one, two] };
  expect(formFor(schema, {}, { kind: 'two' })).toEqual(two);
  expect(formFor(schema, {}, { b: 'x' })).toEqual(two);
  expect(formFor(schema, {})).toEqual(one);
  expect(takesNull(schema, {})).toBe(true);
});

test('the answer to a trial is taken only when a trial was asked for', () => {
  const trial: Schema = { type: 'object', properties: { validateOnly: { type: 'boolean' } } };
  const real: Schema = { type: 'object', properties: { id: text } };
  const schema: Schema = { anyOf: [trial, real] };
  expect(formFor(schema, {})).toEqual(real);
  expect(formFor(schema, {}, { validateOnly: true })).toEqual(trial);
});

test('a schema that contains itself has an end', () => {
  const schemas: Record<string, Schema> = {};
  schemas['Loop'] = { anyOf: [{ $ref: '#/schemas/Loop' }, text] };
  expect(formsOf({ $ref: '#/schemas/Loop' }, schemas)).toContainEqual(text);
});

test('a form without a type has that of what it holds', () => {
  expect(typesOf({ properties: {} })).toEqual(['object']);
  expect(typesOf({ items: text })).toEqual(['array']);
  expect(typesOf({ enum: ['a', 1] })).toEqual(['string', 'integer']);
});
