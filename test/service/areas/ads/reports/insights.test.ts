/** Insights of ads as they are asked for: by dimension, by condition, by span and level, in pages; what fits nothing is refused. */
import { describe, expect, test } from 'vitest';
import { openCatalog } from '../../../../../src/catalog/catalog.ts';
import { complaintsAbout } from '../../../../support/contract.ts';
import { startService, type Json, type ServiceUnderTest } from '../../../../support/service.ts';

const catalog = openCatalog('dist/cards');
const HOUR = 3_600;
const adAccountId = '121975733191629';

type Row = Readonly<Record<string, number | string | null>>;

/** A campaign with two ads, both of which ran for 30 hours, and one that never ran. */
async function scene() {
  const service = await startService();
  const { _id: accountId } = await service.account('metaads');
  const common = { accountId, adAccountId, platform: 'facebook', goal: 'traffic', budgetAmount: 20 };
  const budget = { ...common, budgetType: 'daily' };
  const campaign = await service.api('POST', '/v1/ads/campaigns', { body: { ...budget, name: 'Spring' } });
  const campaignId = String(campaign.body['campaignId']);
  const set = await service.api('POST', '/v1/ads/ad-sets', {
    body: { ...budget, campaignId, name: 'Berlin', countries: ['DE'] },
  });
  const adSetId = String(set.body['adSetId']);
  const make = async (name: string, more: object) => {
    const creative = { headline: 'Sale', body: 'Off.', callToAction: 'SHOP_NOW', imageUrl: 'https://a.example/s.jpg' };
    const body = { accountId, adAccountId, adSetId, name, linkUrl: 'https://a.example', ...creative, ...more };
    const { body: made } = await service.api('POST', '/v1/ads/create', { body });
    return made['ad'] as Json & { _id: string; platformAdId: string };
  };
  const women = await make('Women', { gender: 'female', ageMin: 25, ageMax: 44, countries: ['DE', 'AT'] });
  const all = await make('All', { placements: { publisherPlatforms: ['instagram'], devicePlatforms: ['mobile'] } });
  const idle = await make('Idle', { status: 'PAUSED' });
  for (const { _id: id } of [women, all])
    await service.api('PUT', `/v1/ads/${String(id)}/status`, { body: { status: 'active' } });
  await service.advance(30 * HOUR);
  return { ...service, accountId, campaignId, adSetId, women, all, idle, ...asking(service, accountId) };
}

function asking({ api }: ServiceUnderTest, accountId: string) {
  const read = async (query: Readonly<Record<string, string | number>>) => {
    const answer = await api('GET', '/v1/ads/insights', { query: { accountId, ...query } });
    const text = JSON.stringify(answer.body);
    expect(complaintsAbout(catalog, catalog.card('queryAdInsights'), { status: answer.status, text })).toBeNull();
    return answer;
  };
  return {
    read,
    ask: async (query: Readonly<Record<string, string | number>>) => {
      const answer = await read(query);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return answer.body['data'] as unknown as Row[];
    },
  };
}

const FIGURES = ['impressions', 'reach', 'clicks', 'inline_post_engagement', 'conversions', 'spend'] as const;

const sumsOf = (rows: readonly Row[]) =>
  FIGURES.map((name) => Math.round(rows.reduce((sum, row) => sum + Number(row[name]), 0) * 100) / 100);

const valuesOf = (rows: readonly Row[], name: string) => [...new Set(rows.map((row) => row[name]))].sort();

