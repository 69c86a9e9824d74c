/** What is refused before any ad is made, and of a store's pixel. */
import { expect, test } from 'vitest';
import { META } from './ad-content.ts';
import { adStage } from './stage.ts';

test('ERR-27 several creatives make an ad set of their own, so none is named beside them', async () => {
  const { post, created, api } = await adStage();
  const creative = {
    ...{ headline: 'A', body: 'B', callToAction: 'SHOP_NOW' },
    ...{ imageUrl: 'https://example.com/a.jpg', linkUrl: 'https://example.com' },
  };
  const ad = { name: 'More', goal: 'traffic', budgetAmount: 20, budgetType: 'daily', countries: ['DE'] };
  const both = await post('create', { ...ad, creatives: [creative, creative], adSetId: created.setId });
  expect(both).toMatchObject({ status: 400, body: { code: 'mutually_exclusive_fields', param: 'creatives' } });
  expect((await api('GET', '/v1/ads')).body['ads']).toHaveLength(1);
  expect((await post('create', { ...ad, creatives: [creative, { ...creative, headline: 'C' }] })).status).toBe(201);
  expect((await post('create', { ...ad, ...creative, adSetId: created.setId })).status).toBe(201);
});

test('ADS-36 a period of high demand is of one campaign or of one ad set', async () => {
  const { api, accountId, created } = await adStage();
  const list = (query: object) =>
    api('GET', '/v1/ads/high-demand-periods', { query: { accountId, ...query } as Readonly<Record<string, string>> });
  expect((await list({ campaignId: created.campaignId, adSetId: created.setId })).status).toBe(400);
  expect((await list({})).status).toBe(400);
  expect((await list({ campaignId: created.campaignId })).status).toBe(200);
});

test('the pixel of a store that was connected in the present way is installed', async () => {
  const { api, account } = await adStage();
  const { _id } = await account('shopify');
  const made = await api('POST', `/v1/accounts/${_id}/tracking-tags`, { body: { adAccountId: META, name: 'Shop' } });
  expect(made.status).toBeLessThan(300);
});
