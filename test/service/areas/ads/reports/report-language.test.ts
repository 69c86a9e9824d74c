/** Insights of search ads, asked in their report language. */
import { expect, test } from 'vitest';
import { openCatalog } from '../../../../../src/catalog/catalog.ts';
import {
  figuresByPath,
  isDaily,
  maskOf,
  reportIn,
  rowOf,
  type Report,
} from '../../../../../src/service/areas/ads/reports/report-language.ts';
import { complaintsAbout } from '../../../../support/contract.ts';
import { startService, type Json } from '../../../../support/service.ts';

const catalog = openCatalog('dist/cards');
const adAccountId = '124480196237755';

/** An account of search ads whose only campaign ran for 30 hours. */
async function scene() {
  const service = await startService();
  const { _id: accountId } = await service.account('googleads');
  const common = { accountId, adAccountId, platform: 'google', goal: 'traffic', budgetAmount: 20, budgetType: 'daily' };
  const campaign = await service.api('POST', '/v1/ads/campaigns', { body: { ...common, name: 'Spring' } });
  const { desk, parts } = service.service;
  const id = desk.ids.record();
  const base = { kind: 'ad', id, teamId: parts.lifecycle.teamId(), profileId: null, parentId: null };
  const campaignId = String(campaign.body['campaignId']);
  const doc = {
    _id: id,
    accountId,
    name: 'Ad',
    status: 'active',
    platformAdId: '77',
    platformAdAccountId: adAccountId,
    platformCampaignId: campaignId,
  };
  await desk.store.transact((tx) => tx.put({ ...base, createdAt: desk.clock.now(), doc }));
  await service.advance(30 * 3_600);
  const ask = async (query: string) => {
    const answer = await service.api('GET', '/v1/ads/insights', { query: { accountId, adAccountId, query } });
    const text = JSON.stringify(answer.body);
    expect(complaintsAbout(catalog, catalog.card('queryAdInsights'), { status: answer.status, text })).toBeNull();
    return answer;
  };
  return { ...service, accountId, campaignId, ask };
}

test('rows have what is selected where its path says, and the mask names it', async () => {
  const { ask, campaignId, api, accountId } = await scene();
  const { status, body } = await ask(
    'SELECT campaign.id, campaign.name, metrics.clicks, metrics.cost_micros FROM campaign',
  );
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body['fieldMask']).toBe('campaign.id,campaign.name,metrics.clicks,metrics.costMicros');
  const rows = await api('GET', '/v1/ads/insights', { query: { accountId, level: 'campaign' } });
  const plain = rows.body['data']?.['0'] as unknown as { clicks: number; spend: number };
  expect(body['data']).toEqual([
    {
      campaign: { id: campaignId, name: 'Spring' },
      metrics: { clicks: plain.clicks, costMicros: Math.round(plain.spend * 1e6) },
    },
  ]);
});

test('days that are selected stand apart and sum to the whole; conditions and a limit choose rows', async () => {
  const { ask } = await scene();
  const rows = async (query: string) => (await ask(query)).body['data'] as unknown as Json[];
  const sum = (all: readonly Json[]) => all.reduce((one, { metrics }) => one + Number(metrics?.['impressions']), 0);
  const [whole] = await rows('SELECT metrics.impressions FROM customer');
  const days = await rows('SELECT segments.date, metrics.impressions FROM campaign');
  expect(days.map(({ segments }) => segments?.['date'])).toEqual(['2026-01-05', '2026-01-06']);
  expect(sum(days)).toBe(sum(whole === undefined ? [] : [whole]));
  const first = "SELECT segments.date, metrics.impressions FROM campaign WHERE segments.date = '2026-01-05'";
  expect(await rows(first)).toEqual(days.slice(0, 1));
  const within =
    "SELECT segments.date, metrics.impressions FROM campaign WHERE segments.date BETWEEN '2026-01-06' AND '2026-01-09'";
  expect(await rows(within)).toEqual(days.slice(1));
  expect(await rows('SELECT campaign.id FROM campaign WHERE metrics.clicks > 1000000')).toEqual([]);
  expect(await rows("SELECT campaign.id FROM campaign WHERE campaign.name != 'Spring'")).toEqual([]);
  expect(await rows('SELECT segments.date FROM campaign WHERE segments.date DURING LAST_7_DAYS LIMIT 1')).toHaveLength(
    1,
  );
});

test.each([
  'clicks, please',
  'SELECT metrics.shoes FROM campaign',
  'SELECT metrics.clicks FROM shop',
  'SELECT metrics.clicks FROM campaign WHERE shoes = 1',
])('ERR-54 %s is not understood, in the network’s words', async (query) => {
  const { ask } = await scene();
  expect(typeof reportIn(query)).toBe('string');
  expect(await ask(query)).toMatchObject({
    status: 400,
    body: { type: 'platform_error', platform: 'google', platformError: { error: { code: 400 } } },
  });
});

test.each(['constructor', '__proto__', 'toString'])('the word %s is no resource, field or condition', (word) => {
  expect(reportIn(`SELECT campaign.id FROM ${word}`)).toBe(`There is no resource named ${word}.`);
  expect(reportIn(`SELECT ${word} FROM campaign`)).toBe(`There is no field named ${word}.`);
  expect(reportIn(`SELECT campaign.id FROM campaign WHERE ${word} = 1`)).toContain('The condition');
});

