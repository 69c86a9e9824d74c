/** Objectives: each ad network takes the goals that it has one for, and answers with its own word. */
import { expect, test } from 'vitest';
import { PLATFORMS } from '../../../../../src/platforms/platforms.ts';
import { startService, type Json } from '../../../../support/service.ts';
import { CONTENT } from '../ad-content.ts';

const GOALS = [
  ...['engagement', 'traffic', 'awareness', 'video_views', 'lead_generation', 'lead_conversion', 'conversions'],
  ...['app_promotion', 'catalog_sales', 'page_likes', 'job_applicants'],
];

async function scene(platform: string) {
  const service = await startService();
  const { _id: accountId } = await service.account(platform);
  await service.account('pinterest');
  const { body } = await service.api('GET', '/v1/ads/accounts', { query: { accountId } });
  const adAccountId = String(body['accounts']?.['0']?.['id']);
  const post = (path: string, more: object) =>
    service.api('POST', `/v1/ads/${path}`, { body: { accountId, adAccountId, ...more } });
  const campaign = (goal: string, more: object = {}) =>
    post('campaigns', { name: 'C', goal, budgetAmount: 200, budgetType: 'daily', promotedObject: PROMOTED, ...more });
  const images = { landscape: 'https://example.com/wide.jpg', square: 'https://example.com/square.jpg' };
  const create = (more: object) => post('create', { ...CONTENT, budgetAmount: 200, images, ...more });
  const campaigns = async () =>
    (await service.api('GET', '/v1/ads/campaigns', { query: { limit: 100 } })).body[
      'campaigns'
    ] as unknown as readonly Json[];
  return { ...service, accountId, post, campaign, create, campaigns };
}

const PROMOTED = { customEventType: 'LEAD' };

test.each([
  ['metaads', GOALS.filter((goal) => goal !== 'job_applicants')],
  ['googleads', ['traffic', 'awareness', 'video_views', 'lead_generation', 'conversions', 'app_promotion']],
  ['tiktokads', GOALS.filter((goal) => !['lead_conversion', 'page_likes', 'job_applicants'].includes(goal))],
  [
    'linkedinads',
    ['engagement', 'traffic', 'awareness', 'video_views', 'lead_generation', 'conversions', 'job_applicants'],
  ],
  ['xads', ['engagement', 'traffic', 'awareness', 'video_views', 'conversions', 'app_promotion']],
  ['pinterestads', ['engagement', 'traffic', 'awareness', 'video_views', 'conversions', 'catalog_sales']],
  ['openaiads', GOALS],
])('readings, "Ads": %s takes the goals that it has objectives for, and no other', async (platform, own) => {
  const { campaign, create, campaigns } = await scene(platform);
  for (const goal of GOALS) {
    const isOwn = own.includes(goal);
    const refused = { status: 400, body: { code: 'invalid_field_value', param: 'goal' } };
    expect(await campaign(goal), goal).toMatchObject(isOwn ? { status: 200 } : refused);
    const ad = await create({ goal, promotedObject: PROMOTED });
    expect(ad, goal).toMatchObject(isOwn ? { status: 201, body: { ad: { goal } } } : refused);
  }
  expect(await campaigns()).toHaveLength(own.length * 2);
});

test.each([
  ['metaads', 'conversions', 'OUTCOME_SALES'],
  ['googleads', 'conversions', undefined],
  ['tiktokads', 'conversions', 'WEB_CONVERSIONS'],
  ['linkedinads', 'conversions', 'WEBSITE_CONVERSION'],
  ['xads', 'conversions', 'WEBSITE_CONVERSIONS'],
  ['pinterestads', 'conversions', 'WEB_CONVERSION'],
])('readings, "Ads": an objective on %s reads in its word, in every reading', async (platform, goal, word) => {
  const { campaign, create, campaigns, api, accountId } = await scene(platform);
  const { body: made } = await campaign(goal);
  expect(made['objective']).toBe(word);
  const { ad } = (await create({ goal, promotedObject: PROMOTED })).body;
  expect(ad?.['platformObjective']).toBe(word);
  expect((await campaigns()).map((one) => one['platformObjective'])).toEqual([word, word]);
  const tree = (await api('GET', '/v1/ads/tree')).body['campaigns'] as unknown as readonly Json[];
  expect(tree.map((one) => one['platformObjective'])).toEqual([word, word]);
  const path = `/v1/ads/campaigns/${String(made['campaignId'])}`;
  expect((await api('GET', path, { query: { accountId } })).body['campaign']?.['objective']).toBe(word);
});

test('readings, "Ads": an ad in a campaign has the objective of the campaign, and one for chats its own', async () => {
  const { campaign, create, post } = await scene('metaads');
  const existingCampaignId = (await campaign('awareness')).body['campaignId'];
  expect((await create({ existingCampaignId })).body['ad']?.['platformObjective']).toBe('OUTCOME_AWARENESS');
  const chat = {
    ...{ name: 'Chat', destination: 'messenger', pageId: '1029384756', objective: 'OUTCOME_LEADS' },
    ...{ headline: 'Questions?', body: 'Write to us.', imageUrl: 'https://example.com/chat.jpg' },
    ...{ budgetAmount: 20, budgetType: 'daily', countries: ['DE'] },
  };
  expect((await post('messaging', chat)).body['ad']?.['platformObjective']).toBe('OUTCOME_LEADS');
});

test('readings, "Ads": Meta knows the words of its optimization goals, and other networks take any', async () => {
  const { create, api, accountId } = await scene('metaads');
  const unknown = { status: 400, body: { code: 'platform_api_error', platformError: { code: 100 } } };
  expect(await create({ optimizationGoal: 'CLICKS' })).toMatchObject(unknown);
  const made = await create({ optimizationGoal: 'LINK_CLICKS' });
  expect(made).toMatchObject({ status: 201, body: { ad: { optimizationGoal: 'LINK_CLICKS' } } });
  const change = (optimizationGoal: string) =>
    api('PUT', `/v1/ads/ad-sets/${String(made.body['ad']?.['platformAdSetId'])}`, {
      body: { accountId, platform: 'facebook', platformSpecificData: { optimizationGoal } },
    });
  expect(await change('CLICKS')).toMatchObject(unknown);
  expect(await change('REACH')).toMatchObject({ status: 200 });
  const tiktok = await scene('tiktokads');
  expect(await tiktok.create({ optimizationGoal: 'CLICK' })).toMatchObject({ status: 201 });
});

test('every goal of a network is one of the contract', () => {
  const all = Object.values(PLATFORMS).flatMap(({ adRules }) => Object.keys(adRules?.objectives ?? {}));
  expect(all.filter((goal) => !GOALS.includes(goal))).toEqual([]);
});
