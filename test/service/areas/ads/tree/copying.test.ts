/** Copies of campaigns, ad sets and ads: what comes along, what it is called, where it is put, and in which state it begins. */
import { expect, test } from 'vitest';
import { fieldsIn, type Fields } from '../../../../../src/kernel/json.ts';
import { CONTENT } from '../ad-content.ts';
import { adStage } from '../stage.ts';

async function scene() {
  const stage = await adStage({ name: 'One', adSetName: 'Berlin', campaignName: 'Spring' });
  const { api, post, created } = stage;
  const tree = async () =>
    fieldsIn((await api('GET', '/v1/ads/tree', { query: { sort: 'oldest' } })).body['campaigns']);
  const copy = (path: string, body: object = {}) => api('POST', `/v1/ads/${path}/duplicate`, { body });
  const copyOfCampaign = (body: object = {}) =>
    copy(`campaigns/${created.campaignId}`, { platform: 'facebook', ...body });
  const copyOfSet = (body: object = {}) => copy(`ad-sets/${created.setId}`, { platform: 'facebook', ...body });
  const copyOfAd = (body: object = {}) => copy(created.id, body);
  /** Names from the top, and in brackets what is below. */
  const names = async () =>
    (await tree()).map(({ campaignName, adSets }) => [
      campaignName,
      ...fieldsIn(adSets).map(({ adSetName, ads }) => [adSetName, ...fieldsIn(ads).map(({ name }) => name)]),
    ]);
  const another = async (more: object) => {
    const { body } = await post('create', { ...CONTENT, ...more });
    return body['ad'] as unknown as Readonly<Record<string, string>>;
  };
  return { ...stage, tree, names, copyOfCampaign, copyOfSet, copyOfAd, another };
}

const partsIn = (campaign: Fields | undefined) => {
  const [set] = fieldsIn(campaign?.['adSets']);
  const [ad] = fieldsIn(set?.['ads']);
  return [campaign, set, ad] as const;
};

test('ADS-29 a campaign is copied with what is in it, and only the copy is renamed', async () => {
  const { copyOfCampaign, names, tree } = await scene();
  expect((await copyOfCampaign({ renamePrefix: 'New ', renameSuffix: ' (2)' })).status).toBe(200);
  expect(await names()).toEqual([
    ['Spring', ['Berlin', 'One']],
    ['New Spring (2)', ['Berlin', 'One']],
  ]);
  const [original, copied] = (await tree()).map(partsIn);
  const [campaign, set, ad] = copied ?? [];
  for (const [at, one] of [campaign, set, ad].entries()) expect(one?.['_id']).not.toBe(original?.[at]?.['_id'] ?? at);
  expect(ad).toMatchObject({
    platformAdSetId: set?.['platformAdSetId'],
    platformCampaignId: campaign?.['platformCampaignId'],
  });
  expect(ad?.['platformAdId']).not.toBe(original?.[2]?.['platformAdId']);
});

test('ADS-29 names below change with DEEP_RENAME, and none with NO_RENAME', async () => {
  const { copyOfCampaign, names } = await scene();
  await copyOfCampaign({ renameStrategy: 'DEEP_RENAME', renameSuffix: ' B' });
  await copyOfCampaign({ renameStrategy: 'NO_RENAME', renameSuffix: ' C' });
  await copyOfCampaign({ renameStrategy: 'ONLY_TOP_LEVEL_RENAME', renameSuffix: ' D' });
  expect((await names()).slice(1)).toEqual([
    ['Spring B', ['Berlin B', 'One B']],
    ['Spring', ['Berlin', 'One']],
    ['Spring D', ['Berlin', 'One']],
  ]);
});

