import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { argumentsOf, flagsOf, ownArguments, ownFlags } from '../../src/cli/flags.ts';
import { GLOBAL_FLAGS, OPERATION_FLAGS, PAGING_FLAGS } from '../../src/cli/globals.ts';
import { kebab } from '../../src/cli/kebab.ts';
import type { Card, Param } from '../../src/kernel/card.ts';
import type { Schema } from '../../src/kernel/schema.ts';
import { cardOf, catalog } from '../client/cards.ts';

const query = (name: string, schema: Schema, more: Partial<Param> = {}): Param => ({
  name,
  in: 'query',
  required: false,
  schema,
  summary: `The ${name}.`,
  ...more,
});

const flagFor = (schema: Schema, more: Partial<Param> = {}) =>
  flagsOf(cardOf({ params: [query('field', schema, more)] }), {})[0];

const bodyCard = (schema: Schema, more: Partial<Card> = {}): Card =>
  cardOf({ method: 'POST', body: { kind: 'json', required: true, schema }, ...more });

const longsOf = (card: Card): readonly string[] => flagsOf(card, {}).map(({ long }) => long);

test.each([
  ['scheduledFor', 'scheduled-for'],
  ['api_key_id', 'api-key-id'],
  ['x-request-id', 'x-request-id'],
  ['mediaURL', 'media-url'],
  ['URLList', 'url-list'],
  ['Idempotency-Key', 'idempotency-key'],
  ['a.b[0]', 'a-b-0'],
  ['utm2Source', 'utm2-source'],
])('the field %s is typed %s', (name, word) => {
  expect(kebab(name)).toBe(word);
});

describe('a schema decides the kind of a flag', () => {
  test.each<[string, Schema, object]>([
    ['text', { type: 'string' }, { type: 'string', repeat: false }],
    ['a whole number', { type: 'integer' }, { type: 'integer' }],
    ['a number', { type: 'number' }, { type: 'number' }],
    ['a switch', { type: 'boolean', default: true }, { type: 'boolean', default: true }],
    ['a closed list', { type: 'string', enum: ['a', 'b'] }, { type: 'string', choices: ['a', 'b'] }],
    ['a list of texts', { type: 'array', items: { type: 'string' } }, { type: 'string', repeat: true }],
    [
      'a list of words',
      { type: 'array', items: { type: 'string', enum: ['x'] } },
      { type: 'string', repeat: true, choices: ['x'] },
    ],
    ['a list of objects', { type: 'array', items: { type: 'object' } }, { type: 'json', repeat: true }],
    ['an object', { type: 'object' }, { type: 'json', repeat: false }],
    ['bytes', { type: 'string', format: 'binary' }, { type: 'file' }],
    ['one of two kinds', { anyOf: [{ type: 'string' }, { type: 'integer' }] }, { type: 'string' }],
    ['a word or null', { type: ['string', 'null'], enum: ['a', null] }, { type: 'string', choices: ['a'] }],
    ['two closed lists', { anyOf: [{ enum: ['a'] }, { const: 'b' }] }, { choices: ['a', 'b'] }],
    ['anything at all', {}, { type: 'json' }],
    ['words, or anything at all', { anyOf: [{ enum: ['a'] }, {}] }, { type: 'string' }],
  ])('%s', (_, schema, expected) => {
    expect(flagFor(schema)).toMatchObject(expected);
  });

  test('a choice beside an open form is no closed list', () => {
    expect(flagFor({ anyOf: [{ enum: ['a'] }, { type: 'string' }] })).not.toHaveProperty('choices');
  });

  test('a reference is followed', () => {
    const [flag] = flagsOf(cardOf({ params: [query('zone', { $ref: '#/schemas/Zone' })] }), {
      Zone: { type: 'string', enum: ['UTC'], default: 'UTC' },
    });
    expect(flag).toMatchObject({ choices: ['UTC'], default: 'UTC' });
  });
});

test('path parameters are arguments in their order, and no flags', () => {
  const card = cardOf({
    params: [
      query('postId', { type: 'string' }, { in: 'path', required: true }),
      query('noteId', { type: 'string', enum: ['a', 'b'] }, { in: 'path', required: true }),
    ],
  });
  expect(argumentsOf(card)).toMatchObject([
    { name: 'postId', label: 'post-id', required: true },
    { name: 'noteId', label: 'note-id', choices: ['a', 'b'] },
  ]);
  expect(flagsOf(card, {})).toEqual([]);
});

test('the fields of every form of a body are flags; only those of all forms are required', () => {
  const card = bodyCard({
    type: 'object',
    properties: { name: { type: 'string' } },
    required: ['name'],
    anyOf: [
      { type: 'object', properties: { left: { type: 'string' } }, required: ['left'] },
      { type: 'object', properties: { right: { type: 'string' }, name: { type: 'integer' } } },
    ],
  });
  expect(flagsOf(card, {}).map(({ long, required }) => [long, required])).toEqual([
    ['--name', true],
    ['--left', false],
    ['--right', false],
  ]);
});