describe('breakdowns', () => {
  test.each([
    'age',
    'gender',
    'age,gender',
    'country',
    'region',
    'publisher_platform',
    'publisher_platform,platform_position',
    'device_platform',
    'impression_device',
    'hourly_stats_aggregated_by_advertiser_time_zone',
  ])('rows by %s sum to the row without it, of every figure', async (breakdowns) => {
    const { ask, campaignId } = await scene();
    for (const query of [{ objectId: campaignId }, { level: 'ad' }, { timeIncrement: 1 }, { level: 'account' }]) {
      const whole = await ask(query);
      const parts = await ask({ ...query, breakdowns });
      expect(parts.length).toBeGreaterThan(0);
      expect(sumsOf(parts)).toEqual(sumsOf(whole));
      for (const row of parts) {
        for (const name of breakdowns.split(',')) expect(row).toHaveProperty(name);
        for (const name of FIGURES) expect(Number(row[name])).toBeLessThanOrEqual(Number(row['impressions']));
      }
    }
    expect(await ask({ breakdowns })).toEqual(await ask({ breakdowns }));
  });

  test('follow what the ad is aimed at', async () => {
    const { ask, women, all } = await scene();
    const of = (ad: Json, breakdowns: string) => ask({ objectId: String(ad['platformAdId']), breakdowns });
    expect(valuesOf(await of(women, 'age'), 'age')).toEqual(['25-34', '35-44']);
    expect(valuesOf(await of(women, 'gender'), 'gender')).toEqual(['female']);
    expect(valuesOf(await of(women, 'country'), 'country')).toEqual(['AT', 'DE']);
    expect(valuesOf(await of(all, 'publisher_platform'), 'publisher_platform')).toEqual(['instagram']);
    expect(valuesOf(await of(all, 'impression_device'), 'impression_device')).not.toContain('desktop');
  });

  test('by the hour have rows only of hours in which an ad ran, and an idle ad has none', async () => {
    const { ask, idle } = await scene();
    const breakdowns = 'hourly_stats_aggregated_by_advertiser_time_zone';
    const rows = await ask({ breakdowns, fromDate: '2026-01-05', toDate: '2026-01-05' });
    expect(valuesOf(rows, breakdowns)[0]).toBe('10:00:00 - 10:59:59');
    expect(await ask({ breakdowns: 'age', objectId: String(idle.platformAdId) })).toEqual([]);
    expect(await ask({ objectId: String(idle.platformAdId) })).toMatchObject([{ impressions: 0, spend: 0 }]);
  });

  test('of the analytics stand one beside the other, each whole', async () => {
    const { api, women, campaignId } = await scene();
    for (const path of [`/v1/ads/${women._id}/analytics`, `/v1/ads/campaigns/${campaignId}/analytics`]) {
      const { body } = await api('GET', path, { query: { breakdowns: 'age,gender' } });
      const { summary, breakdowns } = body['analytics'] as unknown as {
        summary: Row;
        breakdowns: Readonly<Record<string, Row[]>>;
      };
      expect(Object.keys(breakdowns)).toEqual(['age', 'gender']);
      for (const [name, rows] of Object.entries(breakdowns)) {
        expect(rows.every((row) => typeof row[name] === 'string')).toBe(true);
        for (const figure of ['impressions', 'clicks', 'reach'])
          expect(rows.reduce((sum, row) => sum + Number(row[figure]), 0)).toBe(summary[figure]);
      }
      expect(await api('GET', path, { query: { breakdowns: 'age,shoes' } })).toMatchObject({
        status: 400,
        body: { code: 'invalid_field_value', param: 'breakdowns' },
      });
    }
  });
});

describe('action breakdowns', () => {
  const actionsOf = (rows: readonly Row[]) =>
    rows.flatMap(
      (row) => row['actions'] as unknown as { action_type: string; value: number; action_device?: string }[],
    );
  const sumOf = (rows: readonly Row[], type: string) =>
    actionsOf(rows).reduce((sum, one) => sum + (one.action_type === type ? one.value : 0), 0);

  test.each(['', 'age', 'age,publisher_platform'])(
    'split the actions of rows by "%s", which sum to them',
    async (by) => {
      const { ask } = await scene();
      const query = { level: 'ad', fields: 'actions,clicks,spend', ...(by === '' ? {} : { breakdowns: by }) };
      const whole = await ask(query);
      const split = await ask({ ...query, actionBreakdowns: 'action_type,action_device' });
      const plain = (rows: readonly Row[]) => rows.map(({ actions: _actions, ...rest }) => rest);
      expect(plain(split)).toEqual(plain(whole));
      expect(actionsOf(split).length).toBeGreaterThan(actionsOf(whole).length);
      expect(new Set(actionsOf(split).map((one) => one.action_device))).toContain('iphone');
      for (const type of ['link_click', 'post_engagement']) expect(sumOf(split, type)).toBe(sumOf(whole, type));
    },
  );

  test('count by window: clicks within each click window, engagement without a click within each view window', async () => {
    const { ask, read, api, accountId, campaignId, advance } = await scene();
    const windows = { objectId: campaignId, actionAttributionWindows: '1d_click,28d_click,7d_view' };
    const [row] = await ask(windows);
    const { clicks, inline_post_engagement: engagement } = row as unknown as Record<string, number>;
    const click = { '1d_click': clicks, '28d_click': clicks };
    const actions = [
      { action_type: 'link_click', value: clicks, ...click },
      { action_type: 'post_engagement', value: engagement, ...click, '7d_view': Number(engagement) - Number(clicks) },
    ];
    expect(row?.['actions']).toEqual(actions);
    expect(await read({ actionAttributionWindows: '7d_click,3d_click' })).toMatchObject({
      status: 400,
      body: { type: 'platform_error', error: expect.stringContaining('There is no attribution window 3d_click.') },
    });
    const made = await api('POST', '/v1/ads/insights/reports', {
      body: { accountId, ...windows, actionAttributionWindows: ['1d_click', '28d_click', '7d_view'] },
    });
    await advance(60);
    const path = `/v1/ads/insights/reports/${String(made.body['reportRunId'])}`;
    expect((await api('GET', path, { query: { accountId } })).body['data']).toMatchObject([{ actions }]);
  });

  test('name the target and the site that the ad leads to', async () => {
    const { ask, women } = await scene();
    const query = { objectId: women.platformAdId, actionBreakdowns: 'action_target_id,action_destination' };
    const [first] = actionsOf(await ask(query));
    expect(first).toMatchObject({ action_target_id: women.platformAdId, action_destination: 'a.example' });
  });
});

