/** Amounts and spans of ads: the least that is taken at each place, what the currency has, and runs that end. */
import { expect, test } from 'vitest';
import { startService } from '../../../../support/service.ts';
import { CONTENT, META } from '../ad-content.ts';

const LIFETIME = { budgetType: 'lifetime', startDate: '2026-02-01T00:00:00Z', endDate: '2026-02-10T00:00:00Z' };

async function scene() {
  const service = await startService();
  const { _id: accountId } = await service.account('metaads');
  const own = { accountId, adAccountId: META };
  const create = (more: object) => service.api('POST', '/v1/ads/create', { body: { ...CONTENT, ...own, ...more } });
  const campaign = (more: object) =>
    service.api('POST', '/v1/ads/campaigns', { body: { ...own, name: 'C', goal: 'traffic', ...more } });
  return { ...service, own, create, campaign };
}

const refusedAt = (param: string) => ({ status: 400, body: { code: 'invalid_field_value', param } });

test('an amount is above 0 and has the decimal places of its currency', async () => {
  const { create } = await scene();
  for (const bidAmount of [0, -0.01, 0.001, 1.005])
    expect(await create({ bidAmount }), String(bidAmount)).toMatchObject(refusedAt('bidAmount'));
  for (const bidAmount of [0.01, 0.5, 1.1, 19.99])
    expect((await create({ bidAmount })).status, String(bidAmount)).toBe(201);
  const { body } = await create({ bidAmount: 1.005 });
  expect(body['error']).toMatch(/EUR.*2 decimal places/);
});

test('an amount in a currency without cents is whole', async () => {
  const { api, own, create } = await scene();
  const sent = { businessId: '123879675774356', name: 'Tokyo', currency: 'JPY', timezoneId: 1 };
  const { adAccountId } = (await api('POST', '/v1/ads/accounts', { body: { ...sent, accountId: own.accountId } })).body;
  expect(await create({ adAccountId, budgetAmount: 2_000.5 })).toMatchObject(refusedAt('budgetAmount'));
  expect((await create({ adAccountId, budgetAmount: 2_000 })).status).toBe(201);
});

test('a budget of a day is at least what the ad account spends in one, and one of the whole run need not be', async () => {
  const { api, own, create, campaign } = await scene();
  const { accounts } = (await api('GET', '/v1/ads/accounts', { query: { accountId: own.accountId } })).body;
  const least = Number(accounts?.['0']?.['minimumDailyBudget']);
  expect(least).toBeGreaterThan(0.01);
  const below = Math.round((least - 0.01) * 100) / 100;
  expect(await create({ budgetAmount: below })).toMatchObject(refusedAt('budgetAmount'));
  expect((await create({ budgetAmount: least })).status).toBe(201);
  expect((await create({ ...LIFETIME, budgetAmount: below })).status).toBe(201);
  const { campaignId } = (await campaign({ budgetAmount: 20, budgetType: 'daily' })).body;
  const change = (amount: number) =>
    api('PUT', `/v1/ads/campaigns/${String(campaignId)}`, {
      body: { ...own, platform: 'facebook', budget: { amount, type: 'daily' } },
    });
  expect(await change(below)).toMatchObject(refusedAt('budget.amount'));
  expect(await change(0)).toMatchObject(refusedAt('budget.amount'));
  expect((await change(least)).status).toBe(200);
});

test('a run ends after it begins, and a budget of the whole run has an end', async () => {
  const { create } = await scene();
  const { startDate, endDate } = LIFETIME;
  expect(await create({ startDate, endDate: startDate })).toMatchObject(refusedAt('endDate'));
  expect((await create({ startDate, endDate: '2026-02-01T00:00:01Z' })).status).toBe(201);
  expect((await create({ endDate })).status).toBe(201);
  expect((await create({ startDate })).status).toBe(201);
  expect(await create({ budgetType: 'lifetime', startDate })).toMatchObject({
    status: 400,
    body: { code: 'missing_required_field', param: 'endDate' },
  });
  expect((await create(LIFETIME)).status).toBe(201);
});

test('ADS-33 a spending limit below 0 is refused by the service, one of 0 by the network', async () => {
  const { api, own, campaign } = await scene();
  const { campaignId } = (await campaign({ budgetAmount: 20, budgetType: 'daily' })).body;
  const limit = (spendCap: number) =>
    api('PUT', `/v1/ads/campaigns/${String(campaignId)}`, {
      body: { ...own, platform: 'facebook', platformSpecificData: { spendCap } },
    });
  expect(await limit(-0.01)).toMatchObject(refusedAt('platformSpecificData.spendCap'));
  expect(await limit(0)).toMatchObject({ status: 400, body: { code: 'platform_api_error' } });
  expect((await limit(0.5)).status).toBe(200);
});
