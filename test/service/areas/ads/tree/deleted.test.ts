/** What deleted ads, ad sets and campaigns have spent stays in every figure. */
import { expect, test } from 'vitest';
import { CONTENT, META } from '../ad-content.ts';
import { adStage } from '../stage.ts';

const DAY = 24 * 60;

/** Two ads of one ad set that ran for two days, and what their figures read. */
async function scene() {
  const stage = await adStage();
  const { api, accountId, post, created, minutes, nodes } = stage;
  const { name, headline, body: text, linkUrl, imageUrl } = CONTENT;
  const second = await post('create', { name, headline, body: text, linkUrl, imageUrl, adSetId: created.setId });
  await minutes(2 * DAY);
  const query = { accountId, adAccountId: META };
  const figures = async () => {
    const [finance, insights, timeline, campaign] = await Promise.all([
      api('GET', '/v1/ads/accounts/finance', { query }),
      api('GET', '/v1/ads/insights', { query: { ...query, objectId: META, fields: 'spend', level: 'ad' } }),
      api('GET', '/v1/ads/timeline', { query }),
      nodes(),
    ]);
    const sum = (rows: unknown) =>
      (rows as readonly { spend: number }[]).reduce((total, { spend }) => total + Math.round(spend * 100), 0) / 100;
    return {
      bill: finance.body['amountSpent'],
      insights: sum(insights.body['data']),
      timeline: sum(timeline.body['rows']),
      tree: campaign.slice(0, 2).map((node) => node?.['metrics']?.['spend']),
    };
  };
  return { ...stage, figures, query, otherId: String(second.body['ad']?.['_id']) };
}

test('readings, "Ads": the spend of a deleted ad stays in the bill, in insights, in the timeline and above it', async () => {
  const { api, figures, otherId, created } = await scene();
  const before = await figures();
  expect(before.bill).toBeGreaterThan(0);
  expect([before.insights, before.timeline, ...before.tree]).toEqual(Array(4).fill(before.bill));
  expect((await api('DELETE', `/v1/ads/${otherId}`)).status).toBe(200);
  expect(await figures()).toEqual(before);
  expect((await api('GET', `/v1/ads/${otherId}`)).status).toBe(404);
  expect((await api('GET', '/v1/ads')).body['ads']).toMatchObject([{ _id: created.id }]);
});

test('readings, "Ads": a deleted ad gains nothing, and the one beside it spends the budget from then on', async () => {
  const { api, figures, otherId, created, minutes } = await scene();
  const spendOf = async () => Number((await api('GET', `/v1/ads/${created.id}`)).body['ad']?.['metrics']?.['spend']);
  const [bill, own] = [Number((await figures()).bill), await spendOf()];
  await api('DELETE', `/v1/ads/${otherId}`);
  expect(await spendOf()).toBe(own);
  await minutes(DAY);
  expect(Number((await figures()).bill) - bill).toBeCloseTo(20, 1);
  expect((await spendOf()) - own).toBeCloseTo(20, 1);
});

test('readings, "Ads": a deleted campaign stays in insights with its name', async () => {
  const { api, figures, query, created } = await scene();
  const { bill } = await figures();
  expect(
    (await api('DELETE', `/v1/ads/campaigns/${created.campaignId}`, { body: { platform: 'facebook' } })).status,
  ).toBe(200);
  expect(await figures()).toMatchObject({ bill, insights: bill, timeline: bill, tree: [undefined, undefined] });
  const { body } = await api('GET', '/v1/ads/insights', {
    query: { ...query, objectId: META, fields: 'spend,campaign_id', level: 'campaign' },
  });
  expect(body['data']).toMatchObject([{ campaign_id: created.campaignId, spend: bill }]);
});
