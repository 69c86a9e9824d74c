/** Figures of ads over HTTP: none before an ad ran, growing while it runs, the same in every reading. */
import { describe, expect, test } from 'vitest';
import { openCatalog } from '../../../../../src/catalog/catalog.ts';
import type { Billed } from '../../../../../src/service/areas/ads/figures/delivery.ts';
import {
  countsOn,
  countsOver,
  hoursOn,
  isAny,
  isWanted,
  localNow,
  metricsOf,
  sumOn,
  totalOf,
} from '../../../../../src/service/areas/ads/figures/figures.ts';
import type { AdRecord } from '../../../../../src/service/areas/ads/record.ts';
import { complaintsAbout } from '../../../../support/contract.ts';
import { startService, type Json } from '../../../../support/service.ts';
import { adOf, adsIn, DAYS, deliveryOf, moment, NOW, one, START, UNIT } from './branches.ts';

/** A day of an ad set with 20.00 a day, of which the whole model is known. */
describe('the model of docs/ads-figures.md', () => {
  const branch = one({ amount: 20 });
  const [ad] = adsIn(branch) as [AdRecord];
  const [day = ''] = DAYS;
  const delivery = deliveryOf(branch);
  const DAY_OF_AD = { impressions: 2_668, reach: 2_119, clicks: 45, engagement: 72, conversions: 3, spend: 20 };

  test('gives an ad the same figures by its id, whenever they are read', () => {
    expect(countsOn(ad, day, delivery)).toEqual({ ...DAY_OF_AD, offsite: {} });
    expect(sumOn([ad], day, delivery)).toEqual({ ...DAY_OF_AD, offsite: {} });
    const other = adOf('b', [moment(START)]);
    const both = { ...branch, sets: branch.sets.map((set) => ({ ...set, ads: [ad, other] })) };
    expect([ad, other].map((one_) => countsOn(one_, day, deliveryOf(both)))).toMatchObject([
      { impressions: 1_186, reach: 942, clicks: 20, engagement: 32, conversions: 1, spend: 8.89 },
      { impressions: 1_394, reach: 1_030, clicks: 55, engagement: 75, conversions: 1, spend: 11.1 },
    ]);
  });

  test('counts people once over days, and fewer the smaller the audience is', () => {
    expect(countsOver(ad, DAYS, delivery)).toMatchObject({ impressions: 21_344, reach: 16_938, spend: 160 });
    const targeting = { countries: ['DE'], ageMin: 18, ageMax: 18 };
    const narrow = { ...ad, doc: { ...ad.doc, targeting } } as AdRecord;
    expect(countsOver(narrow, DAYS, delivery)).toMatchObject({ impressions: 21_344, reach: 11_600 });
  });

  test('counts hours as what they add to the day', () => {
    const hours = hoursOn(ad, day, delivery);
    expect(hours.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_, at) => at));
    expect(hours.slice(0, 2).map(({ counts }) => counts)).toMatchObject([
      { impressions: 111, reach: 89, clicks: 1, engagement: 2, conversions: 0, spend: 0.83 },
      { impressions: 111, reach: 88, clicks: 2, engagement: 3, conversions: 0, spend: 0.83 },
    ]);
  });

  test('has nothing before the first unit is spent, and no rates of nothing', () => {
    const early = deliveryOf(branch, START);
    const nothing = { impressions: 0, reach: 0, clicks: 0, engagement: 0, conversions: 0, spend: 0 };
    expect(countsOn(ad, day, early)).toEqual({ ...nothing, offsite: {} });
    expect(metricsOf(countsOn(ad, day, early))).toEqual({
      ...nothing,
      ...{ ctr: 0, cpc: 0, cpm: 0, allConversions: 0, costPerConversion: 0 },
      ...{ inlineLinkClicks: 0, inlineLinkClickCtr: 0, actions: {}, costPerAction: {} },
    });
    expect(isAny(countsOn(ad, day, early))).toBe(false);
    expect(isAny({ ...countsOn(ad, day, early), spend: 0.01 })).toBe(true);
    expect(isAny({ ...countsOn(ad, day, early), impressions: 1 })).toBe(true);
  });

  test('works rates out of what was counted', () => {
    expect(metricsOf(totalOf([ad], DAYS, delivery))).toMatchObject({
      ...{ ctr: 1.6867, cpc: 0.4444, cpm: 7.4963, costPerConversion: 6.6667 },
      ...{ allConversions: 24, inlineLinkClicks: 360, inlineLinkClickCtr: 1.6867, actions: { link_click: 360 } },
      costPerAction: { link_click: 0.4444 },
    });
  });

  test('readings, "Conversions": has a return on ad spend where purchases have a value and something was spent', () => {
    const counts = totalOf([ad], DAYS, delivery);
    const offsite = { '1d offsite_conversion.purchase': { count: 2, value: 240 } };
    expect(metricsOf({ ...counts, offsite })).toMatchObject({
      actionValues: { 'offsite_conversion.purchase': 240 },
      costPerAction: { 'offsite_conversion.purchase': 80 },
      ...{ purchaseValue: 240, roas: 1.5 },
    });
    const free = metricsOf({ ...counts, offsite, spend: 0 });
    expect([free.purchaseValue, free.roas]).toEqual([240, undefined]);
    const unpriced = { '1d offsite_conversion.purchase': { count: 1, value: 0 } };
    const plain = metricsOf({ ...counts, offsite: unpriced });
    expect([plain.purchaseValue, plain.roas, plain.actionValues]).toEqual([undefined, undefined, undefined]);
    const late = { '28d offsite_conversion.purchase': { count: 1, value: 9 } };
    expect(metricsOf({ ...counts, offsite: late })).toEqual(metricsOf(counts));
    expect(isAny({ ...counts, impressions: 0, spend: 0, offsite })).toBe(true);
  });

  test('chooses what was shown and what spent enough', () => {
    const shown = { impressions: 1, spend: 5 };
    const idle = { impressions: 0, spend: 0 };
    expect([isWanted({}, idle), isWanted({ hasDelivery: false }, idle)]).toEqual([true, true]);
    expect([isWanted({ hasDelivery: true }, idle), isWanted({ hasDelivery: true }, shown)]).toEqual([false, true]);
    const least = (minSpend: unknown) => isWanted({ minSpend }, shown);
    expect([least(5), least(5.01), least(4), least('9')]).toEqual([true, false, true, true]);
    expect(isWanted({ hasDelivery: true, minSpend: 6 }, shown)).toBe(false);
  });

  test('reads the clock of the ad account that is furthest ahead', () => {
    const zoned = {
      ...delivery,
      termsOf: ({ doc }: Billed) => ({ currency: 'EUR', unit: UNIT, zone: String(doc.platform) }),
    };
    const inZone = (zone: string) => ({ doc: { platform: zone } }) as unknown as Billed;
    expect(localNow([], zoned)).toBe(NOW);
    expect(localNow([inZone('UTC')], zoned)).toBe(NOW);
    expect(localNow([inZone('America/New_York'), inZone('Europe/Berlin')], zoned)).toBe(NOW + 3_600_000);
  });
});

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

