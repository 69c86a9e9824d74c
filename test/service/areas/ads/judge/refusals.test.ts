/** What the Service and the networks refuse of ads, each by a call that deserves it; nothing is made. */
import { expect, test } from 'vitest';
import { startService, type ServiceUnderTest } from '../../../../support/service.ts';
import { CONTENT, GOOGLE, META } from '../ad-content.ts';

async function scene(platform = 'metaads', adAccountId = META) {
  const service = await startService();
  const { _id: accountId } = await service.account(platform);
  const post = (path: string, body: Readonly<Record<string, unknown>>) =>
    service.api('POST', `/v1/ads/${path}`, { body: { accountId, adAccountId, ...body } });
  const count = async () => (await service.api('GET', '/v1/ads')).body['ads'] as unknown as unknown[];
  return { service, accountId, post, count, create: (more: object) => post('create', { ...CONTENT, ...more }) };
}

const refusal = (code: string, param?: string) => ({
  status: 400,
  body: { code, ...(param !== undefined && { param }) },
});

const upstream = (subcode: number) => ({
  status: 400,
  body: { code: 'platform_api_error', type: 'platform_error', platformError: { error_subcode: subcode } },
});

/** An ad account of the business that has nothing linked to it. */
async function bareAdAccount({ service, accountId }: { service: ServiceUnderTest; accountId: string }) {
  const body = { accountId, businessId: '123879675774356', name: 'Bare', currency: 'EUR', timezoneId: 1 };
  return String((await service.api('POST', '/v1/ads/accounts', { body })).body['adAccountId']);
}

test('amounts are above nothing, and in units that the currency has', async () => {
  const { create, post, count } = await scene();
  for (const budgetAmount of [-5, 0, 20.005])
    expect(await create({ budgetAmount })).toMatchObject(refusal('invalid_field_value', 'budgetAmount'));
  const campaign = { name: 'C', goal: 'traffic', budgetAmount: 20, budgetType: 'daily' };
  expect(await post('campaigns', { ...campaign, bidAmount: -1 })).toMatchObject(
    refusal('invalid_field_value', 'bidAmount'),
  );
  expect((await create({ budgetAmount: 20.05 })).status).toBe(201);
  expect(await count()).toHaveLength(1);
});

test('a run ends after it begins', async () => {
  const { create } = await scene();
  const [startDate, endDate] = ['2026-02-10T00:00:00Z', '2026-02-01T00:00:00Z'];
  expect(await create({ startDate, endDate })).toMatchObject(refusal('invalid_field_value', 'endDate'));
  expect((await create({ startDate: endDate, endDate: startDate })).status).toBe(201);
});

test('ADS-07 the profile button needs the address of the profile, and only a boost has it', async () => {
  const { service, create, post } = await scene();
  const { _id: instagram } = await service.account('instagram');
  const mediaItems = [{ type: 'image', url: 'https://cdn.example.com/a.jpg' }];
  const sent = {
    content: 'Hi',
    mediaItems,
    platforms: [{ platform: 'instagram', accountId: instagram }],
    publishNow: true,
  };
  const { body } = await service.api('POST', '/v1/posts', { body: sent });
  await service.advance(60);
  const postId = String(body['post']?.['_id']);
  const boost = { name: 'Boost', goal: 'engagement', budgetAmount: 20, budgetType: 'daily', postId };
  const button = { callToAction: 'VIEW_INSTAGRAM_PROFILE' };
  expect(await post('boost', { ...boost, ...button })).toMatchObject(refusal('missing_required_field', 'linkUrl'));
  const linkUrl = 'https://instagram.example.com/acme';
  expect((await post('boost', { ...boost, ...button, linkUrl })).status).toBe(201);
  expect(await create(button)).toMatchObject(refusal('invalid_field_value', 'callToAction'));
});

test('ADS-27 a special category takes postal codes and incomes away', async () => {
  const { create } = await scene();
  const specialAdCategories = ['HOUSING'];
  expect(await create({ specialAdCategories, zips: [{ key: 'US:94105' }] })).toMatchObject(
    refusal('invalid_field_value', 'zips'),
  );
  expect(await create({ specialAdCategories, incomeTier: 'top_5' })).toMatchObject(
    refusal('invalid_field_value', 'incomeTier'),
  );
  expect((await create({ zips: [{ key: 'US:94105' }] })).status).toBe(201);
  expect((await create({ specialAdCategories })).status).toBe(201);
});

