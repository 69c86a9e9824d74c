/** What a declared deed sends to a network, and takes back again. */
import { expect, test } from 'vitest';
import { startService } from '../../support/service.ts';

const TWEET = '122446530722396';

test('a repost is seen on the network until it is undone, and once more when it is made again', async () => {
  const { api, account, service } = await startService({ seedPack: 'demo' });
  const { _id: accountId } = await account('twitter');
  const reposts = async () =>
    (await service.desk.store.read.feed(accountId, { kind: 'repost' })).map(({ nativeId, removedAt }) => [
      nativeId,
      removedAt === null,
    ]);
  const made = await api('POST', '/v1/twitter/retweet', { body: { accountId, tweetId: TWEET } });
  expect(made.body).toMatchObject({ tweetId: TWEET, retweeted: true });
  expect(await reposts()).toEqual([[TWEET, true]]);
  const undone = await api('DELETE', '/v1/twitter/retweet', { query: { accountId, tweetId: TWEET } });
  expect(undone.body).toMatchObject({ tweetId: TWEET, retweeted: false });
  expect(await reposts()).toEqual([[TWEET, false]]);
  await api('POST', '/v1/twitter/retweet', { body: { accountId, tweetId: TWEET } });
  expect(await reposts()).toEqual([[TWEET, true]]);
});
