import { describe, expect, test } from 'vitest';
import { flagsOf } from '../../src/cli/flags.ts';
import { inputFrom } from '../../src/cli/input.ts';
import type { Card } from '../../src/kernel/card.ts';
import type { Schema } from '../../src/kernel/schema.ts';
import { cardOf } from '../client/cards.ts';

const body: Schema = {
  type: 'object',
  properties: {
    content: { type: 'string' },
    count: { type: 'integer' },
    active: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    events: { type: 'array', items: { type: 'string', enum: ['made', 'gone'] } },
    targets: { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } },
    settings: { type: 'object', properties: { level: { type: 'integer' }, name: { type: 'string' } } },
    metadata: { type: 'object', additionalProperties: true },
    file: { type: 'string', format: 'binary' },
  },
};

const card: Card = cardOf({
  method: 'POST',
  path: '/v1/things/{thingId}',
  params: [
    { name: 'thingId', in: 'path', required: true, schema: { type: 'string' }, summary: '' },
    { name: 'page', in: 'query', required: false, schema: { type: 'integer' }, summary: '' },
    { name: 'x-request-id', in: 'header', required: false, schema: { type: 'string' }, summary: '' },
  ],
  body: { kind: 'json', required: false, schema: body },
});

interface Words {
  readonly args?: Record<string, string>;
  readonly document?: unknown;
  readonly set?: readonly string[];
  readonly of?: Card;
}

const input = (flags: Record<string, unknown>, { args = {}, document, set = [], of = card }: Words = {}) =>
  inputFrom({
    card: of,
    schemas: {},
    flags: flagsOf(of, {}),
    typed: { args, flags: { ...flags, ...(set.length > 0 && { 'input:set': set }) } },
    document,
  });

test('words land where the operation wants them, as the values it wants', () => {
  const typed = { 'query:page': '2', 'header:x-request-id': 'abc', 'body:count': '7', 'body:active': false };
  expect(input(typed, { args: { thingId: '12' } })).toEqual({
    path: { thingId: '12' },
    query: { page: 2 },
    headers: { 'x-request-id': 'abc' },
    body: { count: 7, active: false },
  });
});

test('a body that is one file tells its name in the header for it, unless another name is typed', () => {
  const upload = cardOf({
    method: 'POST',
    params: [{ name: 'X-Filename', in: 'header', required: true, schema: { type: 'string' }, summary: '' }],
    body: { kind: 'binary', required: true, schema: { type: 'string', format: 'binary' } },
  });
  expect(input({ 'body:': 'papers/passport.pdf' }, { of: upload })).toMatchObject({
    headers: { 'X-Filename': 'passport.pdf' },
    files: { '': 'papers/passport.pdf' },
  });
  expect(input({ 'body:': 'a.pdf', 'header:X-Filename': 'b.pdf' }, { of: upload }).headers).toEqual({
    'X-Filename': 'b.pdf',
  });
  expect(input({ 'body:': '-' }, { of: upload }).headers).toEqual({});
});

test('nothing typed is no body, unless the operation must have one', () => {
  expect(input({})).toEqual({ path: {}, query: {}, headers: {} });
  const must = { ...card, body: { kind: 'json', required: true, schema: body } } as const;
  expect(input({}, { of: must })).toHaveProperty('body', {});
});

test.each([
  ['a mention', '@brand'],
  ['a dash', '-5 degrees'],
  ['JSON', '{"a":1}'],
  ['nothing', ''],
  ['a comma', 'a,b'],
])('text stays text: %s', (_, text) => {
  expect(input({ 'body:content': text }).body).toEqual({ content: text });
});

test('what does not fit stays as it was typed, for the judge to name', () => {
  expect(input({ 'body:count': 'many' }).body).toEqual({ count: 'many' });
});

describe('lists', () => {
  test('repeat, and a comma in free text is text', () => {
    expect(input({ 'body:tags': ['a', 'b,c'] }).body).toEqual({ tags: ['a', 'b,c'] });
  });

  test('of closed words may be separated by commas', () => {
    expect(input({ 'body:events': ['made, gone', 'made'] }).body).toEqual({ events: ['made', 'gone', 'made'] });
  });

  test('of objects take one object at a time, or a whole list', () => {
    expect(input({ 'body:targets': ['{"id":"1"}', '{"id":"2"}'] }).body).toEqual({
      targets: [{ id: '1' }, { id: '2' }],
    });
    expect(input({ 'body:targets': ['[{"id":"1"},{"id":"2"}]'] }).body).toEqual({
      targets: [{ id: '1' }, { id: '2' }],
    });
  });
});

describe('--set', () => {
  test.each<[string, readonly string[], unknown]>([
    ['a nested field by its schema', ['settings.level=3', 'settings.name=3'], { settings: { level: 3, name: '3' } }],
    ['a place in a list', ['targets[1].id=b', 'targets[0].id=a'], { targets: [{ id: 'a' }, { id: 'b' }] }],
    ['the end of a list', ['tags[]=a', 'tags[]=b'], { tags: ['a', 'b'] }],
    ['a text with an equals sign', ['content=a=b'], { content: 'a=b' }],
    [
      'an open object: JSON is JSON',
      ['metadata.n=1', 'metadata.t=on', 'metadata.o={"a":[]}'],
      { metadata: { n: 1, t: 'on', o: { a: [] } } },
    ],
    ['an empty text', ['content='], { content: '' }],
    ['a gap in a list is null', ['tags[1]=b'], { tags: [null, 'b'] }],
  ])('sets %s', (_, set, expected) => {
    expect(input({}, { set }).body).toEqual(expected);
  });

  test.each([
    ['content', 'must be path=value'],
    ['=x', 'must be path=value'],
    ['a..b=1', 'must be path=value'],
    ['a[x]=1', 'must be path=value'],
    ['__proto__.polluted=1', 'does not name a field'],
    ['tags[5000]=x', 'goes beyond position 999'],
  ])('refuses %s', (set, why) => {
    expect(() => input({}, { set: [set] })).toThrow(why);
  });

  test('refuses a way through a text', () => {
    expect(() => input({}, { set: ['content=a', 'content.b=1'] })).toThrow('goes into a value that is not an object');
    expect(() => input({}, { set: ['content=a', 'content[0]=1'] })).toThrow('indexes a value that is not a list');
    const list = ['metadata.x[0]=1', 'metadata.x.b=1'];
    expect(() => input({}, { set: list })).toThrow('goes into a value that is not an object');
  });

  test('leaves the prototype of objects alone', () => {
    expect(() => input({}, { set: ['metadata.constructor.prototype.x=1'] })).not.toThrow();
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});

test('a document comes first, --set goes over it, flags over both', () => {
  const document = { content: 'document', count: 1, settings: { level: 1, name: 'n' } };
  const set = ['count=2', 'settings.level=2'];
  expect(input({ 'body:count': '3' }, { document, set }).body).toEqual({
    content: 'document',
    count: 3,
    settings: { level: 2, name: 'n' },
  });
  expect(document.settings.level).toBe(1);
});

test('files travel beside the body', () => {
  const of = cardOf({ method: 'POST', body: { kind: 'multipart', required: true, schema: body } });
  expect(input({ 'body:file': './a.csv', 'body:content': 'x' }, { of })).toMatchObject({
    body: { content: 'x' },
    files: { file: './a.csv' },
  });
});
