/** The review of ads on the clock: by its causes alone, and in every reading. */
import { expect, test } from 'vitest';
import { startService } from '../../../../support/service.ts';
import { CONTENT, META } from '../ad-content.ts';

const MINUTES = 60;

async function scene(more: object = {}) {
  const service = await startService();
  const { _id: accountId } = await service.account('metaads');
  const { body } = await service.api('POST', '/v1/ads/create', {
    body: { ...CONTENT, adAccountId: META, accountId, ...more },
  });
  const id = String(body['ad']?.['_id']);
  const read = async () => (await service.api('GET', `/v1/ads/${id}`)).body['ad'];
  const tell = (status: string, what: object = { adId: id, level: 'ad' }) =>
    service.control('POST', '/_local/inbound', { type: 'ad_status', accountId, status, ...what });
  const told = async () => (await service.events('ad.status_changed')).map(({ payload }) => payload);
  return { ...service, accountId, id, made: body['ad'], read, tell, told };
}

test('ADS-01 ADS-03 an ad waits for its review, and is approved a quarter of an hour later', async () => {
  const { made, read, advance, told } = await scene();
  expect(made).toMatchObject({ status: 'pending_review', reviewStatus: 'in_review' });
  await advance(14 * MINUTES);
  expect(await read()).toMatchObject({ reviewStatus: 'in_review' });
  await advance(MINUTES);
  expect(await read()).toMatchObject({ status: 'active', reviewStatus: 'approved' });
  expect((await told()).filter((one) => String(one['adObject']?.['level']) === 'AD')).toMatchObject([
    { adObject: { platformId: made?.['platformAdId'] }, status: { raw: 'PENDING_REVIEW' } },
    { adObject: { platformId: made?.['platformAdId'] }, status: { raw: 'ACTIVE' } },
  ]);
});

test('ADS-02 an ad that is paused stays so when it is approved', async () => {
  const { read, advance } = await scene({ status: 'PAUSED' });
  await advance(15 * MINUTES);
  expect(await read()).toMatchObject({ status: 'paused', reviewStatus: 'approved' });
});

test('ADS-01 what the network has said before the reviewers are done stays, and what was deleted is not decided about', async () => {
  const { read, tell, advance, told, id, api } = await scene();
  await tell('DISAPPROVED');
  const count = (await told()).length;
  await advance(15 * MINUTES);
  expect(await read()).toMatchObject({ status: 'rejected', reviewStatus: 'rejected' });
  expect((await told()).slice(count).map((one) => one['adObject']?.['level'])).not.toContain('AD');
  await tell('PENDING_REVIEW');
  await api('DELETE', `/v1/ads/${id}`);
  await advance(60 * MINUTES);
  expect(await api('GET', `/v1/ads/${id}`)).toMatchObject({ status: 404 });
});

test('ADS-04 both statuses are on every node of the tree', async () => {
  const { api, advance } = await scene();
  const nodes = async () => {
    const { body } = await api('GET', '/v1/ads/tree');
    const campaign = body['campaigns']?.['0'];
    const set = campaign?.['adSets']?.['0'];
    return [campaign, set, set?.['ads']?.['0']];
  };
  const waiting = { status: 'pending_review', reviewStatus: 'in_review' };
  expect(await nodes()).toMatchObject([waiting, waiting, waiting]);
  await advance(15 * MINUTES);
  const approved = { status: 'active', reviewStatus: 'approved' };
  expect(await nodes()).toMatchObject([approved, approved, approved]);
});

test('ADS-01 a rejected ad says why, is reviewed again once it is changed, and is not run before', async () => {
  const { api, control, accountId, id, made, read, advance, told } = await scene();
  const behaviour = { operation: 'approval', outcome: 'reject', message: 'Too much text.', times: 3 };
  await control('POST', `/_local/network/${accountId}/behaviour`, behaviour);
  await advance(15 * MINUTES);
  expect(await read()).toMatchObject({
    status: 'rejected',
    reviewStatus: 'rejected',
    creative: { servingHoldReasons: ['Too much text.'] },
  });
  expect((await told()).at(-1)).toMatchObject({ error: { message: 'Too much text.' } });
  const status = await api('PUT', `/v1/ads/${id}/status`, { body: { status: 'active' } });
  expect(status).toMatchObject({ status: 409, body: { code: 'invalid_resource_state' } });
  await api('PUT', `/v1/ads/${id}`, { body: { name: 'Less text' } });
  const name = { platform: 'facebook', name: 'Less text' };
  await api('PUT', `/v1/ads/campaigns/${String(made?.['platformCampaignId'])}`, { body: name });
  await api('PUT', `/v1/ads/ad-sets/${String(made?.['platformAdSetId'])}`, { body: name });
  expect(await read()).toMatchObject({ status: 'pending_review', reviewStatus: 'in_review' });
  await advance(15 * MINUTES);
  expect(await read()).toMatchObject({ status: 'active', reviewStatus: 'approved' });
});

test('ADS-01 nobody decides while the time of reviews is null', async () => {
  const { api, control, accountId, advance } = await scene();
  await control('PATCH', '/_local/reviews', { ad: null });
  const { body } = await api('POST', '/v1/ads/create', { body: { ...CONTENT, adAccountId: META, accountId } });
  await advance(60 * MINUTES);
  const read = await api('GET', `/v1/ads/${String(body['ad']?.['_id'])}`);
  expect(read.body['ad']).toMatchObject({ reviewStatus: 'in_review' });
});

test('EVT-102 what the network says changes the object at its level, and is one event', async () => {
  const { made, read, tell, told, api } = await scene();
  const before = (await told()).length;
  expect((await tell('DISAPPROVED')).status).toBe(201);
  expect(await read()).toMatchObject({ status: 'rejected', reviewStatus: 'rejected' });
  const campaignId = String(made?.['platformCampaignId']);
  const setId = String(made?.['platformAdSetId']);
  expect((await tell('PAUSED', { adId: campaignId, level: 'campaign' })).status).toBe(201);
  expect((await tell('ACTIVE', { adId: setId, level: 'ad_set' })).status).toBe(201);
  const { body } = await api('GET', '/v1/ads/tree');
  expect(body['campaigns']?.['0']).toMatchObject({
    status: 'paused',
    adSets: [{ status: 'active', reviewStatus: 'approved' }],
  });
  expect((await told()).slice(before)).toMatchObject([
    { adObject: { level: 'AD', platformId: made?.['platformAdId'] }, status: { raw: 'DISAPPROVED' } },
    { adObject: { level: 'CAMPAIGN', platformId: campaignId }, status: { raw: 'PAUSED' } },
    { adObject: { level: 'AD_SET', platformId: setId }, status: { raw: 'ACTIVE' } },
  ]);
});

test('EVT-102 an unknown ad, and a word that changes nothing, are refused', async () => {
  const { tell, told } = await scene();
  const before = (await told()).length;
  expect((await tell('ACTIVE', { adId: '12', level: 'ad' })).status).toBe(404);
  expect((await tell('PENDING_REVIEW')).status).toBe(409);
  expect((await told()).length).toBe(before);
});
