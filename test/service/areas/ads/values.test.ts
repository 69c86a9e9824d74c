/** The words that ads take: buttons, placements, special categories. Each is sent, and so is one that is none of them. */
import { expect, test } from 'vitest';
import { CONTENT, META } from './ad-content.ts';
import { startService } from '../../../support/service.ts';

const LINK_BUTTONS = (
  'LEARN_MORE SHOP_NOW SIGN_UP BOOK_TRAVEL CONTACT_US DOWNLOAD GET_OFFER GET_QUOTE SUBSCRIBE WATCH_MORE ADD_TO_CART ' +
  'APPLY_NOW BOOK_NOW BUY_TICKETS DONATE DONATE_NOW GET_DIRECTIONS GET_SHOWTIMES LISTEN_NOW ORDER_NOW PLAY_GAME ' +
  'REQUEST_TIME SEE_MENU START_ORDER INSTALL_MOBILE_APP USE_APP BUY_NOW'
).split(' ');

const POSITIONS = {
  facebookPositions:
    'feed right_hand_column marketplace video_feeds story search instream_video facebook_reels facebook_reels_overlay profile_feed notification',
  instagramPositions: 'stream story explore explore_home reels profile_feed ig_search profile_reels',
  messengerPositions: 'messenger_home sponsored_messages story',
  audienceNetworkPositions: 'classic rewarded_video',
  threadsPositions: 'threads_stream',
  whatsappPositions: 'status',
  devicePlatforms: 'mobile desktop',
  publisherPlatforms: 'facebook instagram threads messenger audience_network whatsapp',
} as const;

async function scene(platform = 'metaads', adAccountId = META) {
  const service = await startService();
  const { _id: accountId } = await service.account(platform);
  const post = (path: string, body: object) =>
    service.api('POST', `/v1/ads/${path}`, { body: { accountId, adAccountId, ...body } });
  const create = (more: object) => post('create', { ...CONTENT, ...more });
  return { service, accountId, post, create };
}

const refusal = (param: string) => ({ status: 400, body: { code: 'invalid_field_value', param } });

test('ADS-05 ADS-06 ADS-39 every button of links is taken, and no other word', async () => {
  const { post, create } = await scene();
  const { body } = await create({});
  expect(body['ad']?.['_id']).toMatch(/^[0-9a-f]{24}$/);
  for (const callToAction of LINK_BUTTONS) expect((await create({ callToAction })).status, callToAction).toBe(201);
  for (const callToAction of ['FOO', 'INSTALL_APP', 'learn_more'])
    expect(await create({ callToAction }), callToAction).toMatchObject(refusal('callToAction'));
  expect(await post('creatives', { ...CONTENT, callToAction: 'FOO' })).toMatchObject(refusal('callToAction'));
});

test('a run begins and ends at instants', async () => {
  const { create } = await scene();
  expect(await create({ startDate: 'next spring' })).toMatchObject(refusal('startDate'));
  expect(await create({ startDate: '2026-02-01T00:00:00Z', endDate: 'soon' })).toMatchObject(refusal('endDate'));
});

test('ADS-09 the buttons of a professional network are taken on its accounts', async () => {
  const { service, accountId } = await scene('linkedinads');
  const { body } = await service.api('GET', '/v1/ads/accounts', { query: { accountId } });
  const adAccountId = String((body['accounts']?.['0'] as { id?: string } | undefined)?.id);
  for (const callToAction of ['REGISTER', 'JOIN', 'ATTEND', 'REQUEST_DEMO', 'VIEW_QUOTE', 'APPLY', 'SEE_MORE']) {
    const sent = { ...CONTENT, accountId, adAccountId, callToAction };
    const { status, body: reply } = await service.api('POST', '/v1/ads/create', { body: sent });
    expect([status, reply], callToAction).toEqual([201, expect.anything()]);
  }
});

test('ADS-11 dynamic creatives take several buttons, all of them words that there are', async () => {
  const { create } = await scene();
  const dynamicCreative = (callToActionTypes: readonly string[]) => ({
    dynamicCreative: {
      titles: ['Spring', 'Summer'],
      bodies: ['A third off.'],
      linkUrls: ['https://example.com/spring'],
      imageUrls: ['https://example.com/spring.jpg'],
      callToActionTypes,
    },
  });
  expect((await create(dynamicCreative(['SHOP_NOW', 'LEARN_MORE']))).status).toBe(201);
  expect(await create(dynamicCreative(['SHOP_NOW', 'FOO']))).toMatchObject({
    status: 400,
    body: { code: 'invalid_field_value' },
  });
});

