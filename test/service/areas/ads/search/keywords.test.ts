/** Keywords of search ads: judged, paused, with figures that sum to those of their ad group; and the searches behind them. */
import { describe, expect, test } from 'vitest';
import { startService, TEST_NOW, type Json } from '../../../../support/service.ts';
import { CONTENT, GOOGLE } from '../ad-content.ts';

const IMAGES = { landscape: 'https://example.com/wide.jpg', square: 'https://example.com/square.jpg' };

async function stage() {
  const service = await startService();
  const { api, account } = service;
  const { _id: accountId } = await account('googleads');
  const body = { ...CONTENT, accountId, adAccountId: GOOGLE, images: IMAGES, countries: ['DE'] };
  const ad = (await api('POST', '/v1/ads/create', { body })).body['ad'];
  const [setId, campaignId] = [String(ad?.['platformAdSetId']), String(ad?.['platformCampaignId'])];
  const add = (keywords: readonly unknown[], more: object = {}) =>
    api('POST', '/v1/ads/keywords', { body: { accountId, adSetId: setId, keywords, ...more } });
  const list = async (query: Readonly<Record<string, string>> = {}) =>
    (await api('GET', '/v1/ads/keywords', { query })).body['keywords'] as unknown as Json[];
  const terms = async (query: Readonly<Record<string, string>> = {}) =>
    (await api('GET', '/v1/ads/search-terms', { query: { accountId, ...query } })).body['data'] as unknown as Json[];
  const ofGroup = async () => {
    const query = { accountId, objectId: setId, level: 'adset', datePreset: 'last_30d' };
    const rows = (await api('GET', '/v1/ads/insights', { query: { ...query, datePreset: 'maximum' } })).body['data'];
    return rows?.['0'] as unknown as Readonly<Record<string, number>>;
  };
  const days = (count: number) => service.advance(count * 86_400);
  return { ...service, accountId, setId, campaignId, add, list, terms, ofGroup, days };
}

const sumOf = (rows: readonly Json[], of: (row: Json) => unknown): number =>
  Math.round(rows.reduce((sum, row) => sum + Number(of(row)), 0) * 100) / 100;

test('a keyword belongs to its ad group, matches broadly unless it says otherwise, and reads so', async () => {
  const { add, list, setId, campaignId, accountId } = await stage();
  const { body } = await add(['Running  shoes', { text: 'trail shoes', matchType: 'exact' }]);
  expect(body['keywords']).toMatchObject([
    { keyword: 'Running  shoes', matchType: 'broad', status: 'active', negative: false, platform: 'google' },
    { keyword: 'trail shoes', matchType: 'exact' },
  ]);
  expect(await list()).toMatchObject([
    { adSetId: setId, campaignId, accountId, adSetName: 'Spring', campaignName: 'Spring', adAccountId: GOOGLE },
    { keyword: 'trail shoes' },
  ]);
  expect(await list({ matchType: 'exact' })).toHaveLength(1);
});

test('readings, "Ads": keywords that come with an ad are those of its ad group and its campaign', async () => {
  const { api, accountId, list } = await stage();
  const body = { ...CONTENT, accountId, adAccountId: GOOGLE, campaignType: 'search' };
  const create = (more: object) => api('POST', '/v1/ads/create', { body: { ...body, ...more } });
  const words = { negativeKeywords: ['free'], campaignNegativeKeywords: [{ text: 'used', matchType: 'exact' }] };
  const ad = (await create({ keywords: ['red shoes', { text: 'shoes', matchType: 'exact' }], ...words })).body['ad'];
  const [adSetId, campaignId] = [String(ad?.['platformAdSetId']), String(ad?.['platformCampaignId'])];
  expect((await list()).filter((one) => String(one['adSetId']) === adSetId)).toMatchObject([
    { keyword: 'red shoes', matchType: 'broad', negative: false, campaignId, platform: 'google' },
    { keyword: 'shoes', matchType: 'exact', negative: false },
    { keyword: 'free', negative: true },
  ]);
  const negatives = await api('GET', `/v1/ads/campaigns/${campaignId}/negative-keywords`, { query: { accountId } });
  expect(negatives.body['keywords']).toMatchObject([{ text: 'used', matchType: 'exact' }]);
  const more = { adSetId, existingCampaignId: undefined, keywords: ['red  shoes'] };
  expect(await create(more)).toMatchObject({ status: 400, body: { param: 'keywords.0' } });
  expect(await create({ keywords: ['a(b)'] })).toMatchObject({ status: 400, body: { param: 'keywords.0' } });
});

