/** Figures of ads over HTTP: none before an ad ran, growing while it runs, the same in every reading. */
import { expect, test } from 'vitest';
import { openCatalog } from '../../../../src/catalog/catalog.ts';
import { complaintsAbout } from '../../../support/contract.ts';
import { startService, type Json } from '../../../support/service.ts';

const catalog = openCatalog('dist/cards');
const HOUR = 3_600;

interface Analytics {
  readonly summary: Readonly<Record<string, number>>;
  readonly daily: readonly Readonly<Record<string, number | string>>[];
}

async function scene() {
  const service = await startService();
  const { _id: accountId } = await service.account('metaads');
  const adAccountId = '121975733191629';
  const budget = { budgetAmount: 20, budgetType: 'daily' };
  const campaign = await service.api('POST', '/v1/ads/campaigns', {
    body: { accountId, adAccountId, platform: 'facebook', name: 'Spring', goal: 'traffic', ...budget },
  });
  const campaignId = String(campaign.body['campaignId']);
  const set = await service.api('POST', '/v1/ads/ad-sets', {
    body: {
      accountId,
      adAccountId,
      platform: 'facebook',
      campaignId,
      name: 'Berlin',
      goal: 'traffic',
      countries: ['DE'],
      ...budget,
    },
  });
  const adSetId = String(set.body['adSetId']);
  const creative = {
    headline: 'Sale',
    body: 'A third off.',
    callToAction: 'SHOP_NOW',
    imageUrl: 'https://a.example/s.jpg',
  };
  const made = await service.api('POST', '/v1/ads/create', {
    body: { accountId, adAccountId, adSetId, name: 'Ad', linkUrl: 'https://a.example', ...creative },
  });
  expect([campaign.status, set.status, made.status], JSON.stringify([campaign.body, set.body, made.body])).toEqual([
    200, 200, 201,
  ]);
  expect(made.body['ad']).toMatchObject({ platformAdSetId: adSetId, platformCampaignId: campaignId });
  const adId = String((made.body['ad'] as Json)['_id']);
  const read = async (path: string): Promise<Analytics> => {
    const answer = await service.api('GET', path);
    const card = catalog.card(path.includes('campaigns') ? 'getCampaignAnalytics' : 'getAdAnalytics');
    expect(complaintsAbout(catalog, card, { status: answer.status, text: JSON.stringify(answer.body) })).toBeNull();
    return answer.body['analytics'] as unknown as Analytics;
  };
  return {
    ...service,
    ids: { campaignId, adSetId, adId },
    ofAd: () => read(`/v1/ads/${adId}/analytics`),
    ofCampaign: () => read(`/v1/ads/campaigns/${campaignId}/analytics`),
    act: (status: string) => service.api('PUT', `/v1/ads/${adId}/status`, { body: { status } }),
  };
}

const total = ({ daily }: Analytics, name: string): number => daily.reduce((sum, row) => sum + Number(row[name]), 0);

test('an ad that never ran has no figures', async () => {
  const { ofAd, act, advance } = await scene();
  await act('paused');
  await advance(48 * HOUR);
  const { summary, daily } = await ofAd();
  for (const row of [summary, ...daily])
    expect(row).toMatchObject({ impressions: 0, clicks: 0, spend: 0, ctr: 0, cpc: 0 });
});

test('figures grow while an ad runs, and stand still while it is paused', async () => {
  const { ofAd, act, advance } = await scene();
  await act('active');
  await advance(6 * HOUR);
  const morning = (await ofAd()).summary['impressions'] ?? 0;
  await advance(6 * HOUR);
  const noon = (await ofAd()).summary['impressions'] ?? 0;
  expect(morning).toBeGreaterThan(0);
  expect(noon).toBeGreaterThan(morning);
  await act('paused');
  await advance(30 * HOUR);
  expect((await ofAd()).summary['impressions']).toBe(noon);
});

test('the days add up to the summary, and the ads of a campaign to the campaign', async () => {
  const { ofAd, ofCampaign, act, advance } = await scene();
  await act('active');
  await advance(50 * HOUR);
  const ad = await ofAd();
  for (const name of ['impressions', 'clicks', 'reach', 'conversions']) expect(ad.summary[name]).toBe(total(ad, name));
  expect(ad.summary['spend']).toBeCloseTo(total(ad, 'spend'), 2);
  const campaign = await ofCampaign();
  expect(campaign.summary).toMatchObject({ impressions: ad.summary['impressions'], spend: ad.summary['spend'] });
  expect(await ofAd()).toEqual(ad);
});

test('the tree holds the campaign, its ad set and its ad, each with the figures of what is below it', async () => {
  const { api, ids, ofAd, act, advance } = await scene();
  await act('active');
  await advance(30 * HOUR);
  const answer = await api('GET', '/v1/ads/tree');
  expect(
    complaintsAbout(catalog, catalog.card('getAdTree'), { status: 200, text: JSON.stringify(answer.body) }),
  ).toBeNull();
  const { impressions } = (await ofAd()).summary;
  const metrics = { impressions };
  expect(answer.body).toMatchObject({
    campaigns: [
      {
        platformCampaignId: ids.campaignId,
        campaignName: 'Spring',
        adSetCount: 1,
        adCount: 1,
        metrics,
        adSets: [{ platformAdSetId: ids.adSetId, adSetName: 'Berlin', metrics, ads: [{ _id: ids.adId, metrics }] }],
      },
    ],
    pagination: { total: 1 },
  });
  expect((await api('GET', '/v1/ads/tree', { query: { platform: 'tiktok' } })).body['campaigns']).toEqual([]);
});

test('an ad stands in no ad set, and an ad set in no campaign, that is not there', async () => {
  const { api, account } = await startService();
  const { _id: accountId } = await account('metaads');
  const common = { accountId, adAccountId: '121975733191629', platform: 'facebook', name: 'Lost' };
  const adSet = {
    ...common,
    campaignId: '999',
    goal: 'traffic',
    budgetAmount: 5,
    budgetType: 'daily',
    countries: ['DE'],
  };
  expect(await api('POST', '/v1/ads/ad-sets', { body: adSet })).toMatchObject({
    status: 404,
    body: { code: 'not_found', param: 'campaignId' },
  });
});
