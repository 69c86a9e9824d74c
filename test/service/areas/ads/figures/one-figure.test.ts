/** One figure in every reading: ad, campaign, lists, tree, timeline, insights, report, hours and bill agree. */
import { expect, test } from 'vitest';
import type { Json } from '../../../../support/service.ts';
import { CONTENT, META } from '../ad-content.ts';
import { adStage } from '../stage.ts';

const NAMES = ['impressions', 'clicks', 'reach', 'conversions', 'spend'] as const;

type Figures = Readonly<Record<string, unknown>>;

/** Two ads in one ad set that ran for 30 hours, the second of them paused after ten; and every reading of them. */
async function scene() {
  const stage = await adStage();
  const { api, accountId, created, post, advance } = stage;
  const { body } = await post('create', { ...CONTENT, name: 'Second', adSetId: created.setId });
  const second = String(body['ad']?.['_id']);
  await advance(10 * 3_600);
  expect((await api('PUT', `/v1/ads/${second}/status`, { body: { status: 'paused' } })).status).toBe(200);
  await advance(20 * 3_600);
  const read = async (path: string, query: Readonly<Record<string, string | number>> = {}) =>
    (await api('GET', `/v1/ads${path}`, { query })).body;
  const insights = async (query: Readonly<Record<string, string | number>>) =>
    (await read('/insights', { accountId, ...query }))['data'] as unknown as readonly Figures[];
  return { ...stage, second, read, insights };
}

const figuresIn = (record: unknown): Figures => {
  const fields = record as Figures;
  return Object.fromEntries(NAMES.map((name) => [name, fields[name]]));
};

const sumOf = (rows: readonly Figures[], name: string): number =>
  Math.round(rows.reduce((sum, row) => sum + Number(row[name]), 0) * 100) / 100;

test('an ad has the same figures in its analytics, in lists, in the tree and in insights', async () => {
  const { read, insights, created, second, nodes } = await scene();
  const [, , inTree] = await nodes();
  const listed = (await read(''))['ads'] as unknown as readonly Json[];
  for (const id of [created.id, second]) {
    const figures = figuresIn((await read(`/${id}/analytics`))['analytics']?.['summary']);
    expect(Number(figures['spend'])).toBeGreaterThan(0);
    const { ad } = (await read(`/${id}`)) as unknown as { ad: Json };
    expect(figuresIn(ad['metrics'])).toEqual(figures);
    expect(figuresIn(listed.find(({ _id }) => String(_id) === id)?.['metrics'])).toEqual(figures);
    expect((await insights({ objectId: String(ad['platformAdId']) })).map(figuresIn)).toEqual([figures]);
    if (String(inTree?.['_id']) === id) expect(figuresIn(inTree?.['metrics'])).toEqual(figures);
  }
});

test('campaign, ad set and ad account have the sum of their ads in every reading, and the account owes it', async () => {
  const { api, read, insights, created, second, nodes, accountId, post, advance } = await scene();
  const ads = await Promise.all(
    [created.id, second].map(async (id) => figuresIn((await read(`/${id}/analytics`))['analytics']?.['summary'])),
  );
  const sum = Object.fromEntries(NAMES.map((name) => [name, sumOf(ads, name)]));
  const [campaign, set] = await nodes();
  const listed = (await read('/campaigns'))['campaigns'] as unknown as readonly Json[];
  const readings = [
    campaign?.['metrics'],
    set?.['metrics'],
    listed[0]?.['metrics'],
    (await read(`/campaigns/${created.campaignId}/analytics`))['analytics']?.['summary'],
    ...(await insights({ level: 'account' })),
    ...(await insights({ level: 'campaign' })),
    ...(await insights({ objectId: created.setId, level: 'adset' })),
  ];
  for (const reading of readings) expect(figuresIn(reading)).toEqual(sum);
  const days = (await read('/timeline', { accountId }))['rows'] as unknown as readonly Figures[];
  const hours = await insights({ breakdowns: 'hourly_stats_aggregated_by_advertiser_time_zone' });
  for (const name of ['impressions', 'clicks', 'conversions', 'spend'])
    for (const rows of [days, hours]) expect(sumOf(rows, name)).toBe(sum[name]);
  const bill = await api('GET', '/v1/ads/accounts/finance', { query: { accountId, adAccountId: META } });
  expect(bill.body).toMatchObject({ amountSpent: sum['spend'], balance: sum['spend'] });
  const made = await post('insights/reports', { objectId: META, level: 'account' });
  await advance(60);
  const report = await read(`/insights/reports/${String(made.body['reportRunId'])}`, { accountId });
  expect((report['data'] as unknown as readonly Figures[]).map(figuresIn)).toEqual([sum]);
});