test('a field that several forms have may be whatever one of them allows', () => {
  const type = (...words: string[]): Schema => ({
    type: 'string',
    description: 'Where from.',
    enum: words,
    default: words[0],
  });
  const card = bodyCard({
    anyOf: [
      { type: 'object', properties: { type: type('list', 'website'), same: { type: 'boolean' } } },
      { type: 'object', properties: { type: type('saved'), same: { type: 'boolean' } } },
    ],
  });
  expect(flagsOf(card, {})).toMatchObject([
    { long: '--type', summary: 'Where from.', type: 'string', choices: ['list', 'website', 'saved'], default: 'list' },
    { long: '--same', type: 'boolean' },
  ]);
});

test('a body that is one file is the flag --file', () => {
  const card = cardOf({
    method: 'POST',
    body: { kind: 'binary', required: true, schema: { type: 'string', format: 'binary' } },
  });
  expect(flagsOf(card, {})).toMatchObject([{ long: '--file', field: '', type: 'file', required: true }]);
});

test('common fields come first, the others in the order of the contract', () => {
  const schema: Schema = { type: 'object', properties: { a: {}, b: {}, c: {} } };
  const command = { path: ['things', 'do'], examples: [], common: ['c'] };
  expect(longsOf(bodyCard(schema, { command }))).toEqual(['--c', '--a', '--b']);
});

describe('a field whose word is taken gets its place in front', () => {
  test('by a flag of every command', () => {
    const schema: Schema = { type: 'object', properties: { color: { type: 'string' }, dryRun: { type: 'boolean' } } };
    expect(longsOf(bodyCard(schema))).toEqual(['--body-color', '--body-dry-run']);
  });

  test('by another field', () => {
    const card = bodyCard(
      { type: 'object', properties: { name: {} } },
      { params: [query('name', { type: 'string' })] },
    );
    expect(longsOf(card)).toEqual(['--name', '--body-name']);
  });

  test('by the negation of another field', () => {
    const schema: Schema = { type: 'object', properties: { reply: { type: 'boolean' }, noReply: { type: 'boolean' } } };
    expect(longsOf(bodyCard(schema))).toEqual(['--reply', '--body-no-reply']);
  });

  test('--all and --limit are taken only where a list comes in pages', () => {
    const params = [query('all', { type: 'boolean' }), query('limit', { type: 'integer' }), query('size', {})];
    expect(longsOf(cardOf({ params }))).toEqual(['--all', '--limit', '--size']);
    const paging = { position: ['page'], size: 'size' };
    expect(longsOf(cardOf({ params, paging }))).toEqual(['--query-all', '--query-limit']);
  });
});

test('no operation has two flags of one word, or one of a flag of every command', () => {
  for (const area of new Set(Object.values(catalog.index().commands).map((entry) => entry.area))) {
    const { operations, schemas } = catalog.file(area);
    for (const card of operations) {
      const shared = [...GLOBAL_FLAGS, ...OPERATION_FLAGS, ...(card.paging ? PAGING_FLAGS : [])];
      const longs = [...shared, ...flagsOf(card, schemas)].map(({ long }) => long);
      expect(longs, card.id).toEqual([...new Set(longs)]);
      const names = flagsOf(card, schemas).map(({ name }) => name);
      expect(names, card.id).toEqual([...new Set(names)]);
    }
  }
});

test('every query, header and body field of every operation has a flag, save page sizes', () => {
  for (const area of new Set(Object.values(catalog.index().commands).map((entry) => entry.area))) {
    const { operations, schemas } = catalog.file(area);
    for (const card of operations) {
      const fields = flagsOf(card, schemas).map(({ field }) => field);
      const params = card.params.filter((param) => param.in !== 'path' && param.name !== card.paging?.size);
      for (const { name } of params) expect(fields, card.id).toContain(name);
      for (const name of Object.keys(card.body?.schema.properties ?? {})) expect(fields, card.id).toContain(name);
    }
  }
});

test('whatever a field is called, its flag is a word of lowercase letters, digits and dashes', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z][A-Za-z0-9_.-]{0,20}$/), (name) => {
      const [flag] = flagsOf(cardOf({ params: [query(name, { type: 'string' })] }), {});
      expect(flag?.long).toMatch(/^--[a-z0-9]+(-[a-z0-9]+)*$/);
    }),
  );
});

test('hand-made words have the same form', () => {
  expect(ownFlags({ readyFile: { type: 'file', summary: 'Where to say so' } })).toMatchObject([
    { name: 'readyFile', long: '--ready-file', in: 'own', required: false, repeat: false },
  ]);
  expect(ownArguments({ files: { summary: 'Files', required: true, repeat: true } })).toMatchObject([
    { name: 'files', label: 'files', required: true, repeat: true },
  ]);
  expect(ownArguments({ words: { summary: 'Words' } })).toMatchObject([{ required: false, repeat: false }]);
});
