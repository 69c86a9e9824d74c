/** Ad accounts: those of the network behind a connected account, and no other's. */
import { expect, test } from 'vitest';
import { startService, type ServiceUnderTest } from '../../../../support/service.ts';

const NETWORKS = ['metaads', 'googleads', 'linkedinads', 'tiktokads', 'pinterestads', 'xads', 'openaiads'];

async function adAccountOn(service: ServiceUnderTest, platform: string) {
  const { _id: accountId } = await service.account(platform);
  const { body } = await service.api('GET', '/v1/ads/accounts', { query: { accountId } });
  const rows = body['accounts'] as unknown as { id: string; currency: string; timezoneName: string }[];
  return { accountId, rows };
}

const campaign = (accountId: string, adAccountId: string) => ({
  accountId,
  adAccountId,
  name: 'Spring',
  goal: 'traffic',
});

test('ADS-50 an account of each ad network has the ad accounts of that network', async () => {
  const service = await startService();
  const ids = [];
  for (const platform of NETWORKS) {
    const { rows } = await adAccountOn(service, platform);
    expect(rows).toMatchObject([{ currency: expect.any(String), timezoneName: expect.any(String), status: 'active' }]);
    ids.push(rows[0]?.id);
  }
  expect(new Set(ids).size).toBe(NETWORKS.length);
});

test('ADS-50 an ad account of another network is not there for a campaign', async () => {
  const service = await startService();
  const meta = await adAccountOn(service, 'metaads');
  const google = await adAccountOn(service, 'googleads');
  const own = String(meta.rows[0]?.id);
  const create = (accountId: string, adAccountId: string) =>
    service.api('POST', '/v1/ads/campaigns', { body: campaign(accountId, adAccountId) });
  expect(await create(google.accountId, own)).toMatchObject({ status: 404, body: { param: 'adAccountId' } });
  expect((await create(meta.accountId, own)).status).toBe(200);
});

test('ADS-62 a new ad account is listed under the id that was answered, and for its own account alone', async () => {
  const service = await startService();
  const { accountId } = await adAccountOn(service, 'metaads');
  const other = await adAccountOn(service, 'metaads');
  const sent = { accountId, businessId: '123879675774356', name: 'New', currency: 'SEK', timezoneId: 1 };
  const { body: made } = await service.api('POST', '/v1/ads/accounts', { body: sent });
  const id = String(made['adAccountId']);
  const list = async (of: string) => (await service.api('GET', '/v1/ads/accounts', { query: { accountId: of } })).body;
  expect(await list(accountId)).toMatchObject({
    accounts: [{}, { id, name: 'New', currency: 'SEK', status: 'active' }],
  });
  expect((await list(other.accountId))['accounts']).toHaveLength(1);
  const patch = { accountId, adAccountId: id, defaultDsaBeneficiary: 'Harbour Cafe' };
  expect((await service.api('PATCH', '/v1/ads/accounts', { body: patch })).status).toBe(200);
  const refused = await service.api('POST', '/v1/ads/campaigns', { body: campaign(other.accountId, id) });
  expect(refused).toMatchObject({ status: 404, body: { param: 'adAccountId' } });
});

test('ADS-50 an ad account owes what its ads have spent', async () => {
  const service = await startService({ seedPack: 'demo' });
  const accountId = '65fe42477cd47c66c5f4bf9f';
  const adAccountId = '121975733191629';
  const read = async () =>
    (await service.api('GET', '/v1/ads/accounts/finance', { query: { accountId, adAccountId } })).body;
  expect(await read()).toMatchObject({ adAccountId, currency: 'EUR', fundingSource: { displayString: 'Visa *4242' } });
  const before = Number((await read())['amountSpent']);
  await service.api('PUT', '/v1/ads/6570ba33708cbfb103f1a8e3/status', { body: { status: 'active' } });
  await service.advance(86_400);
  const { body } = await service.api('GET', '/v1/ads', { query: { adAccountId } });
  const spent = (body['ads'] as unknown as { metrics: { spend: number } }[]).reduce(
    (sum, ad) => sum + ad.metrics.spend,
    0,
  );
  expect(spent).toBeGreaterThan(0);
  expect(Number((await read())['amountSpent']) - before).toBeCloseTo(spent, 2);
});

test('what an ad account owes is asked of its own account, and of an ad account that is there', async () => {
  const service = await startService();
  const { accountId, rows } = await adAccountOn(service, 'metaads');
  const [{ id: adAccountId = '', currency = '' } = {}] = rows;
  const bill = (query: Readonly<Record<string, string>>) => service.api('GET', '/v1/ads/accounts/finance', { query });
  expect(await bill({ accountId, adAccountId })).toMatchObject({
    status: 200,
    body: { adAccountId, currency, balance: 0, amountSpent: 0, spendCap: null },
  });
  for (const other of ['1', '124480196237755'])
    expect(await bill({ accountId, adAccountId: other }), other).toMatchObject({ status: 404 });
});