describe('filtering', () => {
  const filter = (field: string, operator: string, value: unknown) => JSON.stringify([{ field, operator, value }]);

  test('by objects and their states selects the ads that are counted', async () => {
    const { ask, women, all, campaignId } = await scene();
    const ads = async (filtering: string) => valuesOf(await ask({ level: 'ad', filtering }), 'ad_name');
    expect(await ads(filter('ad.id', 'IN', [women.platformAdId, all.platformAdId]))).toEqual(['All', 'Women']);
    expect(await ads(filter('ad.id', 'EQUAL', women.platformAdId))).toEqual(['Women']);
    expect(await ads(filter('ad.name', 'CONTAIN', 'wom'))).toEqual(['Women']);
    expect(await ads(filter('ad.effective_status', 'IN', ['ACTIVE']))).toEqual(['All', 'Women']);
    expect(await ads(filter('campaign.id', 'EQUAL', campaignId))).toEqual(['All', 'Idle', 'Women']);
    expect(await ads(filter('campaign.name', 'NOT_EQUAL', 'Spring'))).toEqual([]);
    expect(await ads(filter('adset.name', 'STARTS_WITH', 'ber'))).toHaveLength(3);
  });

  test('by figures and dimensions selects rows', async () => {
    const { ask } = await scene();
    const rows = await ask({ level: 'ad' });
    const most = Math.max(...rows.map((row) => Number(row['impressions'])));
    const chosen = (operator: string, value: unknown) =>
      ask({ level: 'ad', filtering: filter('impressions', operator, value) });
    expect(await chosen('GREATER_THAN', 0)).toHaveLength(2);
    expect(await chosen('GREATER_THAN_OR_EQUAL', most)).toHaveLength(1);
    expect(await chosen('GREATER_THAN', most)).toEqual([]);
    expect(await chosen('IN_RANGE', [1, most])).toHaveLength(2);
    const ages = await ask({ breakdowns: 'age', filtering: filter('age', 'NOT_IN', ['25-34']) });
    expect(valuesOf(ages, 'age')).not.toContain('25-34');
  });

  test.each(['no JSON', '{}', '[1]', '[{"field":"impressions"}]'])('%s is no list of conditions', async (filtering) => {
    const { read } = await scene();
    expect(await read({ filtering })).toMatchObject({
      status: 400,
      body: { code: 'invalid_field_value', param: 'filtering' },
    });
  });
});

