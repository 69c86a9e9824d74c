/** Links of a location for booking, ordering and shopping. */
import { expect, test } from 'vitest';
import { refused, ROASTERY, stage } from './stage.ts';

const PATH = 'gmb-place-actions';
const uri = 'https://example.com/book';

test('readings, "Google Business": a link of one type leads to an address once in a location', async () => {
  const { get, post, call } = await stage();
  const { body } = await post(PATH, { uri, placeActionType: 'APPOINTMENT' });
  const name = String(body['name']);
  expect((await post(PATH, { uri, placeActionType: 'APPOINTMENT' })).status).toBe(409);
  expect((await post(PATH, { uri, placeActionType: 'APPOINTMENT' }, { locationId: ROASTERY })).status).toBe(200);
  const other = await post(PATH, { uri, placeActionType: 'SHOP_ONLINE' });
  const change = { name: String(other.body['name']), placeActionType: 'APPOINTMENT' };
  expect((await call('PATCH', PATH, change)).status).toBe(409);
  expect((await call('PATCH', PATH, { ...change, uri: `${uri}/2` })).body).toMatchObject({ uri: `${uri}/2` });
  expect((await call('PATCH', PATH, { name, uri })).status).toBe(200);
  expect((await get(PATH))['placeActionLinks']).toMatchObject([
    { name, uri, placeActionType: 'APPOINTMENT' },
    { name: change.name, uri: `${uri}/2`, placeActionType: 'APPOINTMENT' },
  ]);
});

test('readings, "Google Business": a link is changed and removed in its own location, and leads to the web', async () => {
  const { get, post, call } = await stage();
  expect(await post(PATH, { uri: 'book me', placeActionType: 'APPOINTMENT' })).toMatchObject(refused('uri'));
  const name = String((await post(PATH, { uri, placeActionType: 'APPOINTMENT' })).body['name']);
  expect(await call('PATCH', PATH, { name, uri: 'ftp://example.com' })).toMatchObject(refused('uri'));
  expect((await call('PATCH', PATH, { name, uri }, { locationId: ROASTERY })).status).toBe(404);
  expect((await call('DELETE', PATH, undefined, { name, locationId: ROASTERY })).status).toBe(404);
  expect((await call('DELETE', PATH, undefined, { name })).status).toBe(200);
  expect(await get(PATH)).toMatchObject({ placeActionLinks: [] });
});
