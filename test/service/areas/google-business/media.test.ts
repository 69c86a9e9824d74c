/** Photos and videos of a location. */
import { expect, test } from 'vitest';
import type { Json } from '../../../support/service.ts';
import { mp4Of, pngOf, upload } from '../../../support/media-files.ts';
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

const photo = (width: number, sizeBytes: number) => ({
  contentType: 'image/png',
  bytes: pngOf({ width, height: 250 }, sizeBytes),
});

const film = (seconds: number) => ({
  contentType: 'video/mp4',
  bytes: mp4Of({ width: 1_280, height: 720, seconds }, 20_000),
});

// prettier-ignore
test.each([
  ['a photo as small as it may be', photo(250, 10_240), 'PHOTO', [200, undefined]],
  ['a photo that is too narrow',    photo(249, 10_240), 'PHOTO', [400, 'sourceUrl']],
  ['a photo of too few bytes',      photo(250, 10_239), 'PHOTO', [400, 'sourceUrl']],
  ['a video as long as it may be',  film(30),           'VIDEO', [200, undefined]],
  ['a video that is too long',      film(31),           'VIDEO', [400, 'sourceUrl']],
  ['a video as a photo',            film(3),            'PHOTO', [400, 'mediaFormat']],
] as const)('readings, "Google Business": %s is judged by its bytes', async (_what, file, mediaFormat, outcome) => {
  const at = await stage();
  const sourceUrl = await upload(at, file.contentType, file.bytes);
  const { status, body } = await at.post('gmb-media', { sourceUrl, mediaFormat });
  expect([status, body['param']]).toEqual(outcome);
});
