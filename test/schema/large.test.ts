import { expect, test } from 'vitest';
import type { Schema } from '../../src/kernel/schema.ts';
import { MOST_PROBLEMS, paramOf } from '../../src/schema/problem.ts';
import { problemsOf, problemSteps } from '../../src/schema/problems.ts';
import { pruned, pruneSteps } from '../../src/schema/unknown.ts';

const schemas: Record<string, Schema> = {
  User: { type: 'object', properties: { email: { type: 'string' }, age: { type: 'integer' } }, required: ['email'] },
};

const schema: Schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    users: { type: 'array', items: { $ref: '#/schemas/User' }, maxItems: 5_000 },
    groups: {
      type: 'array',
      items: { type: 'object', properties: { users: { type: 'array', items: { type: 'string' } } } },
    },
  },
  required: ['name'],
};

const users = (count: number, more: (at: number) => object = () => ({})): object[] =>
  Array.from({ length: count }, (_, at) => ({ email: `${String(at)}@example.test`, ...more(at) }));

const params = (value: unknown): string[] => problemsOf(schema, value, schemas).map(paramOf);

test('a large value that is right has no problems', () => {
  expect(params({ name: 'x', users: users(4_000) })).toEqual([]);
});

test('the faults of a large value are named with their whole paths, beside those of the rest', () => {
  const list = users(4_000, (at) => (at === 3_999 ? { email: 7 } : {}));
  expect(params({ users: list })).toEqual(['name', 'users.3999.email']);
  expect(problemsOf(schema, { name: 'x', users: list }, schemas)[0]?.sentence).toBe(
    'users.3999.email must be text, not a number',
  );
  const nested = { name: 'x', groups: [{ users: Array.from({ length: 2_000 }, (_, at) => (at === 1_500 ? 1 : 'a')) }] };
  expect(params(nested)).toEqual(['groups.0.users.1500']);
});

test('a bound of the list itself holds for a large list', () => {
  expect(params({ name: 'x', users: users(5_001) })).toEqual(['users']);
  expect(params({ name: 'x', users: Object.fromEntries(users(2_000).entries()) })).toEqual(['users']);
});

test('no more problems and unknown keys are listed than somebody reads', () => {
  expect(params({ name: 'x', users: Array.from({ length: 4_000 }, () => 1) })).toHaveLength(MOST_PROBLEMS);
  const keys = Object.fromEntries(Array.from({ length: 4_000 }, (_, at) => [`k${String(at)}`, 1]));
  const { value, unknown } = pruned(schema, { name: 'x', ...keys }, schemas);
  expect(value).toEqual({ name: 'x' });
  expect(unknown).toHaveLength(MOST_PROBLEMS);
});

test('a large value is judged and pruned in steps, each of a part', () => {
  const value = { name: 'x', users: users(4_000, () => ({ odd: 1 })) };
  for (const steps of [pruneSteps(schema, value, schemas), problemSteps(schema, value, schemas)])
    expect([...steps].length).toBeGreaterThanOrEqual(4_000);
});

test('each wrong value of an open object is named, in an object of any size', () => {
  const open: Schema = { type: 'object', additionalProperties: { enum: ['IN', 'OUT'] } };
  const values = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${String(at)}`, 'x']));
  const sentence = 'must be one of IN, OUT';
  expect(problemsOf(open, values(2), schemas).map(({ sentence: one }) => one)).toEqual([
    `k0 ${sentence}`,
    `k1 ${sentence}`,
  ]);
  expect(problemsOf(open, { ...values(1), k1: 'IN' }, schemas)).toHaveLength(1);
  expect(problemsOf(open, values(9_000), schemas)).toHaveLength(MOST_PROBLEMS);
});

test('many keys that an object does not take are named once each', () => {
  const closed: Schema = { type: 'object', properties: { a: {} }, additionalProperties: false };
  const keys = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`k${String(at)}`, 1]));
  expect(problemsOf(closed, keys, schemas)).toHaveLength(MOST_PROBLEMS);
  expect(problemsOf(closed, { b: 1, c: 2 }, schemas).map(paramOf)).toEqual(['b', 'c']);
});
