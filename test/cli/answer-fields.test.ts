import { describe, expect, test } from 'vitest';
import { answerFields } from '../../src/cli/answer-fields.ts';
import type { Schema } from '../../src/kernel/schema.ts';
import { catalog, cardOf } from '../client/cards.ts';
import { errorIn, svc } from '../support/svc.ts';
import { isCommand } from '../../src/cli/command.ts';
import { handMade } from '../../src/commands/table.ts';

const names = (schema: Schema, more: object = {}) =>
  answerFields(cardOf({ responses: { '200': schema }, ...more }), SCHEMAS).map(({ field }) => field);

const SCHEMAS = {
  Post: {
    type: 'object' as const,
    properties: { _id: { type: 'string' as const }, more: { type: 'object' as const, properties: { a: {} } } },
  },
};
const post: Schema = { $ref: '#/schemas/Post' };

describe('the fields of an answer', () => {
  test('are those of the records of a list first, then those around it', () => {
    const list: Schema = {
      type: 'object',
      properties: {
        posts: { type: 'array', items: post },
        pagination: { type: 'object', properties: { total: { type: 'integer' } } },
      },
    };
    expect(names(list, { records: ['posts'] })).toEqual(['_id', 'more', 'more.a', 'pagination', 'pagination.total']);
  });

  test('are those of what an envelope carries, by the columns', () => {
    const envelope: Schema = { type: 'object', properties: { message: { type: 'string' }, post } };
    const view = ['_id'];
    expect(names(envelope, { view })).toEqual(['_id', 'more', 'more.a', 'message']);
  });

  test('tell types, words to choose from, and what the contract says of them', () => {
    const schema: Schema = {
      type: 'object',
      properties: {
        status: { type: ['string', 'null'], enum: ['draft', 'done', null], description: 'Where it stands.' },
        tags: { type: 'array', items: { type: 'string' } },
        any: {},
      },
    };
    expect(answerFields(cardOf({ responses: { '201': schema } }), {})).toEqual([
      { field: 'status', type: 'draft | done', description: 'Where it stands.' },
      { field: 'tags', type: 'list of string' },
      { field: 'any', type: 'any' },
    ]);
  });

  test('do not follow a schema that holds itself for ever', () => {
    const node: Schema = { type: 'object', properties: { child: { $ref: '#/schemas/Node' } } };
    expect(answerFields(cardOf({ responses: { '200': node } }), { Node: node })).toHaveLength(3);
  });
});

describe('--fields help', () => {
  test('needs neither key nor network nor arguments, and is a result in any form', async () => {
    const said = await svc(['posts', 'get', '--fields', 'help', '-o', 'lines']);
    expect(said).toMatchObject({ code: 0, stderr: '' });
    expect(said.stdout.split('\n')).toEqual(expect.arrayContaining(['_id', 'status', 'platforms.platform']));
    const json = JSON.parse((await svc(['posts', 'list', '--fields=help'])).stdout) as { fields: { field: string }[] };
    expect(json.fields.map(({ field }) => field)).toContain('pagination.total');
  });

  test('asks for no confirmation', async () => {
    expect((await svc(['posts', 'delete', '--fields', 'help'])).code).toBe(0);
  });

  test('names nothing that --fields would not find', async () => {
    const { stdout } = await svc(['posts', 'list', '--fields', 'help']);
    const { fields } = JSON.parse(stdout) as { fields: { field: string }[] };
    expect(new Set(fields.map(({ field }) => field)).size).toBe(fields.length);
  });

  test.each(Object.entries(catalog.index().commands).map(([path, { id }]) => [path, id] as const))(
    'svc %s lists its fields, or says that its answer has none',
    async (path, id) => {
      const said = await svc([...path.split(' '), '--fields', 'help']);
      const hasAnswer = answerFields(catalog.card(id), catalog.file(catalog.card(id).area).schemas).length > 0;
      expect(said.code).toBe(hasAnswer ? 0 : 2);
      if (!hasAnswer) expect(errorIn(said)['message']).toContain('are not known in advance');
    },
  );
});

/** Commands whose result is nothing, or whatever the API sends. */
const WITHOUT = [
  /^api( call| describe| spec)?$/,
  /^completion /,
  /^mcp$/,
  /^posts export$/,
  /^local (exec|fault remove|reset|accounts disconnect|network (edit|metrics|remove))$/,
];

const made = await Promise.all(
  Object.entries(handMade).map(async ([path, load]) => [path, (await load()).default] as const),
);
const listing = made.flatMap(([path, one]) =>
  isCommand(one) && !WITHOUT.some((pattern) => pattern.test(path)) ? [[path, one.fields] as const] : [],
);

test.each(listing)('svc %s, made by hand, lists its fields as well', async (path, fields) => {
  const said = await svc([...path.split(' '), '--fields', 'help', '-o', 'lines']);
  expect(said.stdout.trimEnd().split('\n')).toEqual(fields);
});
