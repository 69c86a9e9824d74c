/** The engine over a contract of its own: what kinds and effects declare is all it knows. */
import { describe, expect, test } from 'vitest';
import type { Catalog } from '../../../src/catalog/catalog.ts';
import type { Schema } from '../../../src/kernel/schema.ts';
import type { Effect, Kind, ServedOperation } from '../../../src/kernel/effect.ts';
import { card, catalogOf } from '../cards.ts';
import { startService, TEST_NOW, type Json } from '../../support/service.ts';

const TEXT: Schema = { type: 'string' };

const CUP: Schema = {
  type: 'object',
  required: ['_id', 'note'],
  properties: {
    _id: TEXT,
    name: TEXT,
    note: { type: ['string', 'null'] },
    state: { type: 'string', enum: ['clean', 'used'] },
    secret: TEXT,
    sips: { type: 'integer' },
    spoons: { type: 'array', items: TEXT },
    spoonCount: { type: 'integer' },
    createdAt: TEXT,
    washedAt: TEXT,
    shelfId: TEXT,
    failure: TEXT,
  },
};

const ONE: Schema = { type: 'object', properties: { success: { type: 'boolean' }, cup: { $ref: '#/schemas/Cup' } } };

const MANY: Schema = {
  type: 'object',
  properties: {
    cups: { type: 'array', items: { $ref: '#/schemas/Cup' } },
    pagination: { type: 'object', properties: { total: { type: 'integer' }, hasMore: { type: 'boolean' } } },
  },
};

const SENT: Schema = {
  type: 'object',
  properties: {
    name: TEXT,
    label: TEXT,
    secret: TEXT,
    shelfId: TEXT,
    spoons: { type: 'array', items: TEXT },
    cups: { type: 'array', items: { type: 'object', properties: { name: TEXT } } },
  },
};

const place = (name: string) => ({ name, in: 'path', required: true, schema: TEXT, summary: 'Which one.' }) as const;
const body = { kind: 'json', required: true, schema: SENT } as const;

type Route = readonly [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, effect: Effect, answer?: Schema];

/** Every operation of the small contract: its address, its effect, its answer. */
const ROUTES: Readonly<Record<string, Route>> = {
  createShelf: ['POST', '/v1/shelves', { does: 'create', kind: 'shelf' }],
  createCup: ['POST', '/v1/cups', { does: 'create', kind: 'cup', record: 'cup', as: { label: 'name' } }, ONE],
  createCups: [
    'POST',
    '/v1/cups/many',
    { does: 'create', kind: 'cup', each: 'cups', list: 'cups', answer: { made: '$count' } },
    { ...MANY, properties: { ...MANY.properties, made: { type: 'integer' } } },
  ],
  listCups: ['GET', '/v1/cups', { does: 'list', kind: 'cup', list: 'cups' }, MANY],
  getCup: ['GET', '/v1/cups/{cupId}', { does: 'get', kind: 'cup', record: 'cup' }, ONE],
  updateCup: ['PUT', '/v1/cups/{cupId}', { does: 'update', kind: 'cup', record: 'cup' }, ONE],
  useCup: [
    'POST',
    '/v1/cups/{cupId}/use',
    { does: 'set', kind: 'cup', sets: { state: 'used', washedAt: '$now' }, record: 'cup' },
    ONE,
  ],
  copyCup: ['POST', '/v1/cups/{cupId}/copy', { does: 'create', kind: 'cup', copies: 'cupId', record: 'cup' }, ONE],
  deleteCup: ['DELETE', '/v1/cups/{cupId}', { does: 'delete', kind: 'cup' }],
  describeCup: ['GET', '/v1/cups/{cupId}/described', { does: 'get', kind: 'cup' }],
  listOpenly: [
    'GET',
    '/v1/open-cups',
    { does: 'list', kind: 'cup', list: 'cups' },
    { type: 'object', properties: { cups: { type: 'array' } } },
  ],
  listAges: [
    'GET',
    '/v1/aged-cups',
    { does: 'list', kind: 'cup', list: 'cups' },
    {
      type: 'object',
      properties: {
        cups: {
          type: 'array',
          items: {
            type: 'object',
            properties: { createdAt: { type: 'integer' }, failure: { type: ['string', 'null'] }, name: TEXT },
          },
        },
      },
    },
  ],
  breakCup: ['POST', '/v1/cups/{cupId}/break', { does: 'run', kind: 'cup' }],
  listMoods: ['GET', '/v1/moods', { does: 'list', kind: 'cup', list: 'cups', waits: 'ads' }, MANY],
  listTeas: [
    'GET',
    '/v1/teas',
    { does: 'fixture', kind: 'tea', list: 'teas' },
    {
      type: 'object',
      properties: { teas: { type: 'array', items: { type: 'object', properties: { id: TEXT, name: TEXT } } } },
    },
  ],
  getTea: [
    'GET',
    '/v1/teas/{teaId}',
    { does: 'fixture', kind: 'tea', record: 'tea' },
    { type: 'object', properties: { tea: { type: 'object', properties: { id: TEXT, name: TEXT } } } },
  ],
};

