/** Reported conversions in the figures of the ads that led to them: by click and by lead, within attribution windows, the same in every reading. */
import { expect, test } from 'vitest';
import { TEST_NOW, type Json } from '../../../../support/service.ts';
import { CONTENT, META } from '../ad-content.ts';
import { adStage } from '../stage.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const PURCHASE = 'offsite_conversion.purchase';

type Row = Readonly<Record<string, unknown>>;

/** An ad that has run for a day; all instants are seconds since its service began. */
async function scene() {
  const stage = await adStage();
  const { api, accountId, created, advance } = stage;
  const at = `/v1/accounts/${accountId}`;
  const destination = { adAccountId: META, name: 'Orders', type: 'PURCHASE' };
  const { body } = await api('POST', `${at}/conversion-destinations`, { body: destination });
  const destinationId = String((body['destination'] ?? body)['id']);
  await advance(DAY);
  const { ad } = (await api('GET', `/v1/ads/${created.id}`)).body;
  const platformAdId = String(ad?.['platformAdId']);
  const fbc = (seconds: number, id = platformAdId): string => `fb.1.${String(TEST_NOW + seconds * 1_000)}.${id}`;
  const send = (eventId: string, seconds: number, more: object) =>
    api('POST', '/v1/ads/conversions', {
      body: {
        ...{ accountId, destinationId },
        events: [{ eventName: 'Purchase', eventId, eventTime: TEST_NOW / 1_000 + seconds, ...more }],
      },
    });
  /** A purchase after a click. */
  const buy = (eventId: string, { click, purchase }: { click: number; purchase: number }, more: object = {}) =>
    send(eventId, purchase, { user: { clickIds: { fbc: fbc(click) } }, ...more });
  const rows = async (query: Readonly<Record<string, string>> = {}) =>
    (await api('GET', '/v1/ads/insights', { query: { accountId, datePreset: 'maximum', ...query } })).body[
      'data'
    ] as unknown as readonly Row[];
  const metrics = async (path = `/v1/ads/${created.id}/analytics`) =>
    (await api('GET', path)).body['analytics']?.['summary'] as unknown as Row;
  return { ...stage, platformAdId, fbc, send, buy, rows, metrics };
}

const sumOf = (rows: readonly Row[], name: string): number => rows.reduce((sum, row) => sum + Number(row[name]), 0);

const actionIn = ({ actions }: Row, type = PURCHASE): Row | undefined =>
  (actions as readonly Row[]).find(({ action_type }) => action_type === type);

const conversionsIn = (row: Row | undefined): number => Number(row?.['conversions']);

test('readings, "Conversions": a purchase after a click on an ad is one conversion more in every reading of the ad', async () => {
  const { buy, rows, metrics, created, api, accountId } = await scene();
  const before = conversionsIn(await metrics());
  const paths = [`/v1/ads/${created.id}/analytics`, `/v1/ads/campaigns/${created.campaignId}/analytics`];
  const sold = { value: 49.9, currency: 'EUR' };
  expect((await buy('1', { click: HOUR, purchase: 2 * HOUR }, sold)).body).toMatchObject({ eventsReceived: 1 });
  await buy('1', { click: HOUR, purchase: 2 * HOUR }, sold);
  for (const path of paths)
    expect(await metrics(path)).toMatchObject({
      conversions: before + 1,
      actions: { [PURCHASE]: 1 },
      actionValues: { [PURCHASE]: 49.9 },
    });
  for (const level of ['ad', 'adset', 'campaign', 'account'])
    expect(await rows({ level })).toMatchObject([{ conversions: before + 1 }]);
  for (const query of [
    { breakdowns: 'age,gender' },
    { breakdowns: 'hourly_stats_aggregated_by_advertiser_time_zone' },
    { timeIncrement: '1', datePreset: 'this_month' },
  ])
    expect(sumOf(await rows(query), 'conversions'), JSON.stringify(query)).toBe(before + 1);
  const days = (await api('GET', '/v1/ads/timeline', { query: { accountId } })).body['rows'];
  expect(sumOf(days as unknown as readonly Row[], 'conversions')).toBe(before + 1);
  const split = (await rows({ actionBreakdowns: 'action_type,action_device', breakdowns: 'age' })).flatMap(
    ({ actions, action_values }) => [actions as readonly Row[], action_values as readonly Row[]],
  );
  const own = split.flat().filter(({ action_type }) => action_type === PURCHASE);
  expect(own.reduce((sum, { value }) => sum + Math.round(Number(value) * 100), 0)).toBe(100 + 4_990);
});

