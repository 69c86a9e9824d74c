/** Comments below ads: read, answered, hidden and deleted, below posts that only the audience of the ad sees and below boosted ones. */
import { describe, expect, test } from 'vitest';
import { CONTENT, META, MUG } from '../ads/ad-content.ts';
import { adStage } from '../ads/stage.ts';

/** An ad on Meta, and a page at which people write below it. @param more fields of the ad */
async function stage(more: object = {}) {
  const service = await adStage(more);
  const { api, control, account, created } = service;
  const { _id: pageId } = await account('facebook');
  const say = (text: string, given: object = {}) =>
    control('POST', '/_local/inbound', {
      type: 'comment',
      accountId: pageId,
      adId: created.id,
      author: { id: '7', name: 'Ana' },
      text,
      ...given,
    });
  const base = `/v1/ads/${created.id}/comments`;
  const list = async (query: Readonly<Record<string, string | number>> = {}) =>
    (await api('GET', base, { query })).body;
  const comeIn = async (text: string, given: object = {}) => String((await say(text, given)).body['commentId']);
  return { ...service, pageId, say, comeIn, list, base };
}

type Stage = Awaited<ReturnType<typeof stage>>;

test('ADS-47 comments on a dark post are read below its ad, with replies, and in the inbox as those of an ad', async () => {
  const { comeIn, list, created, accountId, api, pageId, events } = await stage();
  expect((await list())['comments']).toEqual([]);
  const id = await comeIn('Is it fresh?');
  const reply = await comeIn('It is.', { parentId: id });
  expect(await list()).toMatchObject({
    status: 'success',
    comments: [
      { id, message: 'Is it fresh?', from: { name: 'Ana' }, canReply: true, replies: [{ id: reply }] },
      { id: reply, parentId: id },
    ],
    pagination: { hasMore: false },
    meta: { platform: 'facebook', adId: created.id, accountId },
  });
  const [event] = await events('comment.received');
  const { platformPostId } = event?.payload['comment'] as unknown as { platformPostId: string };
  const { meta } = await list();
  expect(meta).toMatchObject({ effectiveStoryId: platformPostId });
  expect(meta).not.toHaveProperty('tiktokItemId');
  expect((await api('GET', '/v1/inbox/comments', { query: { platform: 'metaads' } })).body['data']).toMatchObject([
    { id: platformPostId, accountId: pageId, isAd: true, adId: created.id, placement: 'facebook', commentCount: 2 },
  ]);
});

test('ADS-47 comments are read by placement, by time and by page', async () => {
  const { comeIn, list, account, minutes } = await stage();
  const { _id: instagram } = await account('instagram');
  const [first, second] = [await comeIn('One'), await comeIn('Two', { accountId: instagram })];
  await minutes(1);
  const third = await comeIn('Three');
  const idsOf = (body: object) => (body as { comments: readonly { id: string }[] }).comments.map(({ id }) => id);
  expect(idsOf(await list({ placement: 'instagram' }))).toEqual([second]);
  expect((await list({ placement: 'instagram' }))['meta']).toMatchObject({ placement: 'instagram' });
  expect(idsOf(await list({ placement: 'facebook' }))).toEqual([first, third]);
  const since = String((await list())['comments']?.['2']?.['createdTime']);
  expect(idsOf(await list({ since }))).toEqual([third]);
  const page = await list({ limit: 2 });
  expect(page['pagination']).toMatchObject({ hasMore: true });
  expect(idsOf(await list({ limit: 2, cursor: String(page['pagination']?.['cursor']) }))).toHaveLength(1);
});

test('ADS-47 the comments on a boosted post are those of the post, whoever wrote them before the boost', async () => {
  const { api, control, account, post, comeIn } = await stage();
  const { _id: page } = await account('facebook');
  const body = { content: 'Hi', platforms: [{ platform: 'facebook', accountId: page }], publishNow: true };
  const postId = String((await api('POST', '/v1/posts', { body })).body['post']?.['_id']);
  const author = { id: '8', name: 'Bea' };
  await control('POST', '/_local/inbound', { type: 'comment', accountId: page, postId, author, text: 'Before' });
  const budget = { budgetAmount: 5, budgetType: 'daily' };
  const boost = (await post('boost', { name: 'Hi', goal: 'engagement', postId, ...budget })).body['ad'];
  const adId = String(boost?.['_id']);
  await comeIn('After', { adId, accountId: page });
  const { comments } = (await api('GET', `/v1/ads/${adId}/comments`)).body;
  expect(comments).toMatchObject([{ message: 'Before' }, { message: 'After' }]);
  const below = (await api('GET', `/v1/inbox/comments/${postId}`, { query: { accountId: page } })).body['comments'];
  expect(below).toMatchObject([{ message: 'Before' }, { message: 'After' }]);
});

