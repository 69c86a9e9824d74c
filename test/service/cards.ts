/** A small contract of its own, for what the real one has no operation for yet. */
import type { Catalog } from '../../src/catalog/catalog.ts';
import type { Card, CardFile } from '../../src/kernel/card.ts';
import type { Schema } from '../../src/kernel/schema.ts';
import type { Effect, Kind, ServedOperation } from '../../src/kernel/effect.ts';
import { resolved } from '../../src/schema/reference.ts';

const AREA = 'things';

type Words = Pick<Card, 'id' | 'method' | 'path'> & Partial<Card>;

export const card = (words: Words): Card => ({
  area: AREA,
  summary: 'Does something with things.',
  command: { path: ['things', words.id], examples: [] },
  params: [],
  responses: { '200': null },
  emits: [],
  source: [],
  ...words,
});

const STRING: Schema = { type: 'string' };

const THING: Schema = {
  type: 'object',
  properties: {
    _id: STRING,
    name: STRING,
    size: { type: 'integer' },
    parts: { type: 'integer' },
    file: STRING,
    profileId: STRING,
    createdAt: STRING,
    updatedAt: STRING,
  },
};

const BODY: Schema = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 1 },
    size: { type: 'integer', minimum: 0, maximum: 10 },
    colour: { type: 'string', enum: ['red', 'green'] },
    profileId: STRING,
    brand: { type: 'object', required: ['vertical'], properties: { vertical: STRING, ein: STRING } },
  },
};

const query = (name: string, schema: Schema, required = false) =>
  ({ name, in: 'query', required, schema, summary: 'A filter.' }) as const;

const header = (name: string) => ({ name, in: 'header', required: false, schema: STRING, summary: 'A key.' }) as const;

const place = (name: string, schema: Schema = STRING) =>
  ({ name, in: 'path', required: true, schema, summary: 'Which one.' }) as const;

const ONE: Schema = { type: 'object', properties: { message: STRING, thing: { $ref: '#/schemas/Thing' } } };

const body = { kind: 'json', required: true, schema: BODY } as const;

export const THINGS: readonly Card[] = [
  card({
    id: 'createThing',
    method: 'POST',
    path: '/v1/things',
    params: [header('Idempotency-Key')],
    body,
    responses: { '201': ONE },
    effect: { kind: 'thing', does: 'create' },
    group: 'publishing',
  }),
  card({
    id: 'listThings',
    method: 'GET',
    path: '/v1/things',
    params: [
      query('limit', { type: 'integer', minimum: 1, maximum: 100, default: 50 }),
      query('skip', { type: 'integer', minimum: 0 }),
      query('size', { type: 'integer' }),
    ],
    responses: {
      '200': {
        type: 'object',
        properties: {
          things: { type: 'array', items: { $ref: '#/schemas/Thing' } },
          total: { type: 'integer' },
          pagination: { type: 'object' },
        },
      },
    },
    effect: { kind: 'thing', does: 'list' },
    paging: { position: ['skip'], size: 'limit' },
    group: 'publishing',
  }),
  card({
    id: 'getThing',
    method: 'GET',
    path: '/v1/things/{thingId}',
    params: [place('thingId')],
    responses: { '200': ONE },
    effect: { kind: 'thing', does: 'get' },
    group: 'publishing',
  }),
  card({
    id: 'updateThing',
    method: 'PUT',
    path: '/v1/things/{thingId}',
    params: [place('thingId')],
    body: { ...body, schema: { ...BODY, required: [] } },
    responses: { '200': ONE },
    effect: { kind: 'thing', does: 'update' },
    group: 'publishing',
  }),
  card({
    id: 'deleteThing',
    method: 'DELETE',
    path: '/v1/things/{thingId}',
    params: [place('thingId')],
    responses: { '204': null },
    effect: { kind: 'thing', does: 'delete' },
    group: 'publishing',
  }),
  card({
    id: 'shakeThing',
    method: 'POST',
    path: '/v1/things/{thingId}/shake',
    params: [place('thingId')],
    responses: { '200': ONE },
    effect: { kind: 'thing', does: 'set' },
  }),
  card({
    id: 'sendThing',
    method: 'POST',
    path: '/v1/things/upload',
    body: {
      kind: 'multipart',
      required: true,
      schema: {
        type: 'object',
        required: ['file'],
        properties: { file: { type: 'string', format: 'binary' }, parts: { type: 'integer' } },
      },
    },
    responses: { '200': { type: 'object', properties: { thing: { $ref: '#/schemas/Thing' } } } },
    effect: { kind: 'thing', does: 'create' },
  }),
  card({
    id: 'listByKind',
    method: 'GET',
    path: '/v1/kinds/{kind}/things',
    params: [place('kind', { type: 'string', enum: ['round', 'square'] }), query('wanted', STRING, true)],
    responses: { '200': { type: 'object', properties: { things: { type: 'array', items: THING } } } },
    effect: { kind: 'thing', does: 'list' },
  }),
];

const SCHEMAS = { Thing: THING };

const THING_KIND: Kind = {
  id: 'record',
  key: '_id',
  names: ['thingId'],
  owner: 'team',
  source: 'team',
  times: { createdAt: 'created', updatedAt: 'changed' },
};

const PROFILE_KIND: Kind = { id: 'record', key: '_id', names: ['profileId'], owner: 'team', source: 'team' };

/** Where the answers of these cards hold the thing, and what else they say. */
const EFFECTS: Readonly<Record<string, Partial<Effect>>> = {
  listThings: { list: 'things' },
  listByKind: { list: 'things' },
  shakeThing: { sets: { size: 0 }, record: 'thing' },
  sendThing: { record: 'thing', file: 'file' },
};

const servedOf = ({ id, path, method, effect }: Card): ServedOperation => ({
  effect: { does: 'run', record: 'thing', ...effect, ...EFFECTS[id] },
  places: path.includes('{thingId}') ? { thingId: 'thing' } : {},
  status: method === 'DELETE' ? 204 : id === 'createThing' ? 201 : 200,
});

const KINDS = { thing: THING_KIND, profile: PROFILE_KIND };

/** A catalog of these cards, and of nothing else. */
export function catalogOf(
  cards: readonly Card[] = THINGS,
  schemas: Readonly<Record<string, Schema>> = SCHEMAS,
): Catalog {
  const file: CardFile = { area: AREA, operations: cards, schemas };
  const commands = Object.fromEntries(
    cards.map(({ id, method, path, summary }) => [`things ${id}`, { area: AREA, id, method, path, summary }] as const),
  );
  const operations = Object.fromEntries(cards.map((one) => [one.id, servedOf(one)]));
  const card = (operationId: string): Card => {
    const found = cards.find(({ id }) => id === operationId);
    if (found === undefined) throw new Error(`no card ${operationId}`);
    return found;
  };
  return {
    index: () => ({ version: '0', branches: [], commands, groups: {}, events: [] }),
    names: () => ({ branches: [], commands }),
    file: () => file,
    command: (operationId) => ({ card: card(operationId), schemas }),
    card,
    samples: () => ({}),
    examples: () => ({}),
    completion: () => ({ args: [], flags: [], fields: [] }),
    called: () => ({}),
    operations: () => [],
    published: () => ({}),
    manifest: () => {
      throw new Error('The things have no manifest.');
    },
    routes: () => cards.map(({ id, method, path }) => ({ area: AREA, id, method, path })),
    kinds: () => KINDS,
    served: ({ id }) => operations[id],
    service: () => ({ kinds: KINDS, operations }),
    fixtures: () => ({}),
    schema: (_area, ref) => resolved({ $ref: ref }, schemas),
  };
}
