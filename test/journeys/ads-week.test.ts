/** A first week of ads on the local service: from nothing to a campaign with two ad sets and four ads, through a rejection, to figures and the bill; and a boosted post. */
import { expect, test } from 'vitest';
import { startService, type Json } from '../support/service.ts';
import { CONTENT, META } from '../service/areas/ads/ad-content.ts';

const DAY = 86_400;

async function team() {
  const service = await startService();
  const { api, account, control } = service;
  const { _id: accountId } = await account('metaads');
  const post = (path: string, body: object) =>
    api('POST', `/v1/ads/${path}`, { body: { accountId, adAccountId: META, ...body } });
  const rows = async (query: Readonly<Record<string, string>>) =>
    (await api('GET', '/v1/ads/insights', { query: { accountId, datePreset: 'maximum', ...query } })).body[
      'data'
    ] as unknown as readonly Readonly<Record<string, number>>[];
  const bill = async () =>
    (await api('GET', '/v1/ads/accounts/finance', { query: { accountId, adAccountId: META } })).body;
  const ads = async () =>
    (await api('GET', '/v1/ads', { query: { accountId } })).body['ads'] as unknown as readonly Json[];
  const reject = (message: string, times: number) =>
    control('POST', `/_local/network/${accountId}/behaviour`, {
      operation: 'approval',
      outcome: 'reject',
      message,
      times,
    });
  return { ...service, accountId, post, rows, bill, ads, reject };
}

const cents = (rows: readonly Readonly<Record<string, number>>[], name: string): number =>
  Math.round(rows.reduce((sum, row) => sum + Number(row[name]), 0) * 100);

test('ADS-01 ADS-02 a campaign with two sets and four ads is reviewed, corrected, runs for a week, and costs what its figures say', async () => {
  const { api, post, rows, bill, ads, advance, accountId, events, tell } = await withTell();
  const first = (await post('create', { ...CONTENT, name: 'One', ageMin: 18, ageMax: 44 })).body['ad'];
  const campaignId = String(first?.['platformCampaignId']);
  const second = (await post('create', { ...CONTENT, name: 'Two', existingCampaignId: campaignId, budgetAmount: 12 }))
    .body['ad'];
  for (const [name, one] of [
    ['Three', first],
    ['Four', second],
  ] as const) {
    const made = await post('create', { ...CONTENT, name, adSetId: String(one?.['platformAdSetId']) });
    expect(made.status).toBe(201);
  }
  const { campaigns } = (await api('GET', '/v1/ads/tree')).body;
  expect(campaigns).toMatchObject([{ adSetCount: 2, adCount: 4 }]);
  expect((await ads()).map((ad) => [ad['status'], ad['reviewStatus']])).toEqual(
    Array.from({ length: 4 }, () => ['pending_review', 'in_review']),
  );

  const bad = (await ads()).find((ad) => String(ad['name']) === 'Three');
  await tell('DISAPPROVED', String(bad?.['_id']), 'The picture shows a before and after.');
  await advance(16 * 60);
  const stateOf = async (name: string) => (await ads()).find((ad) => String(ad['name']) === name);
  expect(await stateOf('Three')).toMatchObject({ status: 'rejected', reviewStatus: 'rejected' });
  expect(await stateOf('One')).toMatchObject({ status: 'active', reviewStatus: 'approved' });
  const reasons = (await events('ad.status_changed')).map(({ payload }) => payload['error']?.['message']);
  expect(reasons).toContain('The picture shows a before and after.');

  await api('PUT', `/v1/ads/${String(bad?.['_id'])}`, {
    body: { accountId, platform: 'facebook', creative: { imageUrl: 'https://example.com/calm.jpg' } },
  });
  expect(await stateOf('Three')).toMatchObject({ status: 'pending_review', reviewStatus: 'in_review' });
  await advance(16 * 60);
  expect(await stateOf('Three')).toMatchObject({ status: 'active', reviewStatus: 'approved' });

  await advance(7 * DAY);
  const [whole] = await rows({ objectId: campaignId, level: 'campaign' });
  const byAge = await rows({ objectId: campaignId, level: 'campaign', breakdowns: 'age' });
  const byPlace = await rows({
    objectId: campaignId,
    level: 'campaign',
    breakdowns: 'publisher_platform,platform_position',
  });
  const byAd = await rows({ objectId: campaignId, level: 'ad' });
  expect(byAge.length).toBeGreaterThan(1);
  expect(byPlace.length).toBeGreaterThan(1);
  expect(byAd).toHaveLength(4);
  expect(byAd.every(({ spend }) => Number(spend) > 0)).toBe(true);
  for (const name of ['spend', 'impressions', 'clicks'])
    for (const parts of [byAge, byPlace, byAd])
      expect(cents(parts, name), name).toBe(cents(whole === undefined ? [] : [whole], name));
  const { amountSpent, balance } = await bill();
  expect([Number(amountSpent), Number(balance)]).toEqual([Number(whole?.['spend']), Number(whole?.['spend'])]);
  expect(Number(amountSpent)).toBeGreaterThan(7 * 31);
  expect(Number(amountSpent)).toBeLessThanOrEqual(8 * 32);
});

async function withTell() {
  const service = await team();
  const tell = (status: string, adId: string, reason: string) =>
    service.control('POST', '/_local/inbound', {
      type: 'ad_status',
      accountId: service.accountId,
      adId,
      level: 'ad',
      status,
      reason,
    });
  return { ...service, tell };
}

test('ADS-40 a post is boosted, shown as it is on its network, stopped, and spends nothing from then on', async () => {
  const { api, account, post, ads, advance, accountId, bill } = await team();
  const { _id: page } = await account('facebook');
  const body = {
    content: 'The winter blend is here.',
    platforms: [{ platform: 'facebook', accountId: page }],
    publishNow: true,
  };
  const made = (await api('POST', '/v1/posts', { body })).body['post'];
  const nativeId = String(made?.['platforms']?.['0']?.['platformPostId']);
  const boost = {
    name: 'Winter',
    goal: 'engagement',
    postId: String(made?.['_id']),
    budgetAmount: 10,
    budgetType: 'daily',
  };
  const ad = (await post('boost', boost)).body['ad'];
  expect(ad).toMatchObject({ adType: 'boost', creative: { effectiveObjectStoryId: nativeId } });
  await advance(2 * DAY);
  const [running] = await ads();
  expect(running).toMatchObject({ status: 'active', metrics: { spend: expect.any(Number) as number } });
  const before = Number((await bill())['amountSpent']);
  expect(before).toBeGreaterThan(10);
  await api('PUT', `/v1/ads/${String(ad?.['_id'])}/status`, { body: { status: 'paused', accountId } });
  await advance(2 * DAY);
  expect(Number((await bill())['amountSpent'])).toBe(before);
  const found = await api('GET', '/v1/ads', { query: { accountId, effectiveObjectStoryId: nativeId } });
  expect(found.body['ads']).toMatchObject([{ _id: ad?.['_id'], status: 'paused' }]);
});
