/** The tree of ads: its order, which level shows its days, and what each node counts. */
import { expect, test } from 'vitest';
import type { Json } from '../../../../support/service.ts';
import { CONTENT, META } from '../ad-content.ts';
import { adStage } from '../stage.ts';

const DAY = 86_400;

type Query = Readonly<Record<string, string | number | boolean>>;

/** A campaign that spends 5 a day, one that spends 20, and one in which nothing is; a day and a half later. */
async function scene() {
  const stage = await adStage({ name: 'Small', budgetAmount: 5 });
  const big = await stage.post('create', { ...CONTENT, name: 'Big', budgetAmount: 20 });
  const idle = await stage.post('campaigns', { name: 'Idle', goal: 'traffic', adAccountId: META });
  expect([big.status, idle.status]).toEqual([201, 200]);
  await stage.advance(1.5 * DAY);
  const campaigns = async (query: Query = {}) =>
    (await stage.api('GET', '/v1/ads/tree', { query })).body['campaigns'] as unknown as readonly Json[];
  const names = async (query: Query = {}) => (await campaigns(query)).map((one) => String(one['campaignName']));
  return { ...stage, campaigns, names };
}

test('campaigns are in the order of time, the newest first, or of spend', async () => {
  const { names } = await scene();
  expect(await names()).toEqual(['Idle', 'Big', 'Small']);
  expect(await names({ sort: 'newest' })).toEqual(['Idle', 'Big', 'Small']);
  expect(await names({ sort: 'oldest' })).toEqual(['Small', 'Big', 'Idle']);
  expect(await names({ sort: 'spend_desc' })).toEqual(['Big', 'Small', 'Idle']);
  expect(await names({ sort: 'spend_asc' })).toEqual(['Idle', 'Small', 'Big']);
});

test('a node has its figures and how many there are below it', async () => {
  const { campaigns } = await scene();
  const [idle, big] = await campaigns();
  expect(idle).toMatchObject({ adCount: 0, adSetCount: 0, adSets: [], metrics: { spend: 0 }, currency: 'EUR' });
  expect(big).toMatchObject({ adCount: 1, adSetCount: 1, adSets: [{ adCount: 1, ads: [{ name: 'Big' }] }] });
  const spends = [big, big?.['adSets']?.['0'], big?.['adSets']?.['0']?.['ads']?.['0']].map((one) => one?.['metrics']);
  expect(new Set(spends.map((one) => Number(one?.['spend']))).size).toBe(1);
  expect(Number(spends[0]?.['spend'])).toBeGreaterThan(20);
});

test('days are shown at one level alone: the one that is named, or that of campaigns where rows have one day', async () => {
  const { campaigns } = await scene();
  const shown = async (query: Query) => {
    const [, big] = await campaigns(query);
    const set = big?.['adSets']?.['0'];
    const nodes = [big, set, set?.['ads']?.['0']];
    return nodes.map((node) => (node?.['daily'] === undefined ? undefined : node));
  };
  const isSet = (nodes: readonly unknown[]): readonly boolean[] => nodes.map((node) => node !== undefined);
  expect(isSet(await shown({}))).toEqual([false, false, false]);
  expect(isSet(await shown({ timeIncrement: 1 }))).toEqual([true, false, false]);
  expect(isSet(await shown({ dailyLevel: 'campaign' }))).toEqual([true, false, false]);
  expect(isSet(await shown({ dailyLevel: 'adset', timeIncrement: 1 }))).toEqual([false, true, false]);
  expect(isSet(await shown({ dailyLevel: 'ad' }))).toEqual([false, false, true]);
  for (const dailyLevel of ['campaign', 'adset', 'ad'])
    for (const node of await shown({ dailyLevel })) {
      const days = (node?.['daily'] ?? []) as unknown as readonly { spend: number }[];
      const sum = days.reduce((all, { spend }) => all + spend, 0);
      if (node !== undefined) expect(sum).toBeCloseTo(Number(node['metrics']?.['spend']), 6);
    }
});