test('readings, "Conversions": purchases with a value give `purchaseValue` and `roas`, the same in every reading', async () => {
  const { buy, rows, metrics, created, api, accountId } = await scene();
  const none = await metrics();
  expect(none).not.toHaveProperty('purchaseValue');
  expect(none).not.toHaveProperty('roas');
  await buy('1', { click: HOUR, purchase: 2 * HOUR }, { value: 49.9, currency: 'EUR' });
  await buy('2', { click: HOUR, purchase: 20 * HOUR }, { value: 30.05, currency: 'EUR' });
  await buy('3', { click: HOUR, purchase: 3 * HOUR }, { value: 500, currency: 'USD' });
  await buy('4', { click: HOUR, purchase: 3 * HOUR }, { value: 7, currency: 'EUR', eventName: 'Lead' });
  const own = await metrics();
  const spend = Number(own['spend']);
  const roas = Math.round((79.95 / spend) * 1e4) / 1e4;
  const wanted = { purchaseValue: 79.95, roas };
  expect(own).toMatchObject({
    ...wanted,
    costPerAction: { [PURCHASE]: Math.round((spend / 3) * 1e4) / 1e4, link_click: own['cpc'] },
    inlineLinkClickCtr: own['ctr'],
  });
  expect(await metrics(`/v1/ads/campaigns/${created.campaignId}/analytics`)).toMatchObject(wanted);
  const read = async (path: string) => (await api('GET', path)).body;
  const tree = (await read('/v1/ads/tree'))['campaigns']?.['0'];
  const listed = [
    (await read(`/v1/ads/${created.id}`))['ad'],
    (await read('/v1/ads'))['ads']?.['0'],
    (await read('/v1/ads/campaigns'))['campaigns']?.['0'],
    tree,
    tree?.['adSets']?.['0'],
    tree?.['adSets']?.['0']?.['ads']?.['0'],
  ];
  for (const one of listed) expect(one?.['metrics']).toMatchObject(wanted);
  const days = (await api('GET', '/v1/ads/timeline', { query: { accountId } })).body['rows'] as unknown as Row[];
  const split = (await api('GET', `/v1/ads/${created.id}/analytics`, { query: { breakdowns: 'age' } })).body;
  const byAge = split['analytics']?.['breakdowns']?.['age'] as unknown as readonly Row[];
  const cents = (all: readonly Row[]) =>
    all.reduce((sum, row) => sum + Math.round(Number(row['purchaseValue'] ?? 0) * 100), 0);
  expect([cents(days), cents(byAge)]).toEqual([7_995, 7_995]);
  const [row = {}] = await rows();
  expect(row).toMatchObject({ purchase_roas: [{ action_type: PURCHASE, value: roas }] });
  const costs = row['cost_per_action_type'] as readonly Row[];
  expect(Object.fromEntries(costs.map(({ action_type, value }) => [action_type, value]))).toMatchObject(
    own['costPerAction'] as Row,
  );
});

test('readings, "Conversions": a conversion counts a week after the click, and in each window that it falls into', async () => {
  const { buy, rows, advance } = await scene();
  const windows = { actionAttributionWindows: '1d_click,7d_click,28d_click,1d_view' };
  await advance(30 * DAY);
  const before = conversionsIn((await rows())[0]);
  await buy('day', { click: HOUR, purchase: HOUR + DAY });
  await buy('week', { click: HOUR, purchase: HOUR + 7 * DAY });
  await buy('month', { click: HOUR, purchase: HOUR + 8 * DAY });
  await buy('late', { click: HOUR, purchase: HOUR + 28 * DAY + 1 });
  await buy('early', { click: HOUR, purchase: HOUR - 1 });
  const [row = {}] = await rows(windows);
  expect(conversionsIn(row)).toBe(before + 2);
  expect(actionIn(row)).toEqual({ action_type: PURCHASE, value: 2, '1d_click': 1, '7d_click': 2, '28d_click': 3 });
  const [plain = {}] = await rows();
  expect(actionIn(plain)).toEqual({ action_type: PURCHASE, value: 2 });
});

test.each([
  ['before the ad was shown', { click: 60 }],
  ['on another ad', { click: HOUR, id: '1' }],
])(
  'readings, "Conversions": a click %s leads to nothing',
  async (_what, { click, id }: { click: number; id?: string }) => {
    const { send, fbc, metrics } = await scene();
    const before = await metrics();
    const { body } = await send('1', 2 * HOUR, { user: { clickIds: { fbc: fbc(click, id) } } });
    expect(body).toMatchObject({ eventsReceived: 1, eventsFailed: 0 });
    expect(await metrics()).toEqual(before);
  },
);