test('ADS-12 ADS-16 ADS-17 ADS-18 ADS-19 ADS-20 ADS-21 ADS-22 ADS-23 placements are judged word by word', async () => {
  const { create } = await scene();
  for (const [field, words] of Object.entries(POSITIONS)) {
    for (const word of words.split(' '))
      expect((await create({ placements: { [field]: [word] } })).status, `${field} ${word}`).toBe(201);
    for (const word of ['tiktok', 'tv', 'FEED'])
      expect(await create({ placements: { [field]: [word] } }), `${field} ${word}`).toMatchObject({
        status: 400,
        body: { code: 'invalid_field_value', param: `placements.${field}.0` },
      });
  }
});

test('ADS-12 a prediction has its placements at the top too, judged by the same words', async () => {
  const { post } = await scene();
  const run = { startDate: '2026-02-01T00:00:00Z', endDate: '2026-02-15T00:00:00Z', budgetAmount: 5_200 };
  const predict = (more: object) => post('rf-predictions', { ...run, targeting: { countries: ['DE'] }, ...more });
  const placements = { publisherPlatforms: ['facebook'], facebookPositions: ['feed'] };
  expect((await predict({ placements })).status).toBeLessThan(300);
  const wrong = { ...placements, facebookPositions: ['tv'] };
  expect(await predict({ placements: wrong })).toMatchObject(refusal('placements.facebookPositions.0'));
});

test('ADS-14 media for some placements name them in their rules, and are judged there word by word', async () => {
  const { service, create } = await scene();
  const rule = { imageUrl: 'https://example.com/story.jpg' };
  const withRules = (...placements: readonly object[]) =>
    create({
      placementAssets: {
        defaultImageUrl: CONTENT.imageUrl,
        rules: placements.map((one) => ({ ...rule, placements: one })),
      },
    });
  const stories = { publisherPlatforms: ['facebook'], facebookPositions: ['story'] };
  for (const [field, words] of Object.entries(POSITIONS)) {
    const made = await withRules({ [field]: words.split(' ') });
    expect(made.status, field).toBe(201);
    expect(await withRules(stories, { [field]: ['tv'] }), field).toMatchObject(
      refusal(`placementAssets.rules.1.placements.${field}.0`),
    );
  }
  const { body } = await withRules(stories);
  const { body: read } = await service.api('GET', `/v1/ads/${String(body['ad']?.['_id'])}`);
  // The rules choose media; they do not restrict where the ad is shown.
  expect(read['ad']?.['targeting'] ?? {}).not.toHaveProperty('placements');
});

test('ADS-26 every special category is taken, and no other word', async () => {
  const { create } = await scene();
  const words =
    'HOUSING EMPLOYMENT CREDIT FINANCIAL_PRODUCTS_SERVICES ISSUES_ELECTIONS_POLITICS ONLINE_GAMBLING_AND_GAMING';
  for (const word of words.split(' ')) expect((await create({ specialAdCategories: [word] })).status, word).toBe(201);
  expect(await create({ specialAdCategories: ['FOO'] })).toMatchObject(refusal('specialAdCategories.0'));
});

test('ADS-10 ADS-44 ADS-45 calls and messages have ads of their own', async () => {
  const { post, create } = await scene();
  for (const callToAction of ['CALL_NOW', 'WHATSAPP_MESSAGE', 'MESSAGE_PAGE'])
    expect(await create({ callToAction }), callToAction).toMatchObject(refusal('callToAction'));
  const call = await post('call', { ...CONTENT, phoneNumber: '+4930901820' });
  expect(call).toMatchObject({ body: { ad: { name: 'Spring', phoneNumber: '+4930901820' } } });
  const messaging = await post('messaging', { ...CONTENT, destination: 'messenger' });
  expect(messaging).toMatchObject({ body: { ad: { name: 'Spring' } } });
});

test('ADS-13 ADS-15 an ad without placements restricts none; a boost has them in its targeting', async () => {
  const { service, post, create } = await scene();
  const placements = { publisherPlatforms: ['instagram'] };
  const restricted = async ({ body }: Awaited<ReturnType<typeof create>>) => {
    const { body: ad } = await service.api('GET', `/v1/ads/${String(body['ad']?.['_id'])}`);
    return (ad['ad']?.['targeting'] as { placements?: unknown } | undefined)?.placements;
  };
  expect(await restricted(await create({}))).toBeUndefined();
  expect(await restricted(await create({ placements }))).toEqual(placements);
  const { _id: facebook } = await service.account('facebook');
  const { body } = await service.api('POST', '/v1/posts', {
    body: { content: 'Hi', platforms: [{ platform: 'facebook', accountId: facebook }], publishNow: true },
  });
  await service.advance(60);
  const postId = String(body['post']?.['_id']);
  const boost = { name: 'Boost', goal: 'engagement', budgetAmount: 20, budgetType: 'daily', postId };
  expect(await restricted(await post('boost', { ...boost, placements }))).toBeUndefined();
  expect(await restricted(await post('boost', { ...boost, targeting: { placements } }))).toEqual(placements);
});

