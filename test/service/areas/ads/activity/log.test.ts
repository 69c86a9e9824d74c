/** The activity log: an entry for what calls, reviewers and networks changed of campaigns, ad sets, ads and ad accounts, and of nothing else. */
import { expect, test } from 'vitest';
import { type Json } from '../../../../support/service.ts';
import { META } from '../ad-content.ts';
import { adStage } from '../stage.ts';

async function stage() {
  const service = await adStage();
  const page = async (query: Readonly<Record<string, string | number>> = {}) =>
    (
      await service.api('GET', '/v1/ads/activity', {
        query: { accountId: service.accountId, adAccountId: META, ...query },
      })
    ).body as unknown as {
      readonly adAccountId: string;
      readonly data: Json[];
      readonly paging: { after: string | null };
    };
  const log = async (query: Readonly<Record<string, string | number>> = {}) => (await page(query)).data;
  const types = async (query: Readonly<Record<string, string | number>> = {}) =>
    (await log(query)).map((one) => one['event_type']).reverse();
  const put = (path: string, body: object) =>
    service.api('PUT', `/v1/ads/${path}`, { body: { accountId: service.accountId, ...body } });
  return { ...service, page, log, types, put };
}

test('a new ad has an entry for itself, its ad set and its campaign, by the user whose key made it', async () => {
  const { log, types, api } = await stage();
  expect(await types()).toEqual(['create_campaign', 'create_ad_set', 'create_ad']);
  const { user } = (await api('GET', '/v1/users')).body as unknown as { user?: Json };
  const users = (await api('GET', '/v1/users')).body['users'];
  const owner = user ?? users?.['0'];
  for (const entry of await log())
    expect(entry).toMatchObject({
      actor_id: owner?.['_id'],
      actor_name: owner?.['name'],
      event_time: expect.any(String) as string,
    });
});

test('every change is one entry, with what was there before; what changes nothing has none', async () => {
  const { log, types, put, created, api, accountId } = await stage();
  const { id, setId, campaignId } = created;
  await put(`${id}/status`, { status: 'paused' });
  await put(`${id}/status`, { status: 'paused' });
  await put(`campaigns/${campaignId}`, { name: 'Autumn', platform: 'facebook' });
  await put(`ad-sets/${setId}`, { budget: { amount: 30, type: 'daily' }, platform: 'facebook' });
  await api('DELETE', `/v1/ads/${id}`);
  expect((await types()).slice(3)).toEqual([
    'update_ad_status',
    'update_campaign',
    'update_ad_set_budget',
    'delete_ad',
  ]);
  const budget = (await log()).find((one) => String(one['event_type']) === 'update_ad_set_budget');
  expect(JSON.parse(String(budget?.['extra_data']))).toMatchObject({
    budget: { before: { amount: 20 }, after: { amount: 30 } },
  });
  expect(accountId).toBeDefined();
});

test('what reviewers decide, what networks say and the end of a run are in it, by the network', async () => {
  const { log, tell, created, minutes } = await stage();
  await minutes(16);
  await tell('PAUSED', { adId: created.id, level: 'ad' });
  const own = (
    await log({ objectId: String((await log()).find((one) => String(one['object_type']) === 'AD')?.['object_id']) })
  ).reverse();
  expect(own).toMatchObject([
    { event_type: 'create_ad' },
    { event_type: 'update_ad_status', actor_id: null, actor_name: 'meta' },
    { event_type: 'update_ad_status', actor_id: null, actor_name: 'meta' },
  ]);
});

test('copies, ad accounts and campaigns changed together have entries too', async () => {
  const { types, created, api, accountId, page } = await stage();
  await api('POST', `/v1/ads/${created.id}/duplicate`, { body: {} });
  const campaigns = [{ platformCampaignId: created.campaignId, platform: 'facebook' }];
  await api('POST', '/v1/ads/campaigns/bulk-status', { body: { status: 'paused', campaigns } });
  expect((await types()).slice(3)).toEqual(['create_ad', 'update_campaign_status']);
  const made = await api('POST', '/v1/ads/accounts', {
    body: { accountId, businessId: '123879675774356', name: 'Second', currency: 'EUR', timezoneId: 1 },
  });
  expect(made.status).toBeLessThan(300);
  const adAccountId = String(made.body['adAccountId'] ?? made.body['id']);
  expect((await page({ adAccountId })).data).toMatchObject([
    { event_type: 'create_ad_account', object_name: 'Second' },
  ]);
});

test('entries are the newest first, of the ad account and the time that are asked for', async () => {
  const { log, page, put, created, minutes } = await stage();
  await minutes(1);
  await put(`${created.id}/status`, { status: 'paused' });
  const [latest, ...earlier] = await log();
  expect(latest).toMatchObject({ event_type: 'update_ad_status' });
  expect(await log({ since: String(latest?.['event_time']) })).toEqual([latest]);
  expect(await log({ until: String(earlier[0]?.['event_time']) })).toEqual(earlier);
  expect(await page({ adAccountId: '1' })).toMatchObject({ code: 'not_found', param: 'adAccountId' });
});

test('ADS-35 an object filters only the page that was read, and the next page begins behind all of it', async () => {
  const { put, created, log, page } = await stage();
  for (let at = 0; at < 12; at += 1) {
    await put(`${created.id}/status`, { status: 'paused' });
    await put(`${created.id}/status`, { status: 'active' });
  }
  await put(`campaigns/${created.campaignId}`, { name: 'Autumn', platform: 'facebook' });
  const campaign = (await log({ limit: 1 }))[0]?.['object_id'];
  const first = await page({ limit: 25, objectId: String(campaign) });
  expect(first.data).toMatchObject([{ event_type: 'update_campaign', object_id: campaign }]);
  const { after } = await page({ limit: 25 }).then(({ paging }) => paging);
  expect(first.paging.after).toBe(after);
  const second = await page({ limit: 25, objectId: String(campaign), after: String(after) });
  expect(second.data).toMatchObject([{ event_type: 'create_campaign' }]);
  expect(second.paging.after).toBeNull();
});