describe('a keyword is judged', () => {
  const refused = (param: string) => ({ status: 400, body: { code: 'invalid_field_value', param } });

  test.each([
    ['length', 'a'.repeat(80), 'a'.repeat(81)],
    ['words', Array.from({ length: 10 }, () => 'a').join(' '), Array.from({ length: 11 }, () => 'a').join(' ')],
    ['emptiness', 'a', ' '],
    ['signs', 'a+b', 'a(b)'],
  ])('by its %s', async (_, good, bad) => {
    const { add, list } = await stage();
    expect((await add([good])).status).toBeLessThan(300);
    expect(await add(['other', bad])).toMatchObject(refused('keywords.1'));
    expect(await list()).toHaveLength(1);
  });

  test('by what the ad group has already, however it is written; another closeness is another keyword', async () => {
    const { add } = await stage();
    await add(['running shoes']);
    expect(await add(['Running  SHOES'])).toMatchObject(refused('keywords.0'));
    expect(await add(['a', 'A'])).toMatchObject(refused('keywords.1'));
    expect((await add([{ text: 'running shoes', matchType: 'phrase' }])).status).toBeLessThan(300);
    expect((await add(['running shoes'], { negative: true })).status).toBeLessThan(300);
    expect(await add([])).toMatchObject(refused('keywords'));
  });

  test('by its ad group and its network', async () => {
    const { add, account } = await stage();
    const { _id: other } = await account('googleads');
    expect(await add(['a'], { accountId: other })).toMatchObject({ status: 404, body: { param: 'adSetId' } });
    const { _id: meta } = await account('metaads');
    expect(await add(['a'], { accountId: meta })).toMatchObject({
      status: 400,
      body: { code: 'platform_not_supported' },
    });
  });
});

describe('figures of keywords', () => {
  test('sum to those of the ad group, and so do those of the searches', async () => {
    const { add, list, terms, ofGroup, days } = await stage();
    await add(['running shoes', { text: 'trail shoes', matchType: 'phrase' }, { text: 'shoes', matchType: 'exact' }]);
    await days(5);
    const [rows, searches, group] = [await list(), await terms({ fromDate: '2026-01-01' }), await ofGroup()];
    expect(group['impressions']).toBeGreaterThan(0);
    for (const name of ['impressions', 'clicks', 'conversions']) {
      expect(
        sumOf(rows, (row) => row['metrics']?.[name]),
        name,
      ).toBe(Number(group[name]));
      expect(
        sumOf(searches, (row) => row[name]),
        name,
      ).toBe(Number(group[name]));
    }
    expect(sumOf(rows, (row) => row['metrics']?.['cost'])).toBe(Number(group['spend']));
    expect(sumOf(searches, (row) => Number(row['costMicros']) / 1e6)).toBe(Number(group['spend']));
  });

  test('readings, "Conversions": searches have the value of the conversions that were reported, and sum to it', async () => {
    const { add, terms, list, days, api, accountId, setId } = await stage();
    await add(['running shoes', { text: 'trail shoes', matchType: 'exact' }]);
    await days(1);
    const at = `/v1/accounts/${accountId}/conversion-destinations`;
    const made = await api('POST', at, { body: { adAccountId: GOOGLE, name: 'Orders', type: 'PURCHASE' } });
    const destinationId = String((made.body['destination'] ?? made.body)['id']);
    const { ads } = (await api('GET', '/v1/ads', { query: { accountId, adSetId: setId } })).body;
    const click = `${String(TEST_NOW + 7_200_000)}.${String(ads?.['0']?.['platformAdId'])}`;
    const event = (eventId: string, value: number) => ({
      ...{ eventName: 'Purchase', eventId, eventTime: TEST_NOW / 1_000 + 10_800, value, currency: 'EUR' },
      user: { clickIds: { gclid: click } },
    });
    const conversions = sumOf(await terms(), (row) => row['conversions']);
    expect((await terms()).every((row) => Number(row['conversionsValue']) === 0)).toBe(true);
    const events = [event('1', 49.99), event('2', 0.02), event('3', 12)];
    await api('POST', '/v1/ads/conversions', { body: { accountId, destinationId, events } });
    const rows = await terms();
    expect(sumOf(rows, (row) => row['conversions'])).toBe(conversions + 3);
    expect(sumOf(rows, (row) => row['conversionsValue'])).toBe(62.01);
    for (const row of rows) if (Number(row['conversions']) === 0) expect(Number(row['conversionsValue'])).toBe(0);
    expect((await list())[0]?.['metrics']).not.toHaveProperty('value');
  });

  test('a paused keyword gains nothing more, and what it had stays', async () => {
    const { add, list, days, api } = await stage();
    const made = (await add(['running shoes', 'trail shoes'])).body['keywords'];
    const id = String(made?.['0']?.['id']);
    await days(2);
    await api('PATCH', `/v1/ads/keywords/${id}`, { body: { status: 'paused' } });
    const impressions = async (at: number) => Number((await list())[at]?.['metrics']?.['impressions']);
    await days(1);
    const [first, other] = [await impressions(0), await impressions(1)];
    await days(2);
    expect(first).toBeGreaterThan(0);
    expect(await impressions(0)).toBe(first);
    expect(await impressions(1)).toBeGreaterThan(other);
  });

  test('a negative keyword has none and cannot be paused', async () => {
    const { add, list, api, days } = await stage();
    const made = (await add(['free'], { negative: true })).body['keywords'];
    await days(1);
    expect(await list({ negative: 'true' })).toMatchObject([{ keyword: 'free', metrics: null }]);
    const paused = await api('PATCH', `/v1/ads/keywords/${String(made?.['0']?.['id'])}`, {
      body: { status: 'paused' },
    });
    expect(paused).toMatchObject({ status: 409, body: { param: 'status' } });
  });
});

