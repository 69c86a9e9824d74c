/** Photos and videos of a location. */
import { expect, test } from 'vitest';
import type { Json } from '../../../support/service.ts';
import { refused, ROASTERY, stage } from './stage.ts';

const sourceUrl = 'https://example.com/front.jpg';

test('readings, "Google Business": photos are those of one location, until they are deleted there', async () => {
  const { get, post, call } = await stage();
  const { body } = await post('gmb-media', { sourceUrl, category: 'EXTERIOR', description: 'The door' });
  const mediaId = String(body['name']);
  const listed = async (query = {}) => (await get('gmb-media', query))['mediaItems'];
  expect(await listed()).toMatchObject([
    { name: mediaId, sourceUrl, description: 'The door', locationAssociation: { category: 'EXTERIOR' } },
  ]);
  expect(await listed({ locationId: ROASTERY })).toEqual([]);
  expect((await call('DELETE', 'gmb-media', undefined, { mediaId, locationId: ROASTERY })).status).toBe(404);
  expect((await call('DELETE', 'gmb-media', undefined, { mediaId })).body).toMatchObject({ deleted: true });
  expect(await listed()).toEqual([]);
  expect((await call('DELETE', 'gmb-media', undefined, { mediaId })).status).toBe(404);
});

test('readings, "Google Business": there is one cover, and the one before is an additional photo', async () => {
  const { get, post } = await stage();
  const add = async (category: string, query = {}) =>
    String((await post('gmb-media', { sourceUrl, category }, query)).body['name']);
  const first = await add('COVER');
  const elsewhere = await add('COVER', { locationId: ROASTERY });
  const logo = await add('LOGO');
  const second = await add('COVER');
  const roles = async (query = {}) =>
    Object.fromEntries(
      ((await get('gmb-media', query))['mediaItems'] as unknown as Json[]).map(({ name, locationAssociation }) => [
        name,
        locationAssociation?.['category'],
      ]),
    );
  expect(await roles()).toEqual({ [first]: 'ADDITIONAL', [logo]: 'LOGO', [second]: 'COVER' });
  expect(await roles({ locationId: ROASTERY })).toEqual({ [elsewhere]: 'COVER' });
});

// prettier-ignore
test.each<[body: object, param: string]>([
  [{ sourceUrl: 'front.jpg' },                                       'sourceUrl'],
  [{ sourceUrl, mediaFormat: 'VIDEO', category: 'LOGO' },            'category'],
  [{ sourceUrl, description: 'x'.repeat(1_001) },                    'description'],
])('readings, "Google Business": a photo is judged (%j)', async (body, param) => {
  const { get, post } = await stage();
  expect(await post('gmb-media', body)).toMatchObject(refused(param));
  expect(await get('gmb-media')).toMatchObject({ mediaItems: [] });
});
