import { expect, test } from 'vitest';
import { catalogOf } from '../cards.ts';
import { startService, type Json } from '../../support/service.ts';

const things = () => startService({ catalog: catalogOf() });

test('GEN-11 an unknown key in a body is dropped, and noted with the key that was perhaps meant', async () => {
  const { api, control } = await things();
  const made = await api('POST', '/v1/things', { body: { name: 'ball', sise: 3, bogus: 1 } });
  expect(made.status).toBe(201);
  expect(made.body.thing).not.toHaveProperty('sise');
  expect(made.body.thing).not.toHaveProperty('bogus');

  const log = await control<{ requests: Json[] }>('GET', '/_local/requests?operation=createThing');
  expect(log.body.requests[0]?.notes).toEqual([
    expect.objectContaining({ kind: 'ignored_key', param: 'sise', suggestion: 'size' }),
    expect.objectContaining({ kind: 'ignored_key', param: 'bogus' }),
  ]);
});

test('GEN-11 thousands of unknown keys are dropped, and the log keeps as many as somebody reads', async () => {
  const { api, control } = await things();
  const keys = Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [`k${String(at)}${'x'.repeat(300)}`, at]));
  expect((await api('POST', '/v1/things', { body: { name: 'ball', ...keys } })).status).toBe(201);
  const { body } = await control<{ requests: { notes: { param: string }[] }[] }>(
    'GET',
    '/_local/requests?operation=createThing',
  );
  expect(body.requests[0]?.notes).toHaveLength(100);
  expect(body.requests[0]?.notes[0]?.param).toHaveLength(200);
});

test('GEN-12 an unknown query parameter is dropped, so that the answer is unfiltered, and noted', async () => {
  const { api, control } = await things();
  await api('POST', '/v1/things', { body: { name: 'a', size: 1 } });
  await api('POST', '/v1/things', { body: { name: 'b', size: 2 } });
  expect((await api('GET', '/v1/things?sizes=1')).body.total).toBe(2);
  const log = await control<{ requests: Json[] }>('GET', '/_local/requests?operation=listThings');
  expect(log.body.requests[0]?.notes).toMatchObject([{ param: 'sizes', suggestion: 'size' }]);
});

test('ERR-06 ERR-25 a missing field is named', async () => {
  const { api } = await things();
  const answer = await api('POST', '/v1/things', { body: {} });
  expect([answer.status, answer.body]).toMatchObject([400, { code: 'missing_required_field', param: 'name' }]);
});

test('ERR-07 a missing field deep inside is named by its dotted path', async () => {
  const { api } = await things();
  const answer = await api('POST', '/v1/things', { body: { name: 'x', brand: { ein: '1' } } });
  expect(answer.body).toMatchObject({ code: 'missing_required_field', param: 'brand.vertical' });
});

test('ERR-08 several bad fields have an entry each', async () => {
  const { api } = await things();
  const answer = await api('POST', '/v1/things', { body: { name: 7, size: 99, colour: 'ret' } });
  const errors = (answer.body.details as unknown as { errors: Json[] }).errors;
  expect(errors.map(({ param }) => param).sort()).toEqual(['colour', 'name', 'size']);
  expect(errors.find(({ param }) => String(param) === 'colour')).toMatchObject({
    code: 'invalid_field_value',
    allowed: ['red', 'green'],
    suggestion: 'red',
  });
});

test.each([
  ['a wrong type', { name: 'x', size: '3' }, 'size'],
  ['a wrong word', { name: 'x', colour: 'blue' }, 'colour'],
  ['a value out of bounds', { name: 'x', size: 11 }, 'size'],
  ['an empty text', { name: '' }, 'name'],
])('ERR-26 %s in a body is refused, not coerced', async (_case, body, param) => {
  const { api } = await things();
  const answer = await api('POST', '/v1/things', { body });
  expect([answer.status, answer.body]).toMatchObject([400, { code: 'invalid_field_value', param }]);
});

test('query values are coerced by their schema, and refused when they do not fit', async () => {
  const { api } = await things();
  await api('POST', '/v1/things', { body: { name: 'a', size: 2 } });
  expect((await api('GET', '/v1/things?size=2&limit=1')).body.total).toBe(1);
  expect((await api('GET', '/v1/things?size=two')).body).toMatchObject({ code: 'invalid_field_value', param: 'size' });
  expect((await api('GET', '/v1/things?size=')).status).toBe(200);
});

test('a path word from a closed list is checked, any other odd id is not found', async () => {
  const { api } = await things();
  expect((await api('GET', '/v1/kinds/oval/things?wanted=x')).body).toMatchObject({ param: 'kind' });
  expect((await api('GET', '/v1/kinds/round/things')).body).toMatchObject({
    code: 'missing_required_field',
    param: 'wanted',
  });
  expect((await api('GET', '/v1/things/not-an-id')).status).toBe(404);
  expect((await api('GET', `/v1/things/${encodeURIComponent('a/b')}`)).status).toBe(404);
});

const BOUNDARY = 'xyz';

const part = (head: string, text: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`;

const multipart = (...parts: string[]) => ({
  body: `${parts.join('')}--${BOUNDARY}--\r\n`,
  headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
});

test('a multipart body gives coerced fields and files', async () => {
  const { api } = await things();
  const good = multipart(part('name="parts"', '7'), part('name="file"; filename="ü.txt"', 'bytes'));
  expect((await api('POST', '/v1/things/upload', good)).body.thing).toMatchObject({ parts: 7, file: 'ü.txt' });
});

test.each([
  ['no file', multipart(part('name="parts"', '7')), 'missing_required_field'],
  [
    'a field of the wrong type',
    multipart(part('name="parts"', 'x'), part('name="file"; filename="a"', '')),
    'invalid_field_value',
  ],
  ['half a body', { ...multipart(), body: part('name="file"; filename="a"', 'x').slice(0, 30) }, 'invalid_field_value'],
  ['no boundary', { body: 'x', headers: { 'content-type': 'multipart/form-data' } }, 'invalid_field_value'],
])('a multipart body with %s is refused', async (_case, sending, code) => {
  const { api } = await things();
  const answer = await api('POST', '/v1/things/upload', sending);
  expect([answer.status, answer.body.code]).toEqual([400, code]);
});

test('a multipart body past 25 MB answers 413', async () => {
  const { api } = await things();
  const answer = await api(
    'POST',
    '/v1/things/upload',
    multipart(part('name="file"; filename="a"', 'x'.repeat(26 << 20))),
  );
  expect([answer.status, answer.body.code]).toEqual([413, 'payload_too_large']);
});

test('keys that would reach into the language are only text', async () => {
  const { api } = await things();
  const made = await api('POST', '/v1/things', { body: '{"name":"x","__proto__":{"size":1},"constructor":2}' });
  expect(made.status).toBe(201);
  expect(made.body.thing).not.toHaveProperty('size');
  expect((await api('GET', '/v1/things?__proto__=1&constructor=2')).status).toBe(200);
});

test('ERR-06 a header that the operation cannot do without is named when it is missing', async () => {
  const { api } = await startService();
  const path = '/v1/connect/pinterest/select-board';
  const missing = async (headers: Readonly<Record<string, string>>) => {
    const { details } = (await api('GET', path, { headers })).body as {
      details?: { errors: readonly { param: string }[] };
    };
    return (details?.errors ?? []).map(({ param }) => param);
  };
  expect(await missing({})).toContain('X-Connect-Token');
  expect(await missing({ 'x-connect-token': 'token' })).not.toContain('X-Connect-Token');
});
