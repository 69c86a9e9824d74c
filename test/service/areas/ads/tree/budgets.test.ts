/** A budget that is changed at an ad or its ad set: read at both, and spent from then on. */
import { expect, test } from 'vitest';
import { adStage } from '../stage.ts';

const DAY = 86_400;

async function scene() {
  const stage = await adStage();
  const { created, api, nodes } = stage;
  await stage.minutes(15);
  const budgets = async () => (await nodes()).slice(1).map((one) => one?.['budget']);
  const spend = async () => {
    const [, , ad] = await nodes();
    return Number((ad?.['metrics'] as unknown as Record<string, number> | undefined)?.['spend']);
  };
  const change = (budget: object) => api('PUT', `/v1/ads/${created.id}`, { body: { budget } });
  const changeSet = (budget: object) =>
    api('PUT', `/v1/ads/ad-sets/${created.setId}`, { body: { platform: 'facebook', budget } });
  return { ...stage, budgets, spend, change, changeSet };
}

test('readings, "Ads": a budget changed at an ad is that of its ad set, and is spent from then on', async () => {
  const { advance, budgets, spend, change } = await scene();
  await advance(DAY);
  const before = await spend();
  expect(before).toBeCloseTo(20, 0);
  expect((await change({ amount: 50, type: 'daily' })).status).toBe(200);
  expect(await budgets()).toMatchObject([{ amount: 50 }, { amount: 50 }]);
  await advance(DAY);
  expect((await spend()) - before).toBeCloseTo(50, 0);
});

test('readings, "Ads": a budget changed at an ad set is that of its ads', async () => {
  const { advance, budgets, spend, changeSet } = await scene();
  expect((await changeSet({ amount: 8, type: 'daily' })).status).toBe(200);
  expect(await budgets()).toMatchObject([{ amount: 8 }, { amount: 8 }]);
  await advance(DAY);
  expect(await spend()).toBeCloseTo(8, 0);
});

test('readings, "Ads": a budget changed at an ad is that of the ads beside it', async () => {
  const { budgets, change, post, created, nodes } = await scene();
  const creative = { headline: 'A', body: 'B', linkUrl: 'https://example.com', imageUrl: 'https://example.com/a.jpg' };
  const own = { budgetAmount: 20, budgetType: 'daily' };
  expect((await post('create', { name: 'Beside', adSetId: created.setId, ...own, ...creative })).status).toBe(201);
  await change({ amount: 50, type: 'daily' });
  expect(await budgets()).toMatchObject([{ amount: 50 }, { amount: 50 }]);
  const [, set] = await nodes();
  expect(set?.['ads']).toMatchObject([{ budget: { amount: 50 } }, { budget: { amount: 50 } }]);
});

test('a budget and a pause in one call are both kept', async () => {
  const { created, api, nodes, budgets } = await scene();
  const body = { platform: 'facebook', status: 'paused', budget: { amount: 8, type: 'daily' } };
  expect((await api('PUT', `/v1/ads/ad-sets/${created.setId}`, { body })).status).toBe(200);
  expect(await budgets()).toMatchObject([{ amount: 8 }, { amount: 8 }]);
  const [, set, ad] = await nodes();
  expect([set?.['status'], ad?.['status']]).toEqual(['paused', 'paused']);
});

test('an ad that is alone in its ad set spends in the run of the ad set', async () => {
  const { advance, spend, api, created, control } = await scene();
  const now = Date.parse(String((await control('GET', '/_local/clock')).body['now']));
  const platformSpecificData = { endDate: new Date(now + DAY * 1_000).toISOString() };
  await api('PUT', `/v1/ads/ad-sets/${created.setId}`, { body: { platform: 'facebook', platformSpecificData } });
  await advance(DAY);
  const before = await spend();
  expect(before).toBeCloseTo(20, 0);
  await advance(DAY);
  expect(await spend()).toBe(before);
});
