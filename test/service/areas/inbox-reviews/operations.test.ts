/** Reviews: what customers write is one record, in the inbox, at the listing and in the events. */
import { beforeEach, describe, expect, test } from 'vitest';
import { openCatalog } from '../../../../src/catalog/catalog.ts';
import { fits } from '../../../../src/schema/judge.ts';
import { startService } from '../../../support/service.ts';
import { namesOf, stage, type Stage } from '../../control/inbound-stage.ts';

const { schemas } = openCatalog('dist/cards').file('events');

async function scene(platform = 'googlebusiness') {
  const service = await startService();
  const { _id: accountId } = await service.account(platform);
  const write = async (rating: number, text: string): Promise<string> => {
    const body = { type: 'review', accountId, author: { name: 'Ada' }, rating, text };
    return String((await service.control('POST', '/_local/inbound', body)).body['reviewId']);
  };
  const list = async (query: Readonly<Record<string, string | number>> = {}) =>
    (await service.api('GET', '/v1/inbox/reviews', { query })).body;
  const listing = `/v1/accounts/${accountId}/gmb-reviews`;
  return { ...service, accountId, write, list, listing };
}

describe('what comes in', () => {
  let at: Stage;
  beforeEach(async () => {
    at = await stage();
  });

  const written = async () => {
    const accountId = await at.account('googlebusiness');
    const { reviewId } = await at.tell('review', { accountId, author: { name: 'Ada' }, rating: 3, text: 'fine' });
    return { accountId, reviewId };
  };

  test('EVT-81 a review is announced, and its change', async () => {
    const { accountId, reviewId } = await written();
    const read = async () => (await at.service.api('GET', '/v1/inbox/reviews')).body['data'];
    expect(await at.service.events('review.new')).toMatchObject([
      {
        payload: {
          review: { id: reviewId, rating: 3, text: 'fine', reviewer: { name: 'Ada' } },
          account: { accountId },
        },
      },
    ]);
    expect(await read()).toMatchObject([{ id: reviewId, rating: 3, text: 'fine' }]);
    const { events } = await at.tell('review_update', { accountId, reviewId, rating: 5, text: 'great' });
    expect(namesOf(events)).toEqual(['review.updated']);
    expect(events[0]?.payload).toMatchObject({ review: { id: reviewId, rating: 5, text: 'great', hasReply: false } });
    expect(await read()).toMatchObject([{ id: reviewId, rating: 5, text: 'great', hasReply: false }]);
  });

  test('EVT-83 an answer written on the platform itself is not announced, but shown later', async () => {
    const { accountId, reviewId } = await written();
    expect((await at.tell('review_update', { accountId, reviewId, reply: 'Thank you' })).events).toEqual([]);
    expect(await at.service.events('review.updated')).toEqual([]);
    const { body } = await at.service.api('GET', '/v1/inbox/reviews');
    expect(body['data']).toMatchObject([{ id: reviewId, hasReply: true, reply: { text: 'Thank you' } }]);
  });
});

test('INB-36 the list is empty until somebody writes, and then holds the reviews of every platform that has them', async () => {
  const { write, list, account, control, accountId } = await scene();
  expect(await list()).toMatchObject({ data: [], summary: { totalReviews: 0, averageRating: null } });
  await write(5, 'Great coffee.');
  const { _id: page } = await account('facebook');
  await control('POST', '/_local/inbound', { type: 'review', accountId: page, author: {}, rating: 2, text: 'Slow.' });
  const { data, summary, meta } = await list({ sortBy: 'rating' });
  expect(data).toMatchObject([
    { accountId, platform: 'googlebusiness', rating: 5, text: 'Great coffee.', reviewer: { name: 'Ada' } },
    { accountId: page, platform: 'facebook', rating: 2, text: 'Slow.' },
  ]);
  expect(summary).toEqual({ totalReviews: 2, averageRating: 3.5 });
  expect(meta).toMatchObject({ accountsQueried: 2, accountsFailed: 0 });
  expect((await list({ maxRating: 3 })).data).toMatchObject([{ text: 'Slow.' }]);
  expect((await list({ minRating: 3 })).data).toMatchObject([{ text: 'Great coffee.' }]);
});

test('the review in the inbox is the one at the listing, in the words of both', async () => {
  const { write, list, api, listing } = await scene();
  const id = await write(4, 'Nice.');
  const there = { id, rating: 4, starRating: 'FOUR', comment: 'Nice.', reviewer: { displayName: 'Ada' } };
  const read = async () => (await api('GET', `${listing}/${id}`)).body['review'];
  expect(await read()).toMatchObject(there);
  const { body } = await api('GET', listing);
  expect(body).toMatchObject({ reviews: [there], totalReviewCount: 1, averageRating: 4 });
  await api('POST', `${listing}/${id}/reply`, { body: { comment: 'Thanks.' } });
  expect((await list()).data).toMatchObject([{ id, hasReply: true, reply: { text: 'Thanks.' } }]);
  await api('DELETE', `${listing}/${id}/reply`);
  const [after] = Object.values((await list()).data ?? {});
  expect(after).toMatchObject({ id, hasReply: false });
  expect(after).not.toHaveProperty('reply.text');
  expect(await read()).not.toHaveProperty('reviewReply.comment');
});

