import { expect, test } from 'vitest';
import { catalogOf } from '../cards.ts';
import { startService, type Json } from '../../support/service.ts';

const things = () => startService({ catalog: catalogOf() });

test('a record is created, read, changed, listed and deleted', async () => {
  const { api } = await things();
  const made = await api('POST', '/v1/things', { body: { name: 'ball', size: 3 } });
  expect(made.status).toBe(201);
  expect(made.body.thing).toMatchObject({ name: 'ball', size: 3, createdAt: '2026-01-05T09:00:00.000Z' });
  const path = `/v1/things/${String(made.body.thing?._id)}`;

  expect((await api('GET', path)).body.thing).toEqual(made.body.thing);
  expect((await api('PUT', path, { body: { size: 4 } })).body.thing).toMatchObject({ name: 'ball', size: 4 });
  expect((await api('GET', '/v1/things')).body).toMatchObject({ things: [{ name: 'ball', size: 4 }], total: 1 });
  const deleted = await api('DELETE', path);
  expect([deleted.status, deleted.body]).toEqual([204, undefined]);
  expect((await api('GET', path)).status).toBe(404);
});

test('GEN-21 GEN-22 a list takes a page size and an offset, and says how much there is', async () => {
  const { api } = await things();
  for (const name of ['a', 'b', 'c']) await api('POST', '/v1/things', { body: { name } });
  const page = await api<{ things: Json[]; pagination: Json }>('GET', '/v1/things', { query: { limit: 2, skip: 1 } });
  expect(page.body.things.map(({ name }) => name)).toEqual(['b', 'c']);
  expect(page.body.pagination).toMatchObject({ total: 3, limit: 2, skip: 1, hasMore: false });
});

test('ASM-15 a limit outside 1 to 100 is refused, and 50 records come without one', async () => {
  const { api } = await things();
  for (let index = 0; index < 52; index += 1) await api('POST', '/v1/things', { body: { name: `t${String(index)}` } });
  expect((await api<{ things: Json[] }>('GET', '/v1/things')).body.things).toHaveLength(50);
  for (const limit of [0, 101])
    expect((await api('GET', '/v1/things', { query: { limit } })).body).toMatchObject({
      code: 'invalid_field_value',
      param: 'limit',
    });
});

test('a query parameter with the name of a field filters by it', async () => {
  const { api } = await things();
  for (const size of [1, 2, 2]) await api('POST', '/v1/things', { body: { name: 'x', size } });
  expect((await api('GET', '/v1/things', { query: { size: 2 } })).body.total).toBe(2);
});

test('an act answers with the record, and with 404 when there is none', async () => {
  const { api } = await things();
  const made = await api('POST', '/v1/things', { body: { name: 'ball' } });
  const id = String(made.body.thing?._id);
  expect((await api('POST', `/v1/things/${id}/shake`)).body.thing).toMatchObject({ _id: id, name: 'ball' });
  expect((await api('POST', '/v1/things/0123456789abcdef01234567/shake')).status).toBe(404);
});

test('ERR-20 what belongs to another team is not found, like what does not exist', async () => {
  const { api, control } = await things();
  const made = await api('POST', '/v1/things', { body: { name: 'mine' } });
  const other = await control('POST', '/_local/teams', { name: 'Other' });
  const key = String(other.body.apiKey);

  const theirs = await api('GET', `/v1/things/${String(made.body.thing?._id)}`, { key });
  const nobodys = await api('GET', '/v1/things/0123456789abcdef01234567', { key });
  expect(theirs.status).toBe(404);
  expect(theirs.body).toEqual(nobodys.body);
  expect((await api('GET', '/v1/things', { key })).body.total).toBe(0);
});