test('ADS-28 ADS-41 ADS-63 readings, "Ads": a creative is listed, gets another name and keeps its content', async () => {
  const { service, accountId, post } = await scene();
  const { body } = await post('creatives', { ...CONTENT, callToAction: 'SHOP_NOW' });
  const path = `/v1/ads/creatives/${String(body['creativeId'])}`;
  const read = async () => (await service.api('GET', path, { query: { accountId } })).body['creative'];
  const before = await read();
  expect((await service.api('PUT', path, { body: { accountId, headline: 'Other' } })).status).toBe(400);
  expect((await service.api('PATCH', path, { body: { accountId, headline: 'Other' } })).status).toBe(405);
  expect(await read()).toEqual(before);
  expect((await service.api('PUT', path, { body: { accountId, name: 'Second try', headline: 'Other' } })).status).toBe(
    200,
  );
  await service.advance(10);
  expect(await read()).toMatchObject({ ...before, name: 'Second try' });
});

test('ADS-36 times of high demand are read of a campaign or an ad set, not of an account', async () => {
  const { service, accountId, create } = await scene();
  const { body } = await create({});
  const read = (query: Record<string, string>) =>
    service.api('GET', '/v1/ads/high-demand-periods', { query: { accountId, ...query } });
  expect(await read({})).toMatchObject({ status: 400, body: { code: 'missing_required_field' } });
  expect((await read({ campaignId: String(body['ad']?.['platformCampaignId']) })).status).toBe(200);
  expect((await read({ adSetId: String(body['ad']?.['platformAdSetId']) })).status).toBe(200);
});

test('ADS-15 ADS-65 the network receives an ad as it was sent, a reserved one without the fields of auctions', async () => {
  const { service, accountId, post, create } = await scene();
  const sent = async () => (await service.feed(accountId, 'ad')).at(-1);
  const bid = { bidStrategy: 'LOWEST_COST_WITH_BID_CAP', bidAmount: 2 };
  expect((await create(bid)).status).toBe(201);
  expect(await sent()).toMatchObject({ name: 'Spring', text: 'A third off.', ...bid });
  expect(await sent()).not.toHaveProperty('targeting.placements');
  const run = { startDate: '2026-02-01T00:00:00Z', endDate: '2026-02-15T00:00:00Z' };
  const aim = {
    budgetAmount: 5_200,
    targeting: { countries: ['DE'] },
    placements: { publisherPlatforms: ['facebook'] },
  };
  const { body } = await post('rf-predictions', { ...run, ...aim });
  const rfPredictionId = String(body['prediction']?.['predictionId']);
  await post(`rf-predictions/${rfPredictionId}/reserve`, {});
  expect(await create({ ...bid, ...run, buyingType: 'RESERVED', rfPredictionId })).toMatchObject({ status: 201 });
  expect(await sent()).toMatchObject({ buyingType: 'RESERVED' });
  for (const name of Object.keys(bid)) expect(await sent()).not.toHaveProperty(name);
});

test('ADS-38 a pixel is made and stays', async () => {
  const { service, accountId } = await scene();
  const path = `/v1/accounts/${accountId}/tracking-tags`;
  const { body } = await service.api('POST', path, { body: { adAccountId: META, name: 'Shop pixel' } });
  const id = String(body['tag']?.['id']);
  expect([404, 405]).toContain((await service.api('DELETE', `${path}/${id}`)).status);
  const { body: list } = await service.api('GET', path, { query: { adAccountId: META } });
  expect(JSON.stringify(list)).toContain(id);
});

test('ADS-52 several creatives do not go with an ad set that is there', async () => {
  const { create } = await scene();
  const { body } = await create({});
  const adSetId = String(body['ad']?.['platformAdSetId']);
  const { headline, body: text, linkUrl, imageUrl } = CONTENT;
  const creatives = [{ headline, body: text, linkUrl, imageUrl, callToAction: 'SHOP_NOW' }];
  expect(await create({ adSetId, creatives })).toMatchObject({
    status: 400,
    body: { code: 'mutually_exclusive_fields' },
  });
});