test('ads gain nothing while their campaign is paused, and spend by a new budget from its change on', async () => {
  const { api, ids, ofAd, act, advance } = await scene();
  const spent = async () => (await ofAd()).summary['spend'] ?? 0;
  const platform = { platform: 'facebook' };
  await act('active');
  await advance(HOUR);
  const status = (to: string) =>
    api('PUT', `/v1/ads/campaigns/${ids.campaignId}/status`, { body: { ...platform, status: to } });
  expect((await status('paused')).status).toBe(200);
  const before = await spent();
  expect(before).toBeGreaterThan(0);
  await advance(20 * HOUR);
  expect(await spent()).toBe(before);
  await status('active');
  const bulk = { status: 'paused', campaigns: [{ platformCampaignId: ids.campaignId, ...platform }] };
  expect((await api('POST', '/v1/ads/campaigns/bulk-status', { body: bulk })).body).toMatchObject({
    totals: { updated: 1 },
  });
  await advance(20 * HOUR);
  expect(await spent()).toBe(before);
  await status('active');
  for (const path of [`campaigns/${ids.campaignId}`, `ad-sets/${ids.adSetId}`])
    expect(
      (await api('PUT', `/v1/ads/${path}`, { body: { ...platform, budget: { amount: 48, type: 'daily' } } })).status,
    ).toBe(200);
  await advance(5 * HOUR);
  expect((await spent()) - before).toBeCloseTo(10, 1);
});