const KINDS: Readonly<Record<string, Kind>> = {
  shelf: { id: 'record', key: '_id', names: ['shelfId'], owner: 'team', source: 'team' },
  cup: {
    id: 'record',
    key: '_id',
    names: ['cupId'],
    owner: 'shelf',
    source: 'team',
    initial: { state: 'clean', failure: null },
    times: { createdAt: 'created' },
    unread: ['secret'],
    lengths: { spoonCount: 'spoons' },
  },
  tea: { id: 'native', key: 'id', names: ['teaId'], owner: 'network', source: 'network' },
};

const PLACES: Readonly<Record<string, string>> = { cupId: 'cup', teaId: 'tea' };

function catalog(): Catalog {
  const cards = Object.entries(ROUTES).map(([id, [method, path, effect, answer]]) => {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => place(name ?? ''));
    const status = method === 'POST' && effect.does === 'create' ? '201' : '200';
    const hasBody = ['POST', 'PUT'].includes(method);
    return card({ id, method, path, params: names, responses: { [status]: answer ?? null }, ...(hasBody && { body }) });
  });
  const operations = Object.entries(ROUTES).map(([id, [method, path, effect]]): [string, ServedOperation] => {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']): [string, string] => [name, PLACES[name] ?? '']);
    return [
      id,
      { effect, places: Object.fromEntries(names), status: method === 'POST' && effect.does === 'create' ? 201 : 200 },
    ];
  });
  return {
    ...catalogOf(cards, { Cup: CUP }),
    kinds: () => KINDS,
    served: ({ id }) => Object.fromEntries(operations)[id],
    service: () => ({ kinds: KINDS, operations: Object.fromEntries(operations) }),
    fixtures: () => ({
      tea: [
        { id: '7', name: 'Assam' },
        { id: '8', name: 'Sencha' },
      ],
    }),
  };
}

const cups = () => startService({ catalog: catalog() });

test('a record is made of what was sent, what its kind has from the start, its id and its times, and of nothing else', async () => {
  const { api } = await cups();
  const { status, body: answer } = await api('POST', '/v1/cups', { body: { label: 'blue', spoons: ['tea', 'egg'] } });
  expect(status).toBe(201);
  const { _id: id, ...rest } = answer.cup ?? {};
  expect(id).toMatch(/^[0-9a-f]{24}$/);
  expect(rest).toEqual({
    name: 'blue',
    note: null,
    state: 'clean',
    spoons: ['tea', 'egg'],
    spoonCount: 2,
    createdAt: new Date(TEST_NOW).toISOString(),
  });
});

test('what was made is read, listed, changed and deleted; what is write-only is never read', async () => {
  const { api } = await cups();
  const made = await api('POST', '/v1/cups', { body: { name: 'blue', secret: 'crack' } });
  expect(made.body.cup).not.toHaveProperty('secret');
  const path = `/v1/cups/${String(made.body.cup?._id)}`;
  expect((await api('GET', path)).body.cup).toEqual(made.body.cup);
  expect((await api('PUT', path, { body: { name: 'red' } })).body.cup).toEqual({ ...made.body.cup, name: 'red' });
  expect((await api('GET', '/v1/cups')).body).toEqual({
    cups: [{ ...made.body.cup, name: 'red' }],
    pagination: { total: 1, hasMore: false },
  });
  expect((await api('DELETE', path)).body).toEqual({ success: true });
  expect((await api('GET', path)).status).toBe(404);
  expect((await api('GET', '/v1/cups')).body.cups).toEqual([]);
});

test('where the contract leaves an answer open, what is write-only is not read either', async () => {
  const { api } = await cups();
  const { body: made } = await api('POST', '/v1/cups', { body: { name: 'blue', secret: 'crack' } });
  const described = await api('GET', `/v1/cups/${String(made.cup?._id)}/described`);
  expect(described.body).toMatchObject({ name: 'blue' });
  expect(described.body).not.toHaveProperty('secret');
  const { body: listed } = await api<{ cups: Json[] }>('GET', '/v1/open-cups');
  expect(listed.cups).toMatchObject([{ name: 'blue' }]);
  expect(listed.cups[0]).not.toHaveProperty('secret');
});

