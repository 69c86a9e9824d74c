/** How campaigns, ad sets and ads are delivered: by calls, by the network's word and by the clock. */
import { expect, test } from 'vitest';
import { adStage as scene } from '../stage.ts';

test('ADS-02 pausing a campaign pauses what is below, and resuming it lets that run again', async () => {
  const { api, created, nodes, minutes, told } = await scene();
  await minutes(15);
  const before = (await told()).length;
  const path = `/v1/ads/campaigns/${created.campaignId}/status`;
  expect((await api('PUT', path, { body: { platform: 'facebook', status: 'paused' } })).status).toBe(200);
  expect(await nodes()).toMatchObject([{ status: 'paused' }, { status: 'paused' }, { status: 'paused' }]);
  expect((await told()).slice(before).map((one) => one['adObject']?.['level'])).toEqual(['CAMPAIGN', 'AD_SET', 'AD']);
  await api('PUT', path, { body: { platform: 'facebook', status: 'active' } });
  expect(await nodes()).toMatchObject([{ status: 'active' }, { status: 'active' }, { status: 'active' }]);
});

test('ADS-02 an ad that was paused itself stays so when its campaign is resumed', async () => {
  const { api, created, nodes, minutes } = await scene();
  await minutes(15);
  await api('PUT', `/v1/ads/${created.id}/status`, { body: { status: 'paused' } });
  const path = `/v1/ads/campaigns/${created.campaignId}/status`;
  for (const status of ['paused', 'active']) await api('PUT', path, { body: { platform: 'facebook', status } });
  expect(await nodes()).toMatchObject([{ status: 'active' }, { status: 'active' }, { status: 'paused' }]);
});

test('ADS-02 an ad that is resumed below a paused campaign runs only with the campaign', async () => {
  const { api, created, nodes, minutes } = await scene({ status: 'PAUSED' });
  await minutes(15);
  const bulk = { status: 'paused', campaigns: [{ platformCampaignId: created.campaignId, platform: 'facebook' }] };
  expect((await api('POST', '/v1/ads/campaigns/bulk-status', { body: bulk })).body).toMatchObject({
    totals: { updated: 1 },
  });
  const resumed = await api('PUT', `/v1/ads/${created.id}/status`, { body: { status: 'active' } });
  expect(resumed.body).toMatchObject({ updated: 1, skipped: 0 });
  expect((await nodes())[2]).toMatchObject({ status: 'paused', configuredStatus: 'ACTIVE' });
  await api('POST', '/v1/ads/campaigns/bulk-status', { body: { ...bulk, status: 'active' } });
  expect((await nodes())[2]).toMatchObject({ status: 'active' });
});

test('ADS-01 what is switched on while it is reviewed waits for the review', async () => {
  const { api, created, nodes, minutes } = await scene({ status: 'PAUSED' });
  await api('PUT', `/v1/ads/${created.id}/status`, { body: { status: 'active' } });
  expect((await nodes())[2]).toMatchObject({ status: 'pending_review', reviewStatus: 'in_review' });
  await minutes(15);
  expect((await nodes())[2]).toMatchObject({ status: 'active', reviewStatus: 'approved' });
});

test('ADS-01 a rejected campaign stops the ads below it, with its reason', async () => {
  const { tell, created, nodes, minutes } = await scene();
  await minutes(15);
  await tell('REJECTED', { adId: created.campaignId, level: 'campaign', reason: 'Alcohol.' });
  expect(await nodes()).toMatchObject([
    { status: 'rejected', campaignIssuesInfo: [{ error_message: 'Alcohol.' }] },
    { status: 'paused', reviewStatus: 'approved' },
    { status: 'paused', reviewStatus: 'approved' },
  ]);
});

test('ADS-01 a rejected ad has its reason, which goes with the next approval', async () => {
  const { api, tell, created, minutes } = await scene();
  const read = async () => (await api('GET', `/v1/ads/${created.id}`)).body['ad'];
  await tell('REJECTED', { adId: created.id, level: 'ad', reason: 'Too much text.' });
  expect(await read()).toMatchObject({ rejectionReason: 'Too much text.' });
  await api('PUT', `/v1/ads/${created.id}`, { body: { name: 'Less text' } });
  await minutes(15);
  expect(await read()).toMatchObject({ status: 'active' });
  expect(await read()).not.toHaveProperty('rejectionReason');
});

test('ADS-02 an approved ad waits while its campaign is still reviewed, and is not paused', async () => {
  const { tell, created, nodes, minutes } = await scene();
  await tell('APPROVED', { adId: created.id, level: 'ad' });
  expect((await nodes())[2]).toMatchObject({ status: 'pending_review', reviewStatus: 'approved' });
  await minutes(15);
  expect((await nodes())[2]).toMatchObject({ status: 'active' });
});

test('ADS-02 what is still reviewed keeps its status below a campaign that is paused, and follows it when it is approved', async () => {
  const { api, created, nodes, minutes, told, tell } = await scene();
  await tell('APPROVED', { adId: created.campaignId, level: 'campaign' });
  const before = (await told()).length;
  const path = `/v1/ads/campaigns/${created.campaignId}/status`;
  await api('PUT', path, { body: { platform: 'facebook', status: 'paused' } });
  expect((await nodes()).map((node) => node?.['status'])).toEqual(['paused', 'pending_review', 'pending_review']);
  expect((await told()).slice(before)).toMatchObject([{ adObject: { level: 'CAMPAIGN' } }]);
  await minutes(15);
  expect((await nodes()).map((node) => node?.['status'])).toEqual(['paused', 'paused', 'paused']);
  await api('PUT', path, { body: { platform: 'facebook', status: 'active' } });
  expect((await nodes()).map((node) => node?.['status'])).toEqual(['active', 'active', 'active']);
});

test('ADS-02 an ad that is over stays so whatever becomes of its campaign', async () => {
  const { api, created, nodes, minutes, tell } = await scene();
  await minutes(15);
  for (const word of ['COMPLETED', 'ERROR', 'CANCELLED']) {
    await tell(word, { adId: created.id, level: 'ad' });
    for (const status of ['paused', 'active'])
      await api('PUT', `/v1/ads/campaigns/${created.campaignId}/status`, { body: { platform: 'facebook', status } });
    expect((await nodes())[2], word).toMatchObject({ status: word.toLowerCase() });
  }
});