test('ADS-29 one call copies two objects besides the one that it names', async () => {
  const { service, post, create } = await scene();
  const { body: campaign } = await post('campaigns', {
    name: 'C',
    goal: 'traffic',
    budgetAmount: 20,
    budgetType: 'daily',
  });
  const id = String(campaign['campaignId']);
  const duplicate = (more = {}) =>
    service.api('POST', `/v1/ads/campaigns/${id}/duplicate`, { body: { platform: 'facebook', ...more } });
  await create({ existingCampaignId: id });
  expect((await duplicate()).status).toBe(200);
  await create({ existingCampaignId: id });
  expect(await duplicate()).toMatchObject({ status: 400, body: { code: 'platform_api_error' } });
  expect((await duplicate({ deepCopy: false })).status).toBe(200);
});

test('ADS-31 the first ad of a reservation is not paused', async () => {
  const { create } = await scene();
  expect(await create({ buyingType: 'RESERVED', status: 'PAUSED' })).toMatchObject(upstream(1487716));
  expect((await create({ buyingType: 'RESERVED' })).status).toBe(201);
  expect((await create({ buyingType: 'AUCTION', status: 'PAUSED' })).status).toBe(201);
});

const SPAN = { startDate: '2026-02-01T00:00:00Z', endDate: '2026-02-15T00:00:00Z', budgetAmount: 5_000 };

test('ADS-32 a prediction names its placements', async () => {
  const { post } = await scene();
  expect(await post('rf-predictions', SPAN)).toMatchObject(upstream(1885696));
  const placements = { publisherPlatforms: ['facebook'], facebookPositions: ['feed'] };
  expect((await post('rf-predictions', { ...SPAN, placements })).status).toBeLessThan(300);
});

test('ERR-51 a prediction for Instagram needs a professional account that is linked', async () => {
  const { service, accountId, post } = await scene();
  const placements = { publisherPlatforms: ['facebook', 'instagram'] };
  expect((await post('rf-predictions', { ...SPAN, placements })).status).toBeLessThan(300);
  const adAccountId = await bareAdAccount({ service, accountId });
  expect(await post('rf-predictions', { ...SPAN, placements, adAccountId })).toMatchObject(upstream(1885237));
});

test('ADS-33 ADS-34 a spending limit is above nothing, and null lifts it', async () => {
  const { service, accountId, post } = await scene();
  const { body } = await post('campaigns', { name: 'C', goal: 'traffic', budgetAmount: 20, budgetType: 'daily' });
  const limit = (spendCap: number | null) =>
    service.api('PUT', `/v1/ads/campaigns/${String(body['campaignId'])}`, {
      body: { accountId, platform: 'facebook', platformSpecificData: { spendCap } },
    });
  expect(await limit(0)).toMatchObject(upstream(1885099));
  expect(await limit(-1)).toMatchObject(refusal('invalid_field_value'));
  expect((await limit(500)).status).toBe(200);
  expect((await limit(null)).status).toBe(200);
});

test('ADS-51 a display ad has an image of each shape', async () => {
  const { create } = await scene('googleads', GOOGLE);
  const landscape = 'https://example.com/wide.jpg';
  const code = refusal('missing_square_image');
  expect(await create({ images: { landscape } })).toMatchObject(code);
  expect(await create({ images: { square: landscape } })).toMatchObject(code);
  expect((await create({ images: { landscape, square: 'https://example.com/square.jpg' } })).status).toBe(201);
  expect((await create({ campaignType: 'search' })).status).toBe(201);
});

test('ADS-53 an ad on Instagram or Pinterest needs the account that is linked there', async () => {
  const { service, accountId, create } = await scene();
  const placements = { publisherPlatforms: ['instagram'] };
  expect((await create({ placements })).status).toBe(201);
  const adAccountId = await bareAdAccount({ service, accountId });
  expect(await create({ placements, adAccountId })).toMatchObject(refusal('linked_account_required', 'adAccountId'));
  expect((await create({ adAccountId })).status).toBe(201);

  const pins = await scene('pinterestads', '125497556420318');
  expect(await pins.create({})).toMatchObject(refusal('linked_account_required', 'accountId'));
  await pins.service.account('pinterest');
  expect((await pins.create({})).status).toBe(201);
});

test('ADS-54 the page of an ad on Instagram leads to a professional account', async () => {
  const { create } = await scene();
  const placements = { publisherPlatforms: ['instagram'] };
  expect(await create({ placements, pageId: '999000111' })).toMatchObject(
    refusal('instagram_business_account_unresolved', 'pageId'),
  );
  expect((await create({ placements, pageId: '122807222231202' })).status).toBe(201);
});

test('ADS-60 a carousel has two to ten cards', async () => {
  const { create, post } = await scene();
  const card = { imageUrl: 'https://example.com/card.jpg', linkUrl: 'https://example.com/card' };
  const cards = (count: number) => ({ carouselCards: Array.from({ length: count }, () => card) });
  for (const count of [1, 11]) {
    expect(await create(cards(count))).toMatchObject(refusal('invalid_field_value', 'carouselCards'));
    expect(await post('creatives', { ...CONTENT, ...cards(count) })).toMatchObject(
      refusal('invalid_field_value', 'carouselCards'),
    );
  }
  for (const count of [2, 10]) expect((await create(cards(count))).status).toBe(201);
});

