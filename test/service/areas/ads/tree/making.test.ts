/** What ads are put into, and the budgets they are made with. */
import { expect, test } from 'vitest';
import { CONTENT, META } from '../ad-content.ts';
import { adStage } from '../stage.ts';

/** An ad without the parts of its ad set. */
const { name, headline, body: text, linkUrl, imageUrl } = CONTENT;
const ALONE = { name, headline, body: text, linkUrl, imageUrl };

test('an ad belongs to the account and the ad account of its ad set', async () => {
  const { api, post, account, accountId, created } = await adStage();
  const { _id: other } = await account('metaads');
  const inSet = { ...ALONE, adSetId: created.setId };
  expect(await post('create', { ...inSet, accountId: other })).toMatchObject({
    status: 404,
    body: { param: 'accountId' },
  });
  const bare = { accountId, businessId: '123879675774356', name: 'Bare', currency: 'EUR', timezoneId: 1 };
  const { body } = await api('POST', '/v1/ads/accounts', { body: bare });
  for (const place of [inSet, { ...CONTENT, existingCampaignId: created.campaignId }])
    expect(await post('create', { ...place, adAccountId: body['adAccountId'] })).toMatchObject({
      status: 400,
      body: { code: 'invalid_field_value', param: 'adAccountId' },
    });
  expect((await post('create', { ...inSet, adAccountId: META })).status).toBe(201);
});

test('an ad set is made on the network of its account', async () => {
  const { post, created } = await adStage();
  const set = { campaignId: created.campaignId, name: 'Shoes' };
  expect(await post('ad-sets', { ...set, platform: 'tiktok' })).toMatchObject({
    status: 400,
    body: { param: 'platform' },
  });
  expect((await post('ad-sets', { ...set, platform: 'facebook' })).status).toBe(200);
});

test('ADS-27 the categories of a campaign count for the ads that are put into it', async () => {
  const { post } = await adStage();
  const campaign = { name: 'Homes', goal: 'traffic', specialAdCategories: ['HOUSING'] };
  const { body } = await post('campaigns', campaign);
  const ad = { ...CONTENT, existingCampaignId: body['campaignId'] };
  expect(await post('create', { ...ad, zips: [{ key: 'US:94105' }] })).toMatchObject({
    status: 400,
    body: { param: 'zips' },
  });
  expect((await post('create', ad)).status).toBe(201);
});

test('a budget is not below what the ad account spends in a day, and one for the whole run has an end', async () => {
  const { post } = await adStage();
  expect(await post('create', { ...CONTENT, budgetAmount: 0.5 })).toMatchObject({
    status: 400,
    body: { code: 'invalid_field_value', param: 'budgetAmount' },
  });
  const lifetime = { ...CONTENT, budgetType: 'lifetime' };
  expect(await post('create', lifetime)).toMatchObject({
    status: 400,
    body: { code: 'missing_required_field', param: 'endDate' },
  });
  expect((await post('create', { ...lifetime, endDate: '2026-03-01T00:00:00Z' })).status).toBe(201);
});
