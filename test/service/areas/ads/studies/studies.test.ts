/** Studies: set up on the network, listed in its words, with the results that their cells have come to in every other reading. */
import { expect, test } from 'vitest';
import { type Json } from '../../../../support/service.ts';
import { CONTENT, GOOGLE, META } from '../ad-content.ts';
import { adStage } from '../stage.ts';

const FIGURES = ['impressions', 'reach', 'clicks', 'spend', 'conversions', 'cost_per_conversion'];

async function stage() {
  const service = await adStage();
  const { accountId, created, control, api, post } = service;
  const other = (await post('create', { ...CONTENT, name: 'Summer', campaignName: 'Summer' })).body['ad'];
  const cell = (name: string, adSetId: unknown, more: object = {}) => ({
    name,
    treatmentPercentage: 50,
    adSetIds: [String(adSetId)],
    ...more,
  });
  const cells = [cell('Spring', created.setId), cell('Summer', other?.['platformAdSetId'])];
  const now = Date.parse(String((await control('GET', '/_local/clock')).body['now']));
  const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString();
  const tell = (more: object) => control('POST', '/_local/inbound', { type: 'ad_study', accountId, ...more });
  const split = (more: object = {}) =>
    tell({ adAccountId: META, name: 'Pictures', studyType: 'SPLIT_TEST', endTime: inDays(7), cells, ...more });
  const page = (more: Readonly<Record<string, string | number>> = {}) =>
    api('GET', '/v1/ads/studies', { query: { accountId, adAccountId: META, ...more } });
  const list = async (more: Readonly<Record<string, string | number>> = {}) =>
    (await page(more)).body['data'] as unknown as Json[];
  const results = async (at = 0) =>
    ((await list())[at]?.['objectives']?.['data']?.['0']?.['results'] as unknown as string[]).map(
      (one) => JSON.parse(one) as Record<string, unknown>,
    );
  const insights = async (objectId: string, range: readonly [string, string]) => {
    const [fromDate = '', toDate = ''] = range.map((at) => at.slice(0, 10));
    const query = { accountId, objectId, fromDate, toDate, fields: FIGURES.join(','), level: 'adset' };
    return (await api('GET', '/v1/ads/insights', { query })).body['data']?.['0'] as unknown as Json;
  };
  return { ...service, other, cell, cells, inDays, tell, split, page, list, results, insights };
}

test('a study that was set up on the network is listed in its words, in its ad account alone', async () => {
  const { split, list, page, inDays, created, other, post } = await stage();
  expect(await list()).toEqual([]);
  const { status, body } = await split({ description: 'Which one sells?', startTime: inDays(1) });
  expect(status).toBe(201);
  expect(await list()).toMatchObject([
    {
      id: body['studyId'],
      name: 'Pictures',
      description: 'Which one sells?',
      type: 'SPLIT_TEST',
      start_time: inDays(1),
      end_time: inDays(7),
      canceled_time: null,
      created_time: inDays(0),
      cells: [
        { name: 'Spring', treatment_percentage: 50, adsets: { data: [{ id: created.setId }] } },
        { name: 'Summer', campaigns: { data: [] }, adsets: { data: [{ id: other?.['platformAdSetId'] }] } },
      ],
      objectives: { data: [{ type: 'CONVERSIONS', last_updated_results: null, results: [] }] },
    },
  ]);
  expect((await list())[0]).not.toHaveProperty('accountId');
  const account = { businessId: '123879675774356', name: 'Second', currency: 'EUR', timezoneId: 1 };
  const { adAccountId } = (await post('accounts', account)).body;
  expect((await page({ adAccountId: String(adAccountId) })).body).toMatchObject({ adAccountId, data: [] });
  expect(await page({ adAccountId: '121975733191630' })).toMatchObject({ status: 404, body: { param: 'adAccountId' } });
});

test('fields are chosen by name, the id is always there, and the network refuses any other', async () => {
  const { split, list, page } = await stage();
  const { studyId } = (await split()).body;
  expect(await list({ fields: 'name,end_time' })).toEqual([
    { id: studyId, name: 'Pictures', end_time: expect.any(String) as string },
  ]);
  expect(await page({ fields: 'name,winner' })).toMatchObject({
    status: 400,
    body: { code: 'platform_api_error', platformError: { code: 100, message: 'There is no field winner.' } },
  });
});

test('pages hold the newest study first', async () => {
  const { split, list, page, inDays, minutes } = await stage();
  await split({ endTime: inDays(1) });
  await minutes(1);
  await split({ name: 'Later', startTime: inDays(2) });
  expect((await list()).map(({ name }) => name)).toEqual(['Later', 'Pictures']);
  const { body } = await page({ limit: 1 });
  expect(body['data']).toMatchObject([{ name: 'Later' }]);
  const after = String(body['paging']?.['after']);
  expect((await page({ limit: 1, after })).body['data']).toMatchObject([{ name: 'Pictures' }]);
});

test('results are the figures of insights on the days of the study, and stay as they are once it is over', async () => {
  const { split, results, insights, minutes, inDays, created, advance, cells } = await stage();
  await minutes(16);
  await split({ endTime: inDays(2), cells });
  await advance(86_400);
  const [running] = await results();
  expect(running?.['spend']).toBeGreaterThan(0);
  const { spend } = await insights(created.setId, [inDays(0), inDays(1)]);
  expect(running).toMatchObject({ spend });
  await advance(3 * 86_400);
  const ended = await results();
  const expected = await insights(created.setId, [inDays(0), inDays(2)]);
  for (const name of FIGURES) expect(ended[0]?.[name], name).toEqual(expected[name]);
  await advance(86_400);
  expect(await results()).toEqual(ended);
});