const asked = (where: string): Report => reportIn(`SELECT campaign.id FROM campaign WHERE ${where}`) as Report;

test.each([
  ["segments.date > '2026-01-05'", { fromDate: '2026-01-05' }],
  ['segments.date >= "2026-01-05"', { fromDate: '2026-01-05' }],
  ["segments.date < '2026-01-05'", { toDate: '2026-01-05' }],
  ["segments.date <= '2026-01-05'", { toDate: '2026-01-05' }],
  ["segments.date = '2026-01-05'", { fromDate: '2026-01-05', toDate: '2026-01-05' }],
  ["segments.date BETWEEN '2026-01-05' AND '2026-01-07'", { fromDate: '2026-01-05', toDate: '2026-01-07' }],
  ["segments.date >= '2026-01-05' AND segments.date <= '2026-01-07'", { fromDate: '2026-01-05', toDate: '2026-01-07' }],
  ['segments.date during last_14_days', { datePreset: 'last_14d' }],
  ['segments.date DURING THIS_MONTH', { datePreset: 'this_month' }],
])('the condition %s names its days and no other condition', (where, span) => {
  expect(asked(where)).toMatchObject({ span, conditions: [], limit: undefined });
});

test.each([
  ['=', 'EQUAL'],
  ['!=', 'NOT_EQUAL'],
  ['>', 'GREATER_THAN'],
  ['>=', 'GREATER_THAN_OR_EQUAL'],
  ['<', 'LESS_THAN'],
  ['<=', 'LESS_THAN_OR_EQUAL'],
])('the sign %s compares', (sign, operator) => {
  expect(asked(`metrics.clicks ${sign} 5 AND campaign.name = 'Spring'`).conditions).toEqual([
    { field: 'metrics.clicks', operator, value: '5' },
    { field: 'campaign_name', operator: 'EQUAL', value: 'Spring' },
  ]);
});

test('a question has its level, its fields and its limit', () => {
  const of = (query: string) => reportIn(query) as Report;
  const levels = ['customer', 'campaign', 'ad_group', 'AD_GROUP_AD'].map(
    (from) => of(`SELECT customer.id FROM ${from}`).level,
  );
  expect(levels).toEqual(['account', 'campaign', 'adset', 'ad']);
  const report = of('select segments.date, metrics.average_cpc from ad_group order by metrics.clicks desc limit 12;');
  expect(report).toMatchObject({
    selected: ['segments.date', 'metrics.average_cpc'],
    limit: 12,
    conditions: [],
    span: {},
  });
  expect([isDaily(report), isDaily(of('SELECT campaign.id FROM campaign'))]).toEqual([true, false]);
  expect(maskOf(report)).toBe('segments.date,metrics.averageCpc');
  expect(reportIn('SELECT campaign.id FROM campaign WHERE metrics.clicks DURING LAST_7_DAYS')).toContain(
    'The condition',
  );
});

test('readings, "Conversions": figures are in the units of the language, with the value of reported conversions', () => {
  const offsite = { '1d offsite_conversion.purchase': { count: 2, value: 49.9 }, '7d a': { count: 1, value: 0.1 } };
  const counts = { impressions: 2_000, reach: 900, clicks: 40, engagement: 50, conversions: 5, offsite, spend: 12.34 };
  const figures = {
    'metrics.impressions': 2_000,
    'metrics.clicks': 40,
    'metrics.conversions': 5,
    'metrics.conversions_value': 50,
    'metrics.cost_micros': 12_340_000,
    'metrics.ctr': 0.02,
    'metrics.average_cpc': 308_500,
  };
  expect(figuresByPath(counts)).toEqual(figures);
  const selected = [
    'segments.date',
    'customer.id',
    'ad_group_ad.ad.id',
    'ad_group_ad.ad.name',
    ...Object.keys(figures),
  ];
  const report: Report = { level: 'ad', selected, conditions: [], span: {}, limit: undefined };
  expect(rowOf(report, { known: { account_id: '1', ad_id: '2' }, counts, day: '2026-01-05' })).toEqual({
    segments: { date: '2026-01-05' },
    customer: { id: '1' },
    adGroupAd: { ad: { id: '2', name: null } },
    metrics: {
      ...{ impressions: 2_000, clicks: 40, conversions: 5, conversionsValue: 50 },
      ...{ costMicros: 12_340_000, ctr: 0.02, averageCpc: 308_500 },
    },
  });
});

test('a day on which nothing was shown has no row, and one that was has; without days all have one row', async () => {
  const { ask, advance } = await scene();
  await advance(2 * 86_400);
  const rows = async (query: string) => (await ask(query)).body['data'] as unknown as Json[];
  const before = "WHERE segments.date BETWEEN '2026-01-01' AND '2026-01-05'";
  expect(await rows(`SELECT segments.date, metrics.clicks FROM campaign ${before}`)).toMatchObject([
    { segments: { date: '2026-01-05' } },
  ]);
  const nothing = "WHERE segments.date BETWEEN '2026-01-01' AND '2026-01-02'";
  expect(await rows(`SELECT segments.date, metrics.clicks FROM campaign ${nothing}`)).toEqual([]);
  expect(await rows(`SELECT metrics.clicks FROM campaign ${nothing}`)).toEqual([{ metrics: { clicks: 0 } }]);
  const { body } = await ask('SELECT metrics.clicks FROM campaign LIMIT 1');
  expect(body).toMatchObject({ customerId: adAccountId, data: [{}] });
});
