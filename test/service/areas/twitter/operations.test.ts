/** Posts on X are read by id and found by words, whoever published them. */
import { expect, test } from 'vitest';
import { startService, type Json } from '../../../support/service.ts';

async function scene() {
  const service = await startService();
  const { _id: accountId } = await service.account('twitter', { username: 'harborbooks' });
  const platforms = [{ platform: 'twitter', accountId }];
  const body = { content: 'New in: three novels by the sea', platforms, publishNow: true };
  const made = await service.api('POST', '/v1/posts', { body });
  const post = made.body['post'] as unknown as { platforms: readonly { platformPostId: string }[] };
  const id = String(post.platforms[0]?.platformPostId);
  const tweet = async (query: object) =>
    service.api('GET', '/v1/twitter/tweet', { query: { accountId, ...query } as Record<string, string> });
  const found = async (query: string, more: object = {}) => {
    const answer = await service.api('GET', '/v1/twitter/search', {
      query: { accountId, query, ...more } as Record<string, string>,
    });
    return (answer.body['tweets'] as unknown as Json[]).map((one) => String(one['id']));
  };
  return { ...service, accountId, id, tweet, found };
}

test('readings, "Reddit and X": a post that was just published is read by its id, under both names of it', async () => {
  const { tweet, id } = await scene();
  const { body } = await tweet({ tweetId: id });
  expect(body['tweet']).toMatchObject({
    id,
    text: 'New in: three novels by the sea',
    author: { username: 'harborbooks' },
    inReplyToTweetId: null,
  });
  expect((await tweet({ id })).body['tweet']).toEqual(body['tweet']);
  expect(await tweet({})).toMatchObject({ status: 400, body: { param: 'tweetId' } });
  expect(await tweet({ id: '1' })).toMatchObject({ status: 404, body: { error: 'There is no such tweet.' } });
});

test('readings, "Reddit and X": a repost counts, until it is undone', async () => {
  const { api, tweet, accountId } = await scene();
  const tweetId = '122446530722396';
  const count = async () => Number((await tweet({ tweetId })).body['tweet']?.['retweetCount']);
  expect(await count()).toBe(3);
  await api('POST', '/v1/twitter/retweet', { body: { accountId, tweetId } });
  expect(await count()).toBe(4);
  await api('DELETE', '/v1/twitter/retweet', { query: { accountId, tweetId } });
  expect(await count()).toBe(3);
});

test.each([
  ['novels sea', true, false],
  ['novels mountain', false, false],
  ['coffee lang:en', false, true],
  ['coffee -half', false, true],
  ['from:harborbooks', true, false],
  ['from:@harbour_cafe coffee', false, true],
])('readings, "Reddit and X": %s finds every word of it', async (query, isOwn, isOthers) => {
  const { found, id } = await scene();
  const ids = await found(query);
  expect([ids.includes(id), ids.some((one) => one !== id)]).toEqual([isOwn, isOthers]);
});

test('readings, "Reddit and X": what was deleted is not found', async () => {
  const { control, found, tweet, id, accountId } = await scene();
  expect(await found('novels', { sinceId: '122446530722412' })).toEqual([id]);
  await control('DELETE', `/_local/network/${accountId}/feed/${id}`);
  expect(await found('novels')).toEqual([]);
  expect((await tweet({ tweetId: id })).status).toBe(404);
});

test('readings, "Reddit and X": a bookmark is set and removed on posts that exist', async () => {
  const { api, id, accountId } = await scene();
  const path = '/v1/twitter/bookmark';
  expect(await api('POST', path, { body: { accountId, tweetId: id } })).toMatchObject({
    status: 200,
    body: { tweetId: id, bookmarked: true },
  });
  expect(await api('DELETE', path, { query: { accountId, tweetId: id } })).toMatchObject({
    status: 200,
    body: { tweetId: id, bookmarked: false },
  });
  expect((await api('POST', path, { body: { accountId, tweetId: '1' } })).status).toBe(404);
});