test('a time reads as Unix seconds where a number is asked for, and what is known to be nothing reads as null', async () => {
  const { api } = await cups();
  await api('POST', '/v1/cups', { body: { label: 'blue' } });
  const { body: answer } = await api('GET', '/v1/aged-cups');
  expect(answer).toEqual({ cups: [{ createdAt: TEST_NOW / 1_000, failure: null, name: 'blue' }] });
});

test('an effect sets what it says, and the word for now is the clock of the service', async () => {
  const { api } = await cups();
  const { body: made } = await api('POST', '/v1/cups', { body: { name: 'blue' } });
  const used = await api('POST', `/v1/cups/${String(made.cup?._id)}/use`, { body: { name: 'ignored' } });
  expect(used.body.cup).toEqual({ ...made.cup, state: 'used', washedAt: new Date(TEST_NOW).toISOString() });
});

test('a copy has everything of its original but the id', async () => {
  const { api } = await cups();
  const { body: made } = await api('POST', '/v1/cups', { body: { name: 'blue', spoons: ['tea'] } });
  const copy = await api('POST', `/v1/cups/${String(made.cup?._id)}/copy`, { body: {} });
  expect(copy.body.cup).toMatchObject({ name: 'blue', spoons: ['tea'] });
  expect(copy.body.cup?._id).not.toBe(made.cup?._id);
});

test('every entry of a list becomes a record, and the answer counts them', async () => {
  const { api } = await cups();
  const { body: answer } = await api<{ cups: Json[]; made: number }>('POST', '/v1/cups/many', {
    body: { cups: [{ name: 'a' }, { name: 'b' }] },
  });
  expect(answer.made).toBe(2);
  expect(answer.cups.map(({ name }) => name)).toEqual(['a', 'b']);
});

describe('what is not there is refused in the words of its kind', () => {
  test.each([
    ['the record itself', 'GET', '/v1/cups/0123456789abcdef01234567', 'There is no such cup.'],
    ['an id that the network does not know', 'GET', '/v1/teas/9', 'There is no such tea.'],
  ] as const)('%s', async (_what, method, path, error) => {
    const { api } = await cups();
    expect(await api(method, path)).toMatchObject({ status: 404, body: { code: 'not_found', error } });
  });

  test('an owner that the body names, and nothing is kept', async () => {
    const { api } = await cups();
    const answer = await api('POST', '/v1/cups', { body: { shelfId: '0123456789abcdef01234567' } });
    expect(answer).toMatchObject({ status: 404, body: { error: 'There is no such shelf.', param: 'shelfId' } });
    expect((await api('GET', '/v1/cups')).body.cups).toEqual([]);
  });
});

test('an id is compared with what a record has, not with what it lacks', async () => {
  const { api } = await cups();
  await api('POST', '/v1/cups', { body: { label: 'blue' } });
  expect((await api('GET', '/v1/cups/undefined')).status).toBe(404);
});

test('a record of another team is not there', async () => {
  const { api, control } = await cups();
  const { body: made } = await api('POST', '/v1/cups', { body: { name: 'blue' } });
  const { body: other } = await control('POST', '/_local/teams', { name: 'Other' });
  const answer = await api('GET', `/v1/cups/${String(made.cup?._id)}`, { key: String(other.apiKey) });
  expect(answer.status).toBe(404);
});

test('what a network owns is the same at every call', async () => {
  const { api } = await cups();
  expect((await api('GET', '/v1/teas')).body.teas).toEqual([
    { id: '7', name: 'Assam' },
    { id: '8', name: 'Sencha' },
  ]);
  expect((await api('GET', '/v1/teas/8')).body.tea).toEqual({ id: '8', name: 'Sencha' });
});

test('an act without a function is not simulated, and a reading that waits for its area is empty', async () => {
  const { api } = await cups();
  const { body: made } = await api('POST', '/v1/cups', { body: { name: 'blue' } });
  const path = `/v1/cups/${String(made.cup?._id)}`;
  expect(await api('POST', `${path}/break`, { body: {} })).toMatchObject({
    status: 501,
    body: { code: 'not_simulated', type: 'api_error' },
  });
  expect((await api('GET', path)).body.cup).toEqual(made.cup);
  expect((await api('GET', '/v1/moods')).body.cups).toEqual([]);
});
