/** Devices, places, languages, hours and bids of a search campaign: what is sent reads back in the form of the network, and what is not sent stays. */
import { expect, test } from 'vitest';
import { startService } from '../../../../support/service.ts';
import { GOOGLE_CAMPAIGN } from '../ad-content.ts';

async function stage(more: object = {}) {
  const service = await startService();
  const { _id: accountId } = await service.account('googleads');
  const made = await service.api('POST', '/v1/ads/campaigns', { body: { accountId, ...GOOGLE_CAMPAIGN, ...more } });
  const path = `/v1/ads/campaigns/${String(made.body['campaignId'])}`;
  const aim = (targeting: object) =>
    service.api('PUT', `${path}/targeting`, { body: { platform: 'google', targeting } });
  const read = async () => (await service.api('GET', `${path}/targeting`)).body;
  return { ...service, accountId, path, aim, read };
}

test('places are ids, or countries and parts with a key', async () => {
  const { aim, read } = await stage();
  expect((await aim({ locations: ['2276', '2040'] })).body).toMatchObject({ updated: ['locations'] });
  expect((await read())['locations']).toEqual([
    { geoTargetId: '2276', negative: false },
    { geoTargetId: '2040', negative: false },
  ]);
  const locations = {
    countries: ['DE'],
    regions: [{ key: '20228', name: 'Bavaria' }],
    cities: [{ key: '1003854' }],
    zips: [{ key: '9043' }],
    metros: [{ key: '200' }],
  };
  await aim({ locations });
  expect((await read())['locations']).toEqual([
    { countryCode: 'DE', negative: false },
    { geoTargetId: '20228', negative: false, name: 'Bavaria' },
    { geoTargetId: '1003854', negative: false },
    { geoTargetId: '9043', negative: false },
    { geoTargetId: '200', negative: false },
  ]);
});

test('devices have their bids, languages their codes, and what is not sent stays', async () => {
  const { aim, read } = await stage();
  await aim({ devices: ['MOBILE', { device: 'TABLET', bidModifier: 0.8 }] });
  const { body } = await aim({ languages: ['de', 'en'] });
  expect(body).toMatchObject({
    updated: ['languages'],
    devices: [{ device: 'MOBILE' }, { device: 'TABLET', bidModifier: 0.8 }],
    languages: [{ code: 'de' }, { code: 'en' }],
  });
  expect(await read()).toMatchObject({
    devices: [{ device: 'MOBILE' }, { device: 'TABLET', bidModifier: 0.8 }],
    languages: [{ code: 'de' }, { code: 'en' }],
  });
  await aim({ languages: [] });
  expect((await read())['languages']).toEqual([]);
});

test('a campaign that is not there has no targeting', async () => {
  const { api } = await stage();
  const body = { platform: 'google', targeting: { languages: ['de'] } };
  expect((await api('PUT', '/v1/ads/campaigns/1/targeting', { body })).status).toBe(404);
});

test('the bid of a campaign reads as it was sent', async () => {
  const { api, path, accountId } = await stage({ bidStrategy: 'COST_CAP', bidAmount: 1.5 });
  const query = { accountId, platform: 'google' };
  const { body } = await api('GET', `${path}/bidding`, { query });
  expect(body['bidSpec']).toMatchObject({ bidStrategy: 'COST_CAP', bidAmount: 1.5 });
  expect(body).not.toHaveProperty('portfolio');
  expect((await api('GET', '/v1/ads/campaigns/1/bidding', { query })).status).toBe(404);
});

test('a part that is not sent stays, and only what was sent is named as updated', async () => {
  const { aim, read } = await stage();
  expect((await aim({ locations: ['2276'], languages: ['1001'] })).body).toMatchObject({
    updated: ['locations', 'languages'],
  });
  const before = await read();
  const { body } = await aim({ languages: ['1000'] });
  expect(body).toMatchObject({ updated: ['languages'], locations: before['locations'] });
  expect((await read())['locations']).toEqual(before['locations']);
  expect((await read())['languages']).not.toEqual(before['languages']);
});

test('a campaign has its bids, and the shared strategy that it uses', async () => {
  const { api, path, accountId } = await stage({ bidStrategy: 'LOWEST_COST_WITH_BID_CAP', bidAmount: 2 });
  const { body } = await api('GET', `${path}/bidding`, { query: { accountId, platform: 'google' } });
  expect(body).toMatchObject({ bidSpec: { bidStrategy: 'LOWEST_COST_WITH_BID_CAP', bidAmount: 2 } });
  expect(body).not.toHaveProperty('portfolio');
  expect((await api('GET', '/v1/ads/campaigns/1/bidding', { query: { accountId, platform: 'google' } })).status).toBe(
    404,
  );
});