test('the days add up to the summary, and the ads of a campaign to the campaign', async () => {
  const { ofAd, ofCampaign, act, advance } = await scene();
  await act('active');
  await advance(50 * HOUR);
  const ad = await ofAd();
  for (const name of ['impressions', 'clicks', 'conversions']) expect(ad.summary[name]).toBe(total(ad, name));
  expect(ad.summary['reach']).toBeLessThan(total(ad, 'reach'));
  for (const { reach } of ad.daily) expect(ad.summary['reach']).toBeGreaterThan(Number(reach));
  expect(ad.summary['spend']).toBeCloseTo(total(ad, 'spend'), 2);
  const campaign = await ofCampaign();
  expect(campaign.summary).toMatchObject({ impressions: ad.summary['impressions'], spend: ad.summary['spend'] });
  expect(await ofAd()).toEqual(ad);
});

test('figures have the currency of the ad account, and its days', async () => {
  const { api, ids, ofAd, act, advance } = await scene();
  const currency = 'EUR';
  expect((await api('GET', `/v1/ads/${ids.adId}/analytics`)).body['ad']).toMatchObject({ currency });
  expect((await api('GET', `/v1/ads/campaigns/${ids.campaignId}/analytics`)).body['campaign']).toMatchObject({
    currency,
  });
  expect((await api('GET', '/v1/ads/tree')).body['campaigns']).toMatchObject([{ currency }]);
  // 9:00 in UTC is 10:00 in Berlin.
  await act('active');
  await advance(13 * HOUR + 1_800);
  const late = await ofAd();
  expect(late.daily.at(-1)).toMatchObject({ date: '2026-01-05' });
  await advance(HOUR);
  const early = await ofAd();
  expect(early.daily.slice(-2)).toMatchObject([{ date: '2026-01-05' }, { date: '2026-01-06' }]);
  expect(early.daily.at(-1)?.['spend']).toBeGreaterThan(0);
  expect(early.daily.at(-1)?.['spend']).toBeLessThan(1);
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

describe('lists of campaigns', () => {
  const DAY = '2026-01-05';

  /** A campaign that ran for thirty hours, and one made later in which nothing is. */
  async function two() {
    const at = await scene();
    await at.act('active');
    await at.advance(30 * HOUR);
    const { _id: accountId } = await at.account('metaads', { username: 'another' });
    const common = { adAccountId: '121975733191629', platform: 'facebook', goal: 'traffic' };
    const made = await at.api('POST', '/v1/ads/campaigns', {
      body: { ...common, accountId, name: 'Autumn', budgetAmount: 20, budgetType: 'daily' },
    });
    const list = async (path: string, query: Readonly<Record<string, string | number | boolean>>) => {
      const { status, body } = await at.api('GET', path, { query });
      const card = catalog.card(
        path.endsWith('tree') ? 'getAdTree' : path.endsWith('ads') ? 'listAds' : 'listAdCampaigns',
      );
      expect(complaintsAbout(catalog, card, { status, text: JSON.stringify(body) })).toBeNull();
      return body;
    };
    const names = async (path: string, query = {}) => {
      const { campaigns, pagination } = await list(path, query);
      const all = (campaigns as unknown as Json[]).map((one) => one['platformCampaignId']);
      expect(pagination?.['total']).toBe(all.length);
      return all.map((id) => (String(id) === at.ids.campaignId ? 'ran' : 'idle'));
    };
    expect(made.status).toBe(200);
    return { ...at, list, names };
  }

  test('a span bounds the figures and not what is listed', async () => {
    const { api, ids, list, ofAd, names } = await two();
    const day = { fromDate: DAY, toDate: DAY };
    const first = (await ofAd()).daily.find(({ date }) => date === DAY);
    const metrics = { impressions: first?.['impressions'], spend: first?.['spend'] };
    expect(metrics.impressions).toBeGreaterThan(0);
    const before = { fromDate: '2026-01-02', toDate: '2026-01-04' };
    for (const span of [day, before]) {
      expect((await names('/v1/ads/campaigns', span)).sort()).toEqual(['idle', 'ran']);
      expect((await names('/v1/ads/tree', span)).sort()).toEqual(['idle', 'ran']);
    }
    expect((await list('/v1/ads', day))['ads']).toMatchObject([{ metrics }]);
    const { metrics: own } = (await list('/v1/ads', {}))['ads']?.['0'] as Json;
    expect((await api('GET', `/v1/ads/${ids.adId}`)).body['ad']).toMatchObject({ metrics: own });
    expect((await list('/v1/ads', before))['ads']).toMatchObject([{ metrics: { impressions: 0, spend: 0 } }]);
  });

  test.each(['/v1/ads/campaigns', '/v1/ads/tree'])('%s holds what was shown and what spent enough', async (path) => {
    const { names } = await two();
    expect(await names(path, { hasDelivery: true })).toEqual(['ran']);
    expect(await names(path, { minSpend: 0.01 })).toEqual(['ran']);
    expect(await names(path, { minSpend: 1_000_000 })).toEqual([]);
    expect(await names(path, { hasDelivery: true, toDate: '2026-01-04' })).toEqual([]);
  });

  test('the tree is in the order of time or of spend, the newest first', async () => {
    const { names } = await two();
    expect(await names('/v1/ads/tree')).toEqual(['idle', 'ran']);
    expect(await names('/v1/ads/tree', { sort: 'oldest' })).toEqual(['ran', 'idle']);
    expect(await names('/v1/ads/tree', { sort: 'spend_desc' })).toEqual(['ran', 'idle']);
    expect(await names('/v1/ads/tree', { sort: 'spend_asc' })).toEqual(['idle', 'ran']);
  });

  test('the tree shows the days of the level that is asked for, and they add up', async () => {
    const { list } = await two();
    const tree = async (query: Readonly<Record<string, string | number>>) =>
      ((await list('/v1/ads/tree', { sort: 'oldest', ...query }))['campaigns'] as unknown as Json[])[0] as Json;
    const sum = (node: Json | undefined) =>
      (node?.['daily'] as unknown as { impressions: number }[]).reduce((all, { impressions }) => all + impressions, 0);
    expect(await tree({})).not.toHaveProperty('daily');
    const campaign = await tree({ timeIncrement: 1 });
    expect(sum(campaign)).toBe(campaign['metrics']?.['impressions']);
    const ofSets = await tree({ dailyLevel: 'adset' });
    expect(ofSets).not.toHaveProperty('daily');
    expect(sum(ofSets['adSets']?.['0'])).toBe(campaign['metrics']?.['impressions']);
  });
});

describe('insights', () => {
  async function ran() {
    const at = await scene();
    const accountId = String((await at.api('GET', '/v1/accounts')).body['accounts']?.['0']?.['_id']);
    const ask = async (query: Readonly<Record<string, string>>) => {
      const answer = await at.api('GET', '/v1/ads/insights', { query: { accountId, ...query } });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return answer.body['data'] as unknown as Readonly<Record<string, number | string>>[];
    };
    return { ...at, accountId, ask };
  }

  test('are zero of what never ran, and add up to the same as the analytics of what did', async () => {
    const { act, advance, ask, ids, ofAd } = await ran();
    await act('paused');
    await advance(30 * HOUR);
    expect(await ask({ objectId: ids.adId, level: 'ad' })).toMatchObject([{ impressions: 0, spend: 0 }]);
    await act('active');
    await advance(30 * HOUR);
    const { summary } = await ofAd();
    const { impressions, clicks } = summary;
    for (const objectId of [ids.adId, ids.adSetId, ids.campaignId])
      expect(await ask({ objectId })).toMatchObject([{ impressions, clicks }]);
    const days = await ask({ objectId: ids.campaignId, level: 'ad', timeIncrement: '1' });
    expect(days).toHaveLength(7);
    expect(days.reduce((sum, row) => sum + Number(row['impressions']), 0)).toBe(impressions);
    expect(await ask({ level: 'campaign', fields: 'impressions', datePreset: 'today' })).toEqual([
      expect.not.objectContaining({ clicks: expect.anything() }),
    ]);
  });

  test('a report holds what was known when it was asked for', async () => {
    const { accountId, act, advance, api, ask, ids } = await ran();
    await act('active');
    await advance(30 * HOUR);
    const [known] = await ask({ objectId: ids.adId });
    const made = await api('POST', '/v1/ads/insights/reports', { body: { accountId, objectId: ids.adId } });
    const path = `/v1/ads/insights/reports/${String(made.body['reportRunId'])}`;
    await advance(30 * HOUR);
    const { body } = await api('GET', path, { query: { accountId } });
    expect(body).toMatchObject({ status: 'completed', percentCompletion: 100, data: [known] });
    expect((await ask({ objectId: ids.adId }))[0]?.['impressions']).toBeGreaterThan(Number(known?.['impressions']));
  });
});
