import { expect, test } from 'vitest';
import { requestFor } from '../../src/client/request.ts';
import { cardOf, catalog, inputOf } from './cards.ts';

const ID = '5b0f9c0e-8f3a-4c52-9d7e-2f1a3b4c5d6e';

test('path parameters are encoded one by one', () => {
  const card = cardOf({ path: '/v1/a/{one}/b/{two}' });
  const { path } = requestFor(card, inputOf({ path: { one: 'x/y', two: 'ü &' } }), ID);
  expect(path).toBe('/v1/a/x%2Fy/b/%C3%BC%20%26');
});

test.each(['', '.', '..'])('a path parameter %j would change the address and is refused', (id) => {
  const card = cardOf({ path: '/v1/things/{id}' });
  expect(() => requestFor(card, inputOf({ path: { id } }), ID)).toThrow(/id cannot (?:be empty|contain `\.`)/);
});

test('GEN-07 GEN-21 GEN-22 query names go out as they are spelled, lists repeat, absent values are left out', () => {
  const query = { limit: 5, skip: 10, profileId: 'p', tag: ['a', 'b c'], deep: { x: 1 }, no: undefined, nil: null };
  expect(requestFor(cardOf(), inputOf({ query }), ID).path).toBe(
    '/v1/things?limit=5&skip=10&profileId=p&tag=a&tag=b+c&deep=%7B%22x%22%3A1%7D',
  );
});

test('GEN-06 a JSON body is sent as JSON', () => {
  const card = cardOf({ method: 'POST', body: { kind: 'json', required: true, schema: {} } });
  const { body, headers } = requestFor(card, inputOf({ body: { a: [1, 'ü'] } }), ID);
  expect(body).toEqual({ kind: 'json', text: '{"a":[1,"ü"]}' });
  expect(headers['content-type']).toBe('application/json');
});

test('without a body there is no content type', () => {
  expect(requestFor(cardOf(), inputOf(), ID).headers).toEqual({ accept: 'application/json', 'x-request-id': ID });
});

test('an idempotency key is sent by itself where the operation takes one', () => {
  const { headers, repeatable } = requestFor(catalog.card('createProfile'), inputOf({ body: { name: 'a' } }), ID);
  expect(headers['idempotency-key']).toBe(ID);
  expect(repeatable).toBe(true);
});

test.each(['a?fields=b', 'a#b', '%2e%2e', '%252e', 'a\u0000', 'a\nb', '../profiles', 'a/./b'])(
  'a value that no id has, %j, is refused in a path',
  (id) => {
    const card = cardOf({ path: '/v1/things/{id}' });
    expect(() => requestFor(card, inputOf({ path: { id } }), ID)).toThrow(/^id cannot contain/);
  },
);

test.each(['urn:li:share:71', 'at://did:plc:a/app.bsky.feed.post/3k', 'accounts/1/locations/2', 't3_1abcde', 'a..b'])(
  'an id of a network, %s, goes out encoded once',
  (id) => {
    const card = cardOf({ path: '/v1/things/{id}' });
    expect(requestFor(card, inputOf({ path: { id } }), ID).path).toBe(`/v1/things/${encodeURIComponent(id)}`);
  },
);

test("the caller's own idempotency key wins", () => {
  const input = inputOf({ headers: { 'Idempotency-Key': 'mine' }, body: { name: 'a' } });
  expect(requestFor(catalog.card('createProfile'), input, ID).headers['idempotency-key']).toBe('mine');
});

// prettier-ignore
test.each([
  ['listPosts',     true],
  ['getPost',       true],
  ['createPost',    true],
  ['createProfile', true],
  ['updatePost',    false],
  ['deletePost',    false],
  ['retryPost',     false],
  ['createWebhookSettings', false],
])('%s may be repeated: %s', (id, repeatable) => {
  const card = catalog.card(id);
  const path = Object.fromEntries(card.params.filter((param) => param.in === 'path').map(({ name }) => [name, 'a']));
  expect(requestFor(card, inputOf({ path, body: {} }), ID).repeatable).toBe(repeatable);
});

test('a header value that no header can carry is refused', () => {
  const input = inputOf({ headers: { 'x-connect-token': 'a\r\nauthorization: b' } });
  expect(() => requestFor(cardOf(), input, ID)).toThrow('x-connect-token contains a character');
});

test('a multipart body keeps fields and files apart', () => {
  const card = cardOf({ method: 'POST', body: { kind: 'multipart', required: true, schema: {} } });
  const { body } = requestFor(card, inputOf({ body: { kind: 'a', tags: ['x', 'y'] }, files: { file: 'a.csv' } }), ID);
  expect(body).toEqual({
    kind: 'multipart',
    fields: [
      ['kind', 'a'],
      ['tags', 'x'],
      ['tags', 'y'],
    ],
    files: [['file', 'a.csv']],
  });
});

test('a binary body is one file', () => {
  const card = cardOf({ method: 'POST', body: { kind: 'binary', required: true, schema: {} } });
  expect(requestFor(card, inputOf({ files: { '': 'a.pdf' } }), ID).body).toEqual({ kind: 'binary', path: 'a.pdf' });
  expect(requestFor(card, inputOf(), ID).body).toEqual({ kind: 'none' });
});