test.each([
  ['facebook', 'active', { promotionStatus: 'active' }],
  ['facebook', 'paused', { promotionStatus: 'ineligible' }],
  ['instagram', 'active', { id: expect.any(String) as string, title: 'Spring' }],
])('EVT-78 EVT-79 a comment on %s below an ad that is %s says so in the words of the network', async (...row) => {
  const [platform, status, ad] = row;
  const { say, account, events, minutes, api, created, accountId } = await stage();
  await minutes(16);
  await api('PUT', `/v1/ads/${created.id}/status`, { body: { status, accountId } });
  const { _id } = await account(platform);
  await say('Lovely', { accountId: _id });
  expect((await events('comment.received')).map(({ payload }) => payload)).toMatchObject([{ comment: { ad } }]);
});

describe('what is done about a comment', () => {
  test('ADS-47 a reply is written by the page, and seen on its network below the comment', async () => {
    const { comeIn, list, base, api, feed, pageId } = await stage();
    const id = await comeIn('Is it fresh?');
    const { status, body } = await api('POST', `${base}/${id}/reply`, { body: { text: 'It is.' } });
    expect([status, body]).toMatchObject([200, { status: 'success' }]);
    expect((await list())['comments']).toMatchObject([
      { id, replies: [{ id: body['commentId'] }] },
      { id: body['commentId'], message: 'It is.', from: { isOwner: true }, parentId: id, isReply: true },
    ]);
    expect(await feed(pageId, 'comment_reply')).toMatchObject([{ text: 'It is.', commentId: id }]);
  });

  test('ADS-47 a comment is hidden and shown again, and is gone once it is deleted', async () => {
    const { comeIn, list, base, api, feed, pageId } = await stage();
    const id = await comeIn('Buy followers');
    const hide = (hidden: boolean) => api('POST', `${base}/${id}/hide`, { body: { hidden } });
    for (const hidden of [true, false]) {
      expect((await hide(hidden)).body).toEqual({ status: 'success', commentId: id, hidden });
      expect((await list())['comments']).toMatchObject([{ id, isHidden: hidden }]);
    }
    expect((await api('DELETE', `${base}/${id}`)).body).toEqual({ status: 'success', commentId: id });
    expect((await list())['comments']).toEqual([]);
    const actions = (await feed(pageId, 'moderation')).map(({ action }) => action);
    expect(actions).toEqual(['hide', 'unhide', 'delete']);
    expect(await api('DELETE', `${base}/${id}`)).toMatchObject({ status: 404 });
  });

  test('a comment below another ad, one outside of the time, and what the network does not let be done are refused', async () => {
    const { comeIn, base, api, post, created, account } = await stage();
    const id = await comeIn('One');
    const other = (await post('create', { name: 'Two', goal: 'traffic', adSetId: created.setId })).body['ad'];
    const elsewhere = `/v1/ads/${String(other?.['_id'])}/comments/${id}`;
    expect(await api('DELETE', elsewhere)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const late = await api('DELETE', `${base}/${id}`, { query: { until: '2000-01-01T00:00:00Z' } });
    expect(late).toMatchObject({ status: 404 });
    expect(await api('POST', `${base}/${id}/reply`, { body: { text: ' ' } })).toMatchObject({
      status: 400,
      body: { param: 'text' },
    });
    const { _id: instagram } = await account('instagram');
    const own = await comeIn('Two', { accountId: instagram });
    const reply = (await api('POST', `${base}/${own}/reply`, { body: { text: 'Hi' } })).body['commentId'];
    expect(await api('POST', `${base}/${String(reply)}/hide`, { body: { hidden: true } })).toMatchObject({
      status: 400,
      body: { code: 'PLATFORM_LIMITATION' },
    });
  });
});

const STORIES = {
  publisherPlatforms: ['facebook', 'instagram'],
  facebookPositions: ['story'],
  instagramPositions: ['story'],
};

/** @returns the id of an ad that shows the one product of a catalog */
async function adOfProducts({ api, accountId, post }: Pick<Stage, 'api' | 'accountId' | 'post'>): Promise<string> {
  const catalog = await api('POST', '/v1/ads/catalogs', {
    body: { accountId, businessId: '123879675774356', name: 'Shop' },
  });
  const below = `/v1/ads/catalogs/${String(catalog.body['catalog']?.['id'])}`;
  await api('POST', `${below}/products`, { body: { accountId, product: MUG } });
  const set = await api('POST', `${below}/product-sets`, {
    body: { accountId, name: 'All', filter: { brand: { eq: 'Acme' } } },
  });
  const productSetId = set.body['productSet']?.['id'];
  const made = await post('create', { ...CONTENT, promotedObject: { productSetId } });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return String(made.body['ad']?.['_id']);
}

describe('ADS-48 ads without a post that people could comment on', () => {
  test.each(['between stories alone', 'of products'])(
    'an ad %s is refused for every act, and for a comment that comes in',
    async (which) => {
      const shown = which === 'of products' ? stage() : stage({ adAccountId: META, placements: STORIES });
      const { created, api, say, accountId, post } = await shown;
      const adId = which === 'of products' ? await adOfProducts({ api, accountId, post }) : created.id;
      const base = `/v1/ads/${adId}/comments`;
      const refused = { status: 400, body: { code: 'ad_not_commentable', type: 'invalid_request_error' } };
      expect(await api('GET', base)).toMatchObject(refused);
      expect(await api('DELETE', `${base}/1`)).toMatchObject(refused);
      expect(await api('POST', `${base}/1/hide`, { body: { hidden: true } })).toMatchObject(refused);
      expect(await api('POST', `${base}/1/reply`, { body: { text: 'Hi' } })).toMatchObject(refused);
      expect(await say('Lovely', { adId })).toMatchObject(refused);
    },
  );

  test('an ad that is also shown elsewhere, or whose positions take no effect, can be commented on', async () => {
    const feed = { ...STORIES, facebookPositions: ['story', 'feed'] };
    const idle = { publisherPlatforms: ['facebook'], instagramPositions: ['story'] };
    for (const placements of [feed, idle]) {
      const { list } = await stage({ placements });
      expect(await list()).toMatchObject({ comments: [] });
    }
  });

  test('a boosted story is refused', async () => {
    const { api, post, account } = await stage();
    const { _id: page } = await account('instagram');
    const media = [{ type: 'image', url: 'https://example.com/a.jpg' }];
    const target = { platform: 'instagram', accountId: page, platformSpecificData: { contentType: 'story' } };
    const body = { content: 'Hi', mediaItems: media, platforms: [target], publishNow: true };
    const postId = String((await api('POST', '/v1/posts', { body })).body['post']?.['_id']);
    const budget = { budgetAmount: 5, budgetType: 'daily' };
    const boost = (await post('boost', { name: 'Hi', goal: 'engagement', postId, ...budget })).body['ad'];
    expect(await api('GET', `/v1/ads/${String(boost?.['_id'])}/comments`)).toMatchObject({
      status: 400,
      body: { code: 'ad_not_commentable' },
    });
  });
});

test('an ad of a network without comments is 422, and a comment below it cannot come in', async () => {
  const { api, account, say } = await stage();
  const { _id: accountId } = await account('linkedinads');
  const { accounts } = (await api('GET', '/v1/ads/accounts', { query: { accountId } })).body;
  const adAccountId = String(accounts?.['0']?.['id']);
  const body = { accountId, adAccountId, name: 'A', goal: 'traffic', budgetAmount: 50, budgetType: 'daily' };
  const adId = String((await api('POST', '/v1/ads/create', { body })).body['ad']?.['_id']);
  expect(await api('GET', `/v1/ads/${adId}/comments`)).toMatchObject({
    status: 422,
    body: { code: 'platform_not_supported', param: 'adId' },
  });
  expect(await say('Lovely', { adId })).toMatchObject({ status: 400, body: { param: 'adId' } });
});
