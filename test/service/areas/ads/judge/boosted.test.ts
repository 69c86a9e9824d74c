/** Boosts: of posts that are published, and in place of nothing else. */
import { expect, test } from 'vitest';
import { adStage } from '../stage.ts';

const BOOST = { name: 'Boost', goal: 'engagement', budgetAmount: 20, budgetType: 'daily' };

async function scene() {
  const stage = await adStage();
  const { _id: page } = await stage.account('facebook');
  const publish = async (more: object = { publishNow: true }) => {
    const sent = { content: 'New roast', platforms: [{ platform: 'facebook', accountId: page }], ...more };
    const { body } = await stage.api('POST', '/v1/posts', { body: sent });
    await stage.minutes(1);
    return body['post'];
  };
  return { ...stage, publish, boost: (more: object) => stage.post('boost', { ...BOOST, ...more }) };
}

test('ADS-40 a published post is boosted, by either of its ids, and its ad is found by it', async () => {
  const { api, publish, boost } = await scene();
  const post = await publish();
  const platformPostId = String(post?.['platforms']?.['0']?.['platformPostId']);
  for (const named of [{ postId: post?.['_id'] }, { platformPostId }]) {
    const { status, body } = await boost(named);
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { ad: { adType: 'boost', creative: { effectiveObjectStoryId: platformPostId, body: 'New roast' } } },
    });
  }
  const found = await api('GET', '/v1/ads', { query: { effectiveObjectStoryId: platformPostId } });
  expect(found.body['pagination']).toMatchObject({ total: 2 });
  const { body } = await api('GET', '/v1/ads/tree');
  expect(body['campaigns']?.['0']).toMatchObject({ campaignName: 'Boost', adCount: 1 });
});

test('ADS-40 a post of another team is not there', async () => {
  const { boost, control, api } = await scene();
  const key = String((await control('POST', '/_local/teams', { name: 'Other' })).body['apiKey']);
  const draft = await api('POST', '/v1/posts', { key, body: { content: 'Ours', isDraft: true } });
  const postId = draft.body['post']?.['_id'];
  expect(await boost({ postId })).toMatchObject({ status: 404, body: { param: 'postId' } });
});

test('ADS-40 nothing, an unknown post and one that is not published are refused, and nothing is made', async () => {
  const { api, publish, boost } = await scene();
  const draft = await publish({ isDraft: true });
  const refusals = [
    [{}, 400, 'missing_required_field', 'postId'],
    [{ postId: '65a1b2c3d4e5f60718293a4b' }, 404, 'post_not_found', 'postId'],
    [{ platformPostId: '111' }, 404, 'post_not_found', 'platformPostId'],
    [{ postId: draft?.['_id'] }, 409, 'invalid_resource_state', 'postId'],
  ] as const;
  for (const [named, status, code, param] of refusals)
    expect(await boost(named)).toMatchObject({ status, body: { code, param } });
  expect((await api('GET', '/v1/ads')).body['pagination']).toMatchObject({ total: 1 });
});

test('ADS-40 a post of another network than that of the ads is refused', async () => {
  const { api, account, boost, minutes } = await scene();
  const { _id: accountId } = await account('bluesky');
  const sent = { content: 'Hi', platforms: [{ platform: 'bluesky', accountId }], publishNow: true };
  const { body } = await api('POST', '/v1/posts', { body: sent });
  await minutes(1);
  expect(await boost({ postId: body['post']?.['_id'] })).toMatchObject({ status: 409 });
});

test('ADS-40 a post on Instagram is named by its media, and one of another team is not there', async () => {
  const { account, api, minutes, boost } = await scene();
  const { _id: instagram } = await account('instagram');
  const sent = {
    content: 'New roast',
    mediaItems: [{ type: 'image', url: 'https://cdn.example.com/a.jpg' }],
    platforms: [{ platform: 'instagram', accountId: instagram }],
    publishNow: true,
  };
  const { post } = (await api('POST', '/v1/posts', { body: sent })).body;
  await minutes(1);
  const target = (await api('GET', `/v1/posts/${String(post?.['_id'])}`)).body['post']?.['platforms']?.['0'];
  const { ad } = (await boost({ postId: post?.['_id'] })).body;
  expect(ad?.['creative']).toMatchObject({
    effectiveInstagramMediaId: target?.['platformPostId'],
    instagramPermalinkUrl: target?.['platformPostUrl'],
    body: 'New roast',
  });
  expect(ad?.['creative']).not.toHaveProperty('effectiveObjectStoryId');
});