test('ADS-29 a copy alone takes nothing along, and one with three objects below is refused', async () => {
  const { copyOfCampaign, copyOfSet, names, another, created } = await scene();
  await copyOfCampaign({ deepCopy: false, renameSuffix: ' alone' });
  expect((await names())[1]).toEqual(['Spring alone']);
  await another({ name: 'Two', adSetId: created.setId });
  expect((await copyOfSet({ renameSuffix: ' B' })).status).toBe(200);
  expect((await names())[0]).toEqual(['Spring', ['Berlin', 'One', 'Two'], ['Berlin B', 'One', 'Two']]);
  const before = await names();
  expect(await copyOfCampaign()).toMatchObject({ status: 400, body: { code: 'platform_api_error' } });
  await another({ name: 'Three', adSetId: created.setId });
  expect(await copyOfSet()).toMatchObject({ status: 400, body: { code: 'platform_api_error' } });
  expect(await names()).toEqual([['Spring', ['Berlin', 'One', 'Two', 'Three'], ['Berlin B', 'One', 'Two']], before[1]]);
});

test('a copy begins paused unless it is to be active or as its original, and is reviewed like anything new', async () => {
  const { copyOfCampaign, tree, minutes } = await scene();
  await minutes(20);
  for (const body of [{}, { statusOption: 'ACTIVE' }, { statusOption: 'INHERITED_FROM_SOURCE' }])
    expect((await copyOfCampaign(body)).status).toBe(200);
  const states = async () =>
    (await tree()).slice(1).map((campaign) => partsIn(campaign).map((one) => [one?.['status'], one?.['reviewStatus']]));
  for (const parts of await states()) for (const [, review] of parts) expect(review).toBe('in_review');
  await minutes(20);
  expect(await states()).toEqual([
    [
      ['paused', 'approved'],
      ['paused', 'approved'],
      ['paused', 'approved'],
    ],
    ...[1, 2].map(() => [
      ['active', 'approved'],
      ['active', 'approved'],
      ['active', 'approved'],
    ]),
  ]);
});

test('an ad set is copied into the campaign that is named, and an ad into the ad set', async () => {
  const { copyOfSet, copyOfAd, names, another } = await scene();
  const other = await another({ name: 'Two', adSetName: 'Vienna', campaignName: 'Autumn' });
  expect((await copyOfSet({ campaignId: other['platformCampaignId'], renameSuffix: ' B' })).status).toBe(200);
  expect((await copyOfAd({ adSetId: other['platformAdSetId'], renameSuffix: ' C' })).status).toBeLessThan(300);
  expect((await copyOfAd({ renameSuffix: ' D' })).status).toBeLessThan(300);
  expect(await names()).toEqual([
    ['Spring', ['Berlin', 'One', 'One D']],
    ['Autumn', ['Vienna', 'Two', 'One C'], ['Berlin B', 'One']],
  ]);
});

test('ADS-30 the retired bundle is found in the creative, and in whatever is copied along', async () => {
  const { copyOfCampaign, another, api } = await scene();
  const { _id, platformCampaignId } = await another({
    name: 'Two',
    creativeFeatures: { standard_enhancements: 'OPT_IN' },
  });
  const refused = { status: 400, body: { platformError: { error_subcode: 3858504 } } };
  const body = { platform: 'facebook' };
  expect(await api('POST', `/v1/ads/${String(_id)}/duplicate`, { body: {} })).toMatchObject(refused);
  const path = `/v1/ads/campaigns/${String(platformCampaignId)}/duplicate`;
  expect(await api('POST', path, { body })).toMatchObject(refused);
  expect((await api('POST', path, { body: { ...body, deepCopy: false } })).status).toBe(200);
  expect((await copyOfCampaign()).status).toBe(200);
});

test('a copy has spent nothing, whatever its original did', async () => {
  const { copyOfAd, tree, minutes } = await scene();
  await minutes(24 * 60);
  await copyOfAd();
  const [, set] = partsIn((await tree())[0]);
  const spent = fieldsIn(set?.['ads']).map(({ metrics }) => Number(Object(metrics).spend));
  expect(spent[0]).toBeGreaterThan(10);
  expect(spent[1]).toBe(0);
});