test('INB-18 EVT-82 an answer stands at the platform and with the review, and is announced', async () => {
  const { write, list, api, accountId, events, feed } = await scene();
  const id = await write(5, 'Good.');
  const before = (await events()).length;
  const body = { accountId, message: 'Thank you, Ada.' };
  const reply = { text: 'Thank you, Ada.' };
  expect((await api('POST', `/v1/inbox/reviews/${id}/reply`, { body })).body).toMatchObject({ reply });
  const [event, ...further] = (await events()).slice(before);
  expect(event).toMatchObject({ event: 'review.updated', payload: { review: { id, hasReply: true, reply } } });
  expect(fits(schemas['review.updated'] ?? {}, event?.payload, schemas)).toBe(true);
  expect(further).toEqual([]);
  expect(await feed(accountId, 'review_reply')).toMatchObject([{ nativeId: id, text: 'Thank you, Ada.' }]);
  expect((await list()).data).toMatchObject([{ id, hasReply: true, reply }]);
});

test('a review is answered by its own account only', async () => {
  const { write, account, api } = await scene();
  const id = await write(1, 'Cold.');
  const { _id: accountId } = await account('googlebusiness', { username: 'another' });
  const answer = await api('POST', `/v1/inbox/reviews/${id}/reply`, { body: { accountId, message: 'Sorry.' } });
  expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

test('several locations are asked at once: the account has the reviews of the one that it selected', async () => {
  const { write, api, listing } = await scene();
  await write(2, 'Slow.');
  await write(5, 'Fast.');
  const ask = async (location: string, more: object = {}) => {
    const body = { locationNames: [`accounts/1/locations/${location}`], ...more };
    return (await api('POST', `${listing}/batch`, { body })).body;
  };
  expect(await ask('1')).toMatchObject({ locationReviews: [] });
  const first = await ask('121348033736791', { orderBy: 'rating desc', pageSize: 1 });
  expect(first).toMatchObject({ locationReviews: [{ review: { comment: 'Fast.' } }] });
  const next = await ask('121348033736791', {
    orderBy: 'rating desc',
    pageSize: 1,
    pageToken: first['nextPageToken'],
  });
  expect(next).toMatchObject({ locationReviews: [{ review: { comment: 'Slow.' } }] });
  expect(next).not.toHaveProperty('nextPageToken');
});

test('readings, "Google Business": an answer that is changed or deleted is so in the feed', async () => {
  const { write, api, accountId, feed, listing } = await scene();
  const id = await write(5, 'Good.');
  const reply = (comment: string) => api('POST', `${listing}/${id}/reply`, { body: { comment } });
  await reply('Thanks.');
  await reply('Thank you, Ada.');
  const items = await feed(accountId, 'review_reply');
  expect(items).toMatchObject([{ nativeId: id, text: 'Thank you, Ada.' }]);
  expect(items[0]?.['removedAt'] ?? null).toBeNull();
  await api('DELETE', `${listing}/${id}/reply`);
  const [removed] = await feed(accountId, 'review_reply');
  expect(removed?.['removedAt']).toEqual(expect.any(String));
  await reply('Once more.');
  const [again] = await feed(accountId, 'review_reply');
  expect([again?.['text'], again?.['removedAt'] ?? null]).toEqual(['Once more.', null]);
});

test('readings, "Google Business": a customer deletes a review, and its answer goes with it', async () => {
  const { write, list, api, control, accountId, feed, listing, events } = await scene();
  const id = await write(1, 'Cold.');
  await write(5, 'Good.');
  await api('POST', `${listing}/${id}/reply`, { body: { comment: 'Sorry.' } });
  const before = (await events()).length;
  const gone = { type: 'review_delete', accountId, reviewId: id };
  expect((await control('POST', '/_local/inbound', gone)).body).toMatchObject({ reviewId: id });
  expect((await events()).length).toBe(before);
  expect(await list()).toMatchObject({ data: [{ rating: 5 }], summary: { totalReviews: 1, averageRating: 5 } });
  expect((await api('GET', listing)).body).toMatchObject({ totalReviewCount: 1, averageRating: 5 });
  expect((await api('GET', `${listing}/${id}`)).status).toBe(404);
  expect((await feed(accountId, 'review_reply'))[0]?.['removedAt']).toEqual(expect.any(String));
  expect((await control('POST', '/_local/inbound', gone)).status).toBe(404);
});

test('INB-36 reviews are those of the accounts that are asked for, with stars within the bounds', async () => {
  const { write, list, account, api, control, accountId } = await scene();
  await write(3, 'Fine.');
  const { _id: page } = await account('facebook', { username: 'harbour.page' });
  await account('telegram');
  await control('POST', '/_local/inbound', { type: 'review', accountId: page, author: {}, rating: 2, text: 'Slow.' });
  const texts = async (query: Readonly<Record<string, string | number>> = {}) => {
    const { data, summary, meta } = await list(query);
    const all = (data as unknown as readonly { text: string }[]).map(({ text }) => text);
    return [all.sort(), Number(summary?.['totalReviews']), Number(meta?.['accountsQueried'])];
  };
  expect(await texts()).toEqual([['Fine.', 'Slow.'], 2, 2]);
  expect(await texts({ accountId })).toEqual([['Fine.'], 1, 1]);
  expect(await texts({ platform: 'facebook' })).toEqual([['Slow.'], 1, 1]);
  expect(await texts({ minRating: 3, maxRating: 3 })).toEqual([['Fine.'], 1, 2]);
  expect(await texts({ minRating: 4 })).toEqual([[], 0, 2]);
  expect(await texts({ maxRating: 1 })).toEqual([[], 0, 2]);
  const [shown] = Object.values((await list({ platform: 'facebook' })).data ?? {});
  expect(shown).toMatchObject({ accountId: page, accountUsername: 'harbour.page' });
  const profile = await api('POST', '/v1/profiles', { body: { name: 'Other' } });
  expect(await texts({ profileId: String(profile.body['profile']?.['_id']) })).toEqual([[], 0, 0]);
});