describe('fields, spans and pages', () => {
  test('rows have the fields that are asked for, those of the levels above among them', async () => {
    const { ask, campaignId } = await scene();
    const [row] = await ask({ level: 'ad', fields: 'clicks,campaign_name,campaign_id,video_play_actions' });
    expect(Object.keys(row ?? {}).sort()).toEqual(
      ['ad_id', 'ad_name', 'campaign_id', 'campaign_name', 'clicks', 'date_start', 'date_stop'].sort(),
    );
    expect(row).toMatchObject({ campaign_id: campaignId, campaign_name: 'Spring' });
  });

  test.each([
    ['today', '2026-01-06', '2026-01-06'],
    ['yesterday', '2026-01-05', '2026-01-05'],
    ['last_3d', '2026-01-03', '2026-01-05'],
    ['this_month', '2026-01-01', '2026-01-06'],
    ['last_month', '2025-12-01', '2025-12-31'],
    ['this_week_mon_today', '2026-01-05', '2026-01-06'],
    ['last_week_sun_sat', '2025-12-28', '2026-01-03'],
    ['last_quarter', '2025-10-01', '2025-12-31'],
    ['this_year', '2026-01-01', '2026-01-06'],
  ])('%s begins on %s and ends on %s', async (datePreset, from, to) => {
    const { ask } = await scene();
    expect(await ask({ datePreset })).toMatchObject([{ date_start: from, date_stop: to }]);
  });

  test('spans of rows are days, months or everything, and add up', async () => {
    const { ask } = await scene();
    const span = { fromDate: '2025-12-20', toDate: '2026-01-06' };
    const whole = await ask(span);
    for (const [timeIncrement, count] of [
      ['1', 18],
      ['7', 3],
      ['monthly', 2],
      ['all_days', 1],
    ] as const) {
      const rows = await ask({ ...span, timeIncrement });
      expect(rows).toHaveLength(count);
      const [reach, people] = [rows, whole].map((all) => all.reduce((sum, row) => sum + Number(row['reach']), 0));
      expect(reach).toBeGreaterThanOrEqual(Number(people));
      const additive = (all: readonly Row[]) => sumsOf(all.map((row) => ({ ...row, reach: 0 })));
      expect(additive(rows)).toEqual(additive(whole));
    }
  });

  test('pages follow each other and end', async () => {
    const { read, ask } = await scene();
    const query = { timeIncrement: 1, level: 'ad' };
    const all = await ask(query);
    const first = await read({ ...query, limit: 4 });
    const after = String(first.body['paging']?.['after']);
    const second = await read({ ...query, limit: 1_000, after });
    const rows = [first, second].flatMap(({ body }) => body['data'] as unknown as Row[]);
    expect(rows).toEqual(all);
    expect(second.body['paging']?.['after']).toBeNull();
  });
});

describe('the object that is asked for', () => {
  test('stands beside the rows, as it was named, and nothing where none was', async () => {
    const { read, campaignId } = await scene();
    expect((await read({ objectId: campaignId })).body).toHaveProperty('objectId', campaignId);
    expect((await read({ adAccountId })).body).toHaveProperty('objectId', adAccountId);
    expect((await read({ objectId: campaignId, adAccountId })).body).toHaveProperty('objectId', campaignId);
    expect((await read({})).body).not.toHaveProperty('objectId');
  });

  test('is an ad account with or without its prefix; one that has no ads is zero, and nothing where rows are chosen', async () => {
    const { ask } = await scene();
    const [whole] = await ask({});
    for (const objectId of [adAccountId, `act_${adAccountId}`])
      expect(await ask({ objectId })).toMatchObject([{ impressions: whole?.['impressions'] ?? null }]);
    expect(await ask({ objectId: '1', level: 'ad' })).toMatchObject([{ object_id: '1', impressions: 0, spend: 0 }]);
    const filtering = JSON.stringify([{ field: 'ad.name', operator: 'EQUAL', value: 'Nobody' }]);
    expect(await ask({ filtering })).toEqual([]);
    expect(await ask({ level: 'ad', filtering })).toEqual([]);
  });

  test('gives rows of its level the names that are asked for of the levels above, and no others', async () => {
    const { ask, campaignId, adSetId } = await scene();
    const names = async (level: string, fields = 'clicks,adset_name,campaign_id,account_id,ad_name') => {
      const [row] = await ask({ level, fields });
      return Object.keys(row ?? {}).filter((name) => /_(id|name)$/.test(name));
    };
    expect(await names('ad')).toEqual(['ad_id', 'ad_name', 'adset_name', 'campaign_id', 'account_id']);
    expect(await names('adset')).toEqual(['adset_id', 'adset_name', 'campaign_id', 'account_id']);
    expect(await names('campaign')).toEqual(['campaign_id', 'campaign_name', 'account_id']);
    expect(await names('account')).toEqual(['account_id', 'account_name']);
    expect(await names('ad', 'clicks')).toEqual(['ad_id', 'ad_name']);
    expect(await ask({ level: 'adset' })).toMatchObject([{ adset_id: adSetId, adset_name: 'Berlin' }]);
    expect(await ask({ level: 'campaign' })).toMatchObject([{ campaign_id: campaignId }]);
    expect(await ask({ level: 'ad' })).toHaveLength(3);
  });
});

