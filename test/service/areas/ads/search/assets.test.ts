/** Callouts and sitelinks of a campaign on Google: attached, changed and removed by either of their names. */
import { expect, test } from 'vitest';
import { startService, type Json } from '../../../../support/service.ts';
import { GOOGLE, GOOGLE_CAMPAIGN } from '../ad-content.ts';

async function scene() {
  const service = await startService();
  const { _id: accountId } = await service.account('googleads');
  const { campaignId } = (
    await service.api('POST', '/v1/ads/campaigns', {
      body: { accountId, ...GOOGLE_CAMPAIGN },
    })
  ).body;
  const path = `/v1/ads/campaigns/${String(campaignId)}/assets`;
  const call = (method: string, body: object) =>
    service.api(method, path, { body: { accountId, adAccountId: GOOGLE, ...body } });
  const callouts = async () =>
    (await service.api('GET', path, { query: { accountId } })).body['callouts'] as unknown as readonly Json[];
  return { call, callouts };
}

test('assets are removed by the name of the asset or of its link, and others stay', async () => {
  const { call, callouts } = await scene();
  expect((await call('POST', { callouts: ['Free delivery', 'Open late', 'Fair prices'] })).status).toBe(200);
  const [first, second] = await callouts();
  const gone = {
    assetResourceNames: [first?.['assetResourceName']],
    campaignAssetResourceNames: [second?.['campaignAssetResourceName']],
  };
  expect(await call('DELETE', gone)).toMatchObject({ body: { removed: true } });
  expect((await callouts()).map(({ calloutText }) => calloutText)).toEqual(['Fair prices']);
  expect(await call('DELETE', gone)).toMatchObject({ body: { removed: false } });
});

test('a changed asset keeps what is not named, and an unknown one is not counted', async () => {
  const { call, callouts } = await scene();
  await call('POST', { callouts: ['Free delivery', 'Open late'] });
  const [first] = await callouts();
  const updates = [
    { assetResourceName: first?.['assetResourceName'], calloutAsset: { calloutText: 'Free' } },
    { assetResourceName: 'customers/1/assets/2', calloutAsset: { calloutText: 'Nothing' } },
  ];
  expect(await call('PUT', { updates })).toMatchObject({ body: { updated: 1 } });
  expect((await callouts()).map(({ calloutText }) => calloutText)).toEqual(['Free', 'Open late']);
});
