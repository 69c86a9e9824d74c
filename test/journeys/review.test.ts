/** A review, its answer, and what its author makes of it, at the listing and in the inbox. */
import { expect, test } from 'vitest';
import { startService } from '../support/service.ts';

test('EVT-81 EVT-82 EVT-83 INB-18 a review comes in, is answered, is changed, and loses its answer', async () => {
  const { account, api, control, events, feed } = await startService();
  const { _id: accountId } = await account('googlebusiness');
  const tell = (type: string, given: object) => control('POST', '/_local/inbound', { type, accountId, ...given });
  const before = (await events()).length;
  const { body } = await tell('review', { author: { name: 'Ada' }, rating: 2, text: 'The coffee was cold.' });
  const id = String(body['reviewId']);
  const there = `/v1/accounts/${accountId}/gmb-reviews`;
  const atListing = async () => (await api('GET', `${there}/${id}`)).body['review'];
  const inInbox = async () => (await api('GET', '/v1/inbox/reviews')).body;

  expect(await inInbox()).toMatchObject({ data: [{ id, rating: 2, hasReply: false }], summary: { averageRating: 2 } });
  expect(await atListing()).toMatchObject({ id, starRating: 'TWO', comment: 'The coffee was cold.' });

  const message = 'Sorry, Ada. The next one is on us.';
  const { status } = await api('POST', `/v1/inbox/reviews/${id}/reply`, { body: { accountId, message } });
  expect(status).toBeLessThan(300);
  expect(await atListing()).toMatchObject({ reviewReply: { comment: message } });
  expect(await feed(accountId, 'review_reply')).toMatchObject([{ nativeId: id, text: message }]);

  await tell('review_update', { reviewId: id, rating: 5, text: 'They made up for it.' });
  expect(await inInbox()).toMatchObject({
    data: [{ id, rating: 5, text: 'They made up for it.', hasReply: true, reply: { text: message } }],
    summary: { averageRating: 5 },
  });
  expect(await atListing()).toMatchObject({ starRating: 'FIVE', reviewReply: { comment: message } });

  await api('DELETE', `${there}/${id}/reply`);
  expect(await inInbox()).toMatchObject({ data: [{ id, hasReply: false }] });

  const told = (await events()).slice(before);
  expect(told.slice(0, 3).map(({ event }) => event)).toEqual(['review.new', 'review.updated', 'review.updated']);
  expect(told[2]?.payload).toMatchObject({ review: { id, rating: 5, reply: { text: message } } });
});
