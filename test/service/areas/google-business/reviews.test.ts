/** Reviews of a business with several locations: each is about one of them. */
import { expect, test } from 'vitest';
import type { Json } from '../../../support/service.ts';
import { CAFE, ROASTERY, stage } from './stage.ts';

async function scene() {
  const at = await stage();
  const write = (rating: number, more: object = {}) =>
    at.control('POST', '/_local/inbound', {
      ...{ type: 'review', accountId: at.accountId, author: { name: 'Ada' }, rating, text: 'Fine.' },
      ...more,
    });
  const batch = (ids: readonly string[], more: object = {}) =>
    at.post('gmb-reviews/batch', { locationNames: ids.map((id) => `accounts/1/locations/${id}`), ...more });
  const rated = async (ids: readonly string[], more: object = {}) => {
    const { body } = await batch(ids, more);
    return (body['locationReviews'] as unknown as Json[]).map(({ name, review }) => [name, review?.['rating']]);
  };
  return { ...at, write, batch, rated };
}

test('readings, "Google Business": a review is about the location that it names, else the selected one', async () => {
  const { write, get, call, api } = await scene();
  await write(5);
  await write(2, { locationId: ROASTERY });
  expect(await get('gmb-reviews')).toMatchObject({
    reviews: [{ rating: 5 }],
    averageRating: 5,
    totalReviewCount: 1,
    locationId: CAFE,
  });
  const roastery = { reviews: [{ rating: 2 }], averageRating: 2, totalReviewCount: 1 };
  expect(await get('gmb-reviews', { locationId: ROASTERY })).toMatchObject(roastery);
  await call('PUT', 'gmb-locations', { selectedLocationId: ROASTERY });
  await write(4);
  expect(await get('gmb-reviews')).toMatchObject({ averageRating: 3, totalReviewCount: 2 });
  expect((await api('GET', '/v1/inbox/reviews')).body).toMatchObject({
    summary: { totalReviews: 3, averageRating: 3.7 },
  });
});

test('readings, "Google Business": a review is read at its own location, and answered anywhere', async () => {
  const { write, call, feed, accountId } = await scene();
  const id = String((await write(2, { locationId: ROASTERY })).body['reviewId']);
  const there = { locationId: ROASTERY };
  expect((await call('GET', `gmb-reviews/${id}`)).status).toBe(404);
  expect((await call('GET', `gmb-reviews/${id}`, undefined, there)).body).toMatchObject({ review: { rating: 2 } });
  expect((await call('POST', `gmb-reviews/${id}/reply`, { comment: 'Sorry.' })).status).toBe(200);
  expect(await feed(accountId, 'review_reply')).toMatchObject([{ text: 'Sorry.' }]);
});

test('readings, "Google Business": reviews of several locations come in one order, each with its location', async () => {
  const { write, rated, advance } = await scene();
  await write(3, { locationId: ROASTERY });
  await advance(60);
  await write(5, { locationId: CAFE });
  await advance(60);
  await write(4, { locationId: ROASTERY });
  const [cafe, roastery] = [`accounts/1/locations/${CAFE}`, `accounts/1/locations/${ROASTERY}`];
  expect(await rated([CAFE, ROASTERY])).toEqual([
    [roastery, 4],
    [cafe, 5],
    [roastery, 3],
  ]);
  expect(await rated([CAFE, ROASTERY], { orderBy: 'rating' })).toEqual([
    [roastery, 3],
    [roastery, 4],
    [cafe, 5],
  ]);
  expect(await rated([CAFE], { orderBy: 'rating desc' })).toEqual([[cafe, 5]]);
  expect(await rated(['1'])).toEqual([]);
});

test('readings, "Google Business": a review names a location of the network, and only of a listing', async () => {
  const { write, account } = await scene();
  expect(await write(5, { locationId: '1' })).toMatchObject({ status: 404, body: { param: 'locationId' } });
  const { _id: accountId } = await account('facebook');
  expect(await write(5, { accountId, locationId: CAFE })).toMatchObject({
    status: 400,
    body: { param: 'locationId' },
  });
  expect((await write(5, { accountId })).status).toBe(201);
});