test('ADS-64 a goal of conversions names what counts as one, before the network is asked', async () => {
  const { create, post } = await scene();
  expect(await create({ goal: 'conversions' })).toMatchObject(refusal('missing_required_field', 'promotedObject'));
  const campaign = { name: 'C', goal: 'conversions', budgetAmount: 20, budgetType: 'daily' };
  expect(await post('campaigns', campaign)).toMatchObject(refusal('missing_required_field', 'promotedObject'));
  const promotedObject = { customEventType: 'PURCHASE' };
  expect((await post('campaigns', { ...campaign, promotedObject })).status).toBe(200);
});

test('ERR-50 the link of a call ad leads to a website', async () => {
  const { post } = await scene();
  const call = { ...CONTENT, pageId: '122807222231202', phoneNumber: '+4915112345678' };
  expect(await post('call', { ...call, linkUrl: 'tel:+4915112345678' })).toMatchObject(upstream(2061006));
  expect((await post('call', call)).status).toBe(200);
});

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('ADS-42 an image is a JPEG or PNG by its bytes, and read back by its hash', async () => {
  const { service, accountId, post } = await scene();
  const gif = Buffer.from('GIF89a\u0001\u0000\u0001\u0000', 'latin1').toString('base64');
  for (const imageBase64 of ['!!!', gif, ''])
    expect(await post('images', { imageBase64, filename: 'a.png' })).toMatchObject(
      refusal('invalid_field_value', 'imageBase64'),
    );
  const { status, body } = await post('images', { imageBase64: PNG, filename: 'dot.png' });
  expect(status).toBeLessThan(300);
  const hash = String(body['image']?.['hash']);
  expect(hash).toMatch(/^[0-9a-f]{32}$/);
  const list = await service.api('GET', '/v1/ads/images', { query: { accountId, adAccountId: META } });
  expect(JSON.stringify(list.body)).toContain(hash);
});

test('ADS-08 a creative without a button has LEARN_MORE', async () => {
  const { service, accountId, post } = await scene();
  const { body } = await post('creatives', { headline: 'H', body: 'B', linkUrl: 'https://example.com' });
  const { body: read } = await service.api('GET', `/v1/ads/creatives/${String(body['creativeId'])}`, {
    query: { accountId },
  });
  expect(read).toMatchObject({ creative: { callToAction: 'LEARN_MORE' } });
});

test('ADS-27 the categories of the campaign count, in the body and in the targeting', async () => {
  const { create, post } = await scene();
  const campaign = { name: 'C', goal: 'traffic', budgetAmount: 20, budgetType: 'daily' };
  const made = await post('campaigns', { ...campaign, specialAdCategories: ['CREDIT'] });
  const existingCampaignId = made.body['campaignId'];
  const zips = [{ key: 'US:94105' }];
  expect(await create({ existingCampaignId, zips })).toMatchObject(refusal('invalid_field_value', 'zips'));
  expect((await create({ existingCampaignId })).status).toBe(201);
  expect((await create({ specialAdCategories: [], zips })).status).toBe(201);
});

test('ADS-64 lead goals name what counts too, and an ad in an ad set has what that counts', async () => {
  const { create } = await scene();
  const promotedObject = { customEventType: 'LEAD' };
  expect(await create({ goal: 'lead_conversion' })).toMatchObject(refusal('missing_required_field', 'promotedObject'));
  const made = await create({ goal: 'lead_conversion', promotedObject });
  expect(made.status).toBe(201);
  const adSetId = made.body['ad']?.['platformAdSetId'];
  expect((await create({ goal: 'lead_conversion', adSetId })).status).toBe(201);
  const google = await scene('googleads', GOOGLE);
  const images = { landscape: 'https://example.com/wide.jpg', square: 'https://example.com/square.jpg' };
  expect((await google.create({ goal: 'conversions', images })).status).toBe(201);
});

test('an ad set of another network than that of the account is refused', async () => {
  const { post } = await scene();
  const { body } = await post('campaigns', { name: 'C', goal: 'traffic', budgetAmount: 20, budgetType: 'daily' });
  const set = { campaignId: body['campaignId'], name: 'S', goal: 'traffic', budgetAmount: 20, budgetType: 'daily' };
  expect(await post('ad-sets', { ...set, platform: 'google', countries: ['DE'] })).toMatchObject(
    refusal('invalid_field_value', 'platform'),
  );
  expect((await post('ad-sets', { ...set, platform: 'instagram', countries: ['DE'] })).status).toBe(200);
});