test('actions are in rows that have the field, and their dimensions leave the counts as they are', async () => {
  const { ask } = await scene();
  const [without] = await ask({ fields: 'clicks', actionBreakdowns: 'action_device' });
  expect(without).not.toHaveProperty('actions');
  const [plain] = await ask({});
  const [split] = await ask({ actionBreakdowns: 'action_device' });
  for (const name of FIGURES) expect(split?.[name]).toBe(plain?.[name]);
  const [none] = await ask({ fromDate: '2025-12-01', toDate: '2025-12-02', actionBreakdowns: 'action_device' });
  expect(none).toMatchObject({ impressions: 0, actions: [] });
});

describe('ERR-54: what the network does not take is refused in its own words', () => {
  test.each([
    [{ fields: 'impressions,shoe_size' }],
    [{ breakdowns: 'shoes' }],
    [{ actionBreakdowns: 'shoes' }],
    [{ fields: 'reach', breakdowns: 'hourly_stats_aggregated_by_audience_time_zone' }],
    [{ filtering: '[{"field":"shoes","operator":"EQUAL","value":1}]' }],
    [{ filtering: '[{"field":"clicks","operator":"ROUGHLY","value":1}]' }],
    [{ datePreset: 'soon' }],
    [{ timeIncrement: 'weekly' }],
  ])('%j', async (query) => {
    const { api, accountId, read } = await scene();
    const refusal = {
      status: 400,
      body: {
        type: 'platform_error',
        code: 'platform_api_error',
        platform: 'meta',
        platformError: { error: { code: 100 } },
      },
    };
    expect(await read(query)).toMatchObject(refusal);
    const { filtering, timeIncrement, ...rest } = query as Readonly<Record<string, string>>;
    if (timeIncrement !== undefined) return;
    const body = {
      accountId,
      objectId: '1',
      ...rest,
      ...(filtering && { filtering: JSON.parse(filtering) as unknown }),
    };
    expect(await api('POST', '/v1/ads/insights/reports', { body })).toMatchObject(refusal);
  });
});

test('a report is split and chosen as it was asked for', async () => {
  const { api, ask, advance, accountId, campaignId } = await scene();
  const filtering = [{ field: 'impressions', operator: 'GREATER_THAN', value: 10 }];
  const asked = { objectId: campaignId, level: 'ad', breakdowns: 'age,gender', fields: 'impressions,clicks' };
  const made = await api('POST', '/v1/ads/insights/reports', {
    body: { accountId, ...asked, filtering, timeIncrement: 1 },
  });
  const path = `/v1/ads/insights/reports/${String(made.body['reportRunId'])}`;
  const rows = await ask({ ...asked, filtering: JSON.stringify(filtering), timeIncrement: 1, limit: 1_000 });
  await advance(60);
  const { status, body } = await api('GET', path, { query: { accountId, limit: 1_000 } });
  const text = JSON.stringify(body);
  expect(complaintsAbout(catalog, catalog.card('getAdInsightsReport'), { status, text })).toBeNull();
  expect(body['data']).toEqual(rows);
});

test('people who did nothing have no actions: neither before an ad is shown nor while nobody has clicked', async () => {
  const { api, advance, ask } = await scene();
  const { body } = await api('GET', '/v1/ads/tree');
  const idle = body['campaigns']?.['0']?.['adSets']?.['0']?.['ads']?.['2'];
  const row = async (objectId: unknown) => (await ask({ objectId: String(objectId) }))[0];
  expect(await row(idle?.['_id'])).toMatchObject({ impressions: 0, actions: [], cost_per_action_type: [] });
  await api('PUT', `/v1/ads/${String(idle?.['_id'])}/status`, { body: { status: 'active' } });
  await advance(600);
  const early = await row(idle?.['_id']);
  expect(early).toMatchObject({ clicks: 0, actions: [] });
  expect(Number(early?.['impressions'])).toBeGreaterThan(0);
});