describe('searches', () => {
  const termsIn = (rows: readonly Json[]) => rows.map((row) => String(row['searchTerm'])).sort();

  test('follow from the keyword and from how closely it has to match', async () => {
    const { add, terms, days } = await stage();
    await add([
      { text: 'trail shoes', matchType: 'exact' },
      { text: 'red shoes', matchType: 'phrase' },
    ]);
    await add(['running shoes']);
    await days(3);
    const rows = await terms();
    expect(termsIn(rows)).toEqual([
      'red shoes',
      'red shoes near me',
      'running shoes',
      'running shoes near me',
      'shoes running',
      'trail shoes',
    ]);
    const row = (term: string) => rows.find((one) => String(one['searchTerm']) === term);
    expect(row('trail shoes')).toMatchObject({ status: 'ADDED', matchType: 'EXACT' });
    expect(row('red shoes near me')).toMatchObject({ status: 'NONE', matchType: 'PHRASE', adGroupName: 'Spring' });
  });

  test('are kept away by negative keywords of the ad group, of the campaign and of its lists', async () => {
    const { add, terms, days, api, campaignId, accountId } = await stage();
    await add(['running shoes', 'red shoes']);
    await add([{ text: 'near me', matchType: 'phrase' }], { negative: true });
    await days(3);
    expect(termsIn(await terms())).toEqual(['red shoes', 'running shoes', 'shoes red', 'shoes running']);
    const keywords = [{ text: 'shoes red', matchType: 'exact' }];
    await api('PUT', `/v1/ads/campaigns/${campaignId}/negative-keywords`, { body: { accountId, keywords } });
    expect(termsIn(await terms())).toEqual(['red shoes', 'running shoes', 'shoes running']);
    const made = await api('POST', '/v1/ads/accounts/negative-keyword-lists', {
      body: { accountId, adAccountId: GOOGLE, name: 'Run', keywords: ['running'] },
    });
    const listId = String(made.body['list']?.['id'] ?? made.body['id']);
    await api('PUT', `/v1/ads/campaigns/${campaignId}/negative-keyword-lists`, {
      body: { accountId, listIds: [listId] },
    });
    expect(termsIn(await terms())).toEqual(['red shoes']);
    const uses = async () => {
      const query = { accountId, adAccountId: GOOGLE };
      const { body } = await api('GET', '/v1/ads/accounts/negative-keyword-lists', { query });
      return (body['lists'] as unknown as readonly Record<string, unknown>[]).find(({ id }) => id === listId)?.[
        'referenceCount'
      ];
    };
    expect(await uses()).toBe(1);
    await api('PUT', `/v1/ads/campaigns/${campaignId}/negative-keyword-lists`, { body: { accountId, listIds: [] } });
    expect(await uses()).toBe(0);
  });

  test('are those of the campaign, the ad group, the ad account and the days that are asked for', async () => {
    const { add, terms, days, setId, campaignId } = await stage();
    await add([{ text: 'trail shoes', matchType: 'exact' }]);
    await days(3);
    for (const query of [{ adSetId: setId }, { adGroupId: setId }, { campaignId }, { adAccountId: GOOGLE }])
      expect(await terms(query)).toHaveLength(1);
    for (const query of [
      { adSetId: '1' },
      { campaignId: '1' },
      { adAccountId: '1' },
      { toDate: '2025-12-31', fromDate: '2025-12-01' },
    ])
      expect(await terms(query)).toEqual([]);
  });
});
