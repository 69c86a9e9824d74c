/** Switching, changing and deleting campaigns, ad sets and ads: what the call answers, what follows below, and what is reviewed again. */
import { expect, test } from 'vitest';
import { fieldsIn } from '../../../../../src/kernel/json.ts';
import { CONTENT } from '../ad-content.ts';
import { adStage } from '../stage.ts';

async function scene(more: object = {}) {
  const stage = await adStage({ campaignName: 'Spring', ...more });
  const { api, created, nodes } = stage;
  const platform = 'facebook';
  const paths = { campaign: `campaigns/${created.campaignId}`, set: `ad-sets/${created.setId}`, ad: created.id };
  const put = (path: string, body: object) => api('PUT', `/v1/ads/${path}`, { body });
  const turn = (level: keyof typeof paths, status: string) =>
    put(`${paths[level]}/status`, { ...(level === 'ad' ? {} : { platform }), status });
  const change = (level: keyof typeof paths, body: object) =>
    put(paths[level], { ...(level === 'ad' ? {} : { platform }), ...body });
  const states = async () => (await nodes()).map((node) => [node?.['status'], node?.['reviewStatus']] as unknown[]);
  const bulk = (status: string, ...ids: readonly string[]) =>
    api('POST', '/v1/ads/campaigns/bulk-status', {
      body: { status, campaigns: ids.map((platformCampaignId) => ({ platformCampaignId, platform })) },
    });
  return { ...stage, turn, change, states, bulk, paths };
}

const LEVELS = ['campaign', 'set', 'ad'] as const;

test.each(LEVELS)('ADS-02 the %s is switched once, and what is so already is skipped', async (level) => {
  const { turn, minutes, told } = await scene();
  await minutes(15);
  const before = (await told()).length;
  const counts = async (status: string) => {
    const { body } = await turn(level, status);
    return [Number(body['updated']), Number(body['skipped'])];
  };
  expect(await counts('active')).toEqual([0, 1]);
  expect(await counts('paused')).toEqual([1, 0]);
  const paused = (await told()).length;
  expect(paused).toBeGreaterThan(before);
  expect(await counts('paused')).toEqual([0, 1]);
  expect(await told()).toHaveLength(paused);
  expect(await counts('active')).toEqual([1, 0]);
});

test('ADS-02 what waits for its review counts as switched on', async () => {
  const { turn, states } = await scene();
  expect((await turn('ad', 'active')).body).toMatchObject({ updated: 0, skipped: 1 });
  expect((await turn('ad', 'paused')).body).toMatchObject({ updated: 1, skipped: 0 });
  expect((await states())[2]).toEqual(['paused', 'in_review']);
  expect((await turn('ad', 'active')).body).toMatchObject({ updated: 1, skipped: 0 });
  expect((await states())[2]).toEqual(['pending_review', 'in_review']);
});

test('ADS-02 several campaigns are switched in one call, each with what became of it', async () => {
  const { bulk, post, created, minutes, states, told } = await scene();
  const { body } = await post('create', { ...CONTENT, campaignName: 'Autumn', campaignStatus: 'PAUSED' });
  const other = String(body['ad']?.['platformCampaignId']);
  await minutes(15);
  const before = (await told()).length;
  const answer = (await bulk('paused', created.campaignId, other, '1')).body;
  expect(answer).toMatchObject({
    status: 'paused',
    totals: { updated: 1, skipped: 1, failed: 1 },
    results: [
      { platformCampaignId: created.campaignId, updated: 1, skipped: 0 },
      { platformCampaignId: other, updated: 0, skipped: 1 },
      { platformCampaignId: '1', updated: 0, skipped: 0, error: expect.any(String) },
    ],
  });
  expect(fieldsIn(answer['results']).map((row) => 'error' in row)).toEqual([false, false, true]);
  expect((await states()).length).toBe(3);
  expect((await told()).slice(before).map(({ adObject }) => adObject?.['level'])).toEqual(['CAMPAIGN', 'AD_SET', 'AD']);
});

test('a call that names another account finds nothing, and changes nothing', async () => {
  const { change, account, states, nodes } = await scene();
  const { _id: accountId } = await account('metaads', { username: 'other' });
  const before = await states();
  expect((await change('campaign', { accountId, name: 'Autumn', status: 'paused' })).status).toBe(404);
  expect(await states()).toEqual(before);
  expect((await nodes())[0]).toMatchObject({ campaignName: 'Spring' });
});

test('ADS-01 what was rejected is reviewed again after a change, and not when it is only switched', async () => {
  const { tell, created, minutes, turn, change, states } = await scene();
  await minutes(15);
  await tell('REJECTED', { adId: created.id, level: 'ad', reason: 'Too much text.' });
  expect((await turn('ad', 'active')).status).toBe(409);
  expect((await turn('ad', 'paused')).status).toBe(200);
  expect((await states())[2]?.[1]).toBe('rejected');
  expect((await turn('ad', 'active')).status).toBe(409);
  expect((await change('ad', { status: 'active', name: 'Less text' })).status).toBe(200);
  expect((await states())[2]).toEqual(['pending_review', 'in_review']);
  await minutes(14);
  expect((await states())[2]).toEqual(['pending_review', 'in_review']);
  await minutes(1);
  expect((await states())[2]).toEqual(['active', 'approved']);
});

test('ADS-01 an ad that is changed while it is reviewed is decided once, and one that was approved stays so', async () => {
  const { change, minutes, states, told } = await scene();
  await change('ad', { name: 'Two' });
  await minutes(15);
  expect((await states())[2]).toEqual(['active', 'approved']);
  const before = (await told()).length;
  await change('ad', { name: 'Three' });
  await minutes(30);
  expect([(await states())[2], (await told()).length]).toEqual([['active', 'approved'], before]);
});

test('deleting says how many ads went along', async () => {
  const { api, paths, post, created } = await scene();
  await post('create', { ...CONTENT, name: 'Two', adSetId: created.setId });
  await post('create', { ...CONTENT, name: 'Three', existingCampaignId: created.campaignId });
  const remove = (path: string) => api('DELETE', `/v1/ads/${path}`, { body: { platform: 'facebook' } });
  expect((await remove(paths.set)).body).toMatchObject({ adCount: 2 });
  expect((await remove(paths.campaign)).body).toMatchObject({ adCount: 1 });
  expect((await api('GET', '/v1/ads')).body['ads']).toEqual([]);
  expect((await remove(paths.campaign)).status).toBe(404);
});

test('ADS-10 nothing is created where only a validation is asked for', async () => {
  const { post, created, api } = await scene();
  const nodesOf = async (more: object) =>
    fieldsIn((await post('create', { ...CONTENT, ...more, validateOnly: true })).body['results']).map(
      ({ node, status }) => [node, status],
    );
  const validated = (...nodes: readonly string[]) => nodes.map((node) => [node, 'validated']);
  expect(await nodesOf({})).toEqual(validated('campaign', 'adSet', 'creative', 'ad'));
  expect(await nodesOf({ existingCampaignId: created.campaignId })).toEqual(validated('adSet', 'creative', 'ad'));
  expect(await nodesOf({ adSetId: created.setId })).toEqual(validated('creative', 'ad'));
  expect((await api('GET', '/v1/ads')).body['ads']).toMatchObject([{ _id: created.id }]);
});