test('readings, "Conversions": the last click counts, a browser id is no click, and another connection has its own ads', async () => {
  const { send, fbc, metrics, post, advance, account, api, platformAdId } = await scene();
  const { body } = await post('create', { ...CONTENT, name: 'Second' });
  const other = body['ad'] as Json;
  await advance(DAY);
  const path = `/v1/ads/${String(other['_id'])}/analytics`;
  const both = async () => [conversionsIn(await metrics()), conversionsIn(await metrics(path))];
  const [first = 0, second = 0] = await both();
  const later = fbc(DAY + HOUR, String(other['platformAdId']));
  await send('last', DAY + 2 * HOUR, { user: { clickIds: { fbc: fbc(HOUR), gclid: later.replace('fb.1.', '') } } });
  await send('browser', DAY + 2 * HOUR, { user: { clickIds: { fbp: fbc(HOUR) } } });
  expect(await both()).toEqual([first, second + 1]);
  const { _id: elsewhere } = await account('metaads', { username: 'elsewhere' });
  const pixel = { adAccountId: META, name: 'Orders', type: 'PURCHASE' };
  const made = await api('POST', `/v1/accounts/${elsewhere}/conversion-destinations`, { body: pixel });
  const destinationId = String((made.body['destination'] ?? made.body)['id']);
  const user = { clickIds: { fbc: fbc(HOUR, platformAdId) } };
  const event = { eventName: 'Purchase', eventId: 'x', eventTime: TEST_NOW / 1_000 + 2 * HOUR, user };
  await api('POST', '/v1/ads/conversions', { body: { accountId: elsewhere, destinationId, events: [event] } });
  expect(await both()).toEqual([first, second + 1]);
});

test('readings, "Conversions": what a lead becomes counts for the ad that it came from', async () => {
  const { send, metrics, control, api, accountId, platformAdId, advance } = await scene();
  const form = { accountId, name: 'Tasting', privacyPolicyUrl: 'https://example.com/privacy' };
  const questions = [{ type: 'EMAIL', key: 'email' }];
  const made = await api('POST', '/v1/ads/lead-forms', { body: { ...form, questions } });
  const formId = String(made.body['form']?.['id']);
  const fill = (more: object) =>
    control('POST', '/_local/inbound', { type: 'lead', accountId, formId, fields: { email: 'a@b.example' }, ...more });
  await fill({ adId: platformAdId });
  await fill({});
  const leads = (await api('GET', '/v1/ads/leads')).body['leads'] as unknown as readonly Row[];
  expect(leads.map(({ isOrganic }) => isOrganic)).toEqual([true, false]);
  await advance(2 * HOUR);
  for (const [at, { leadgenId }] of leads.entries())
    await send(String(at), DAY + HOUR, { eventName: 'Closed Deal', user: { leadId: leadgenId } });
  const { actions } = await metrics();
  expect(actions).toMatchObject({ 'offsite_conversion.closed_deal': 1 });
});

test('readings, "Conversions": an event in the future is counted when its time has come, and one in another currency without its value', async () => {
  const { buy, metrics, advance } = await scene();
  const before = conversionsIn(await metrics());
  await buy('1', { click: HOUR, purchase: DAY + HOUR }, { value: 10, currency: 'USD' });
  expect(conversionsIn(await metrics())).toBe(before);
  await advance(2 * HOUR);
  const after = await metrics();
  expect(after['actions']).toMatchObject({ [PURCHASE]: 1 });
  expect(after['actionValues']).toBeUndefined();
});

test('readings, "Conversions": a click on an ad that was deleted since still leads to a conversion, and none follows the deletion', async () => {
  const { buy, rows, api, created, control, accountId, platformAdId, send, advance } = await scene();
  const sent = { type: 'lead', accountId, formId: '120210000000001', fields: {}, adId: platformAdId };
  await control('POST', '/_local/inbound', sent);
  const [lead] = (await api('GET', '/v1/ads/leads')).body['leads'] as unknown as readonly Row[];
  await api('DELETE', `/v1/ads/${created.id}`);
  await advance(2 * HOUR);
  const before = await rows({ level: 'campaign' });
  expect(conversionsIn(before[0])).toBeGreaterThan(0);
  for (const click of [DAY, DAY + 60]) await buy(`after ${String(click)}`, { click, purchase: DAY + HOUR });
  expect(await rows({ level: 'campaign' })).toEqual(before);
  await buy('1', { click: HOUR, purchase: DAY + HOUR }, { value: 20, currency: 'EUR' });
  await send('2', DAY + HOUR, { eventName: 'Closed Deal', user: { leadId: lead?.['leadgenId'] } });
  for (const level of ['ad', 'campaign', 'account']) {
    const [row] = await rows({ level });
    expect(conversionsIn(row), level).toBe(conversionsIn(before[0]) + 2);
    expect(row?.['action_values'], level).toMatchObject([{ action_type: PURCHASE, value: 20 }]);
    expect(row?.['spend'], level).toBe(before[0]?.['spend']);
  }
});