test('a study that ends at midnight, as the ad account has it, has nothing of the day that begins then', async () => {
  const { split, results, insights, minutes, created, advance } = await stage();
  await minutes(16);
  await split({ endTime: '2026-01-06T23:00:00Z' });
  await advance(3 * 86_400);
  const { spend } = await insights(created.setId, ['2026-01-05', '2026-01-06']);
  expect((await results())[0]).toMatchObject({ spend });
});

test('a deleted ad keeps its part of the results', async () => {
  const { split, results, minutes, advance, api, created } = await stage();
  await minutes(16);
  await split();
  await advance(86_400);
  const [before] = await results();
  await api('DELETE', `/v1/ads/${created.id}`);
  expect((await results())[0]).toEqual(before);
});

test('a lift keeps people from the ads, who convert nothing: all conversions of the cell are its lift', async () => {
  const { split, results, minutes, advance, created } = await stage();
  await minutes(16);
  const cells = [{ name: 'All', treatmentPercentage: 80, controlPercentage: 20, campaignIds: [created.campaignId] }];
  await split({ studyType: 'LIFT', cells });
  await advance(5 * 86_400);
  const [result] = await results();
  const { conversions } = result ?? {};
  expect(conversions).toBeGreaterThan(0);
  expect(result).toMatchObject({
    'conversions.test': conversions,
    'conversions.control': 0,
    'conversions.incremental': conversions,
  });
});

test('a study is ended early once, and its results end there', async () => {
  const { split, tell, list, results, minutes, advance, inDays } = await stage();
  await minutes(16);
  const { studyId } = (await split()).body;
  expect(await tell({ studyId })).toMatchObject({ status: 400, body: { param: 'canceled' } });
  await advance(86_400);
  expect(await tell({ studyId, canceled: true })).toMatchObject({ status: 201, body: { studyId } });
  const [study] = await list();
  expect(study?.canceled_time).toBe(new Date(Date.parse(inDays(1)) + 16 * 60_000).toISOString());
  await advance(2 * 86_400);
  const ended = await results();
  await advance(86_400);
  expect(await results()).toEqual(ended);
  expect(await tell({ studyId, canceled: true })).toMatchObject({
    status: 409,
    body: { code: 'invalid_resource_state' },
  });
  expect(await tell({ studyId: '123456789012345', canceled: true })).toMatchObject({ status: 404 });
  expect(await split()).toMatchObject({ status: 201 });
});

test('what a study cannot be is refused with its parameter', async () => {
  const { split, cell, cells, created, other, inDays, tell, account, list } = await stage();
  const [spring, summer] = cells;
  const setId = other?.['platformAdSetId'];
  const rows: readonly [object, number, string][] = [
    [{ name: undefined }, 400, 'name'],
    [{ studyType: 'GEO' }, 400, 'studyType'],
    [{ adAccountId: '999' }, 404, 'adAccountId'],
    [{ startTime: inDays(-1) }, 400, 'startTime'],
    [{ startTime: inDays(3), endTime: inDays(3) }, 400, 'endTime'],
    [{ cells: [spring] }, 400, 'cells'],
    [{ studyType: 'LIFT', cells: Array.from({ length: 6 }, () => spring) }, 400, 'cells'],
    [{ cells: [spring, { name: 'Nobody', treatmentPercentage: 50 }] }, 400, 'cells'],
    [{ cells: [spring, cell('Summer', setId, { treatmentPercentage: 51 })] }, 400, 'cells'],
    [{ cells: [spring, cell('Summer', setId, { controlPercentage: 1 })] }, 400, 'cells'],
    [{ cells: [spring, cell('Nothing', '121008306977399')] }, 404, 'cells'],
    [{ cells: [spring, { ...summer, adSetIds: undefined, campaignIds: [created.campaignId] }] }, 400, 'cells'],
  ];
  for (const [more, status, param] of rows)
    expect(await split(more), JSON.stringify(more)).toMatchObject({ status, body: { param } });
  const { _id: google } = await account('googleads');
  const foreign = { accountId: google, adAccountId: GOOGLE, name: 'Words', studyType: 'LIFT', endTime: inDays(1) };
  expect(await tell({ ...foreign, cells: [spring] })).toMatchObject({
    status: 400,
    body: { code: 'platform_not_supported', param: 'accountId' },
  });
  expect(await list()).toEqual([]);
});

test('a campaign or an ad set is in one study at a time, and in the next one afterwards', async () => {
  const { split, inDays, created } = await stage();
  expect(await split({ endTime: inDays(2) })).toMatchObject({ status: 201 });
  const whole = {
    studyType: 'LIFT',
    cells: [{ name: 'All', treatmentPercentage: 90, controlPercentage: 10, campaignIds: [created.campaignId] }],
  };
  expect(await split({ ...whole, startTime: inDays(1) })).toMatchObject({
    status: 409,
    body: { code: 'invalid_resource_state', param: 'cells' },
  });
  expect(await split({ ...whole, startTime: inDays(2) })).toMatchObject({ status: 201 });
});
