/** Conversions that calls report: what counts, what the network is sent, and what tags, destinations and the match quality make of them. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { startService, type Json, TEST_NOW } from '../../../../support/service.ts';
import { GOOGLE, META } from '../ad-content.ts';

const NOW = TEST_NOW / 1_000;
const DAY = 86_400;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

async function scene(platform = 'metaads', adAccountId = META) {
  const service = await startService();
  const { _id: accountId } = await service.account(platform);
  const at = `/v1/accounts/${accountId}`;
  const { body: made } = await service.api('POST', `${at}/conversion-destinations`, {
    body: { adAccountId, name: 'Orders', type: 'PURCHASE' },
  });
  const destinationId = String((made['destination'] ?? made)['id']);
  const send = (events: readonly object[], more: object = {}) =>
    service.api('POST', '/v1/ads/conversions', { body: { accountId, destinationId, events, ...more } });
  const metrics = async (granularity = 'ALL', startDate = '2026-01-01') => {
    const query = { adAccountId, startDate, granularity };
    const { body } = await service.api('GET', `${at}/conversion-destinations/${destinationId}/metrics`, { query });
    return (body['rows'] as unknown as { metrics: { conversions: number } }[]).map((row) => row.metrics.conversions);
  };
  const quality = async () =>
    (await service.api('GET', '/v1/ads/conversions/quality', { query: { accountId, destinationId } })).body['rows'];
  return { ...service, accountId, at, destinationId, send, metrics, quality };
}

const order = (eventId: string, more: object = {}) => ({
  eventName: 'Purchase',
  eventTime: NOW,
  eventId,
  user: { email: ' Ada@Example.com' },
  ...more,
});

test('readings, "Conversions": the same id counts once, and people are in the feed in hashes alone', async () => {
  const { accountId, send, metrics, feed, control } = await scene();
  const user = {
    email: ' Ada@Example.com',
    phone: '+49 151 12345678',
    userAgent: 'Mozilla',
    clickIds: { fbp: 'fb.1' },
  };
  expect(await send([order('1', { user }), order('1')])).toMatchObject({
    body: { eventsReceived: 2, eventsFailed: 0 },
  });
  await send([order('1'), order('2'), order('1', { eventName: 'Lead' })]);
  expect(await metrics()).toEqual([3]);
  const [first] = (await feed(accountId, 'conversion')).filter((one) => JSON.stringify(one).includes('fb.1'));
  expect(first).toMatchObject({
    user: { email: sha256('ada@example.com'), phone: sha256('4915112345678'), userAgent: 'Mozilla' },
  });
  const state = await control('GET', '/_local/export');
  expect(JSON.stringify(state.body).toLowerCase()).not.toContain('ada@example.com');
});

test('readings, "Conversions": an event without a person or a currency fails, the others count', async () => {
  const { send, metrics } = await scene();
  const { status, body } = await send([
    order('1', { user: {} }),
    order('2', { value: 5 }),
    order('3', { value: 5, currency: 'EUR' }),
  ]);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    eventsReceived: 1,
    eventsFailed: 2,
    failures: [
      { eventIndex: 0, eventId: '1' },
      { eventIndex: 1, eventId: '2' },
    ],
  });
  expect(await metrics()).toEqual([1]);
});

test('readings, "Conversions": test events are in the feed and count for nothing', async () => {
  const { accountId, send, metrics, feed } = await scene();
  expect(await send([order('1')], { testCode: 'TEST1' })).toMatchObject({ body: { eventsReceived: 1 } });
  expect(await feed(accountId, 'conversion_test')).toMatchObject([{ testCode: 'TEST1', eventId: '1' }]);
  expect(await metrics()).toEqual([0]);
  await send([order('1')]);
  expect(await metrics()).toEqual([1]);
});

test('the days of a destination add up to the whole time', async () => {
  const { send, metrics } = await scene();
  await send([order('1', { eventTime: NOW - 3 * DAY }), order('2', { eventTime: NOW - 3 * DAY }), order('3')]);
  expect(await metrics('DAILY')).toEqual([0, 2, 0, 0, 1]);
  expect(await metrics()).toEqual([3]);
  expect(await metrics('ALL', '2026-01-03')).toEqual([1]);
});

test('the months and years of a destination begin and end where its days do', async () => {
  const { send, api, at, destinationId } = await scene();
  const days = [-40, -20, -4, 0].map((day) => NOW + day * DAY);
  await send(days.map((eventTime, index) => order(String(index), { eventTime })));
  const rows = async (query: object) => {
    const asked = { adAccountId: META, startDate: '2025-11-20', endDate: '2026-01-04', ...query };
    const path = `${at}/conversion-destinations/${destinationId}/metrics`;
    const all = (await api('GET', path, { query: asked })).body['rows'] as unknown as readonly Json[];
    return all.map(({ start, end, metrics }) => [start, end, metrics?.['conversions']]);
  };
  expect(await rows({ granularity: 'MONTHLY' })).toEqual([
    ['2025-11-20', '2025-11-30', 1],
    ['2025-12-01', '2025-12-31', 1],
    ['2026-01-01', '2026-01-04', 1],
  ]);
  expect(await rows({ granularity: 'YEARLY' })).toEqual([
    ['2025-11-20', '2025-12-31', 2],
    ['2026-01-01', '2026-01-04', 1],
  ]);
  expect(await rows({ granularity: 'ALL' })).toEqual([['2025-11-20', '2026-01-04', 3]]);
  expect((await rows({ granularity: 'DAILY', startDate: '2026-01-03' })).map(([start]) => start)).toEqual([
    '2026-01-03',
    '2026-01-04',
  ]);
});

test('ERR-44 a pixel of a store stays while another one fires there; those of an ad account stand beside each other', async () => {
  const service = await startService();
  const { _id: shop } = await service.account('shopify');
  const pixels = `/v1/accounts/${shop}/tracking-tags`;
  const install = async (name: string) => {
    const { body } = await service.api('POST', pixels, { body: { adAccountId: META, name } });
    return String(body['tag']?.['id']);
  };
  const uninstall = (id: string) => service.api('DELETE', `${pixels}/${id}/shared-accounts`);
  const tags = async () => (await service.api('GET', pixels)).body['tags'];
  await install('First');
  expect((await uninstall('1')).status).toBe(404);
  const second = await install('Second');
  expect(await uninstall(second)).toMatchObject({ status: 409, body: { code: 'invalid_resource_state' } });
  expect(await tags()).toHaveLength(2);
  const meta = await scene();
  const made = await meta.api('POST', `${meta.at}/tracking-tags`, { body: { name: 'Shop', adAccountId: META } });
  await meta.api('POST', `${meta.at}/tracking-tags`, { body: { name: 'Other', adAccountId: META } });
  const path = `${meta.at}/tracking-tags/${String(made.body['tag']?.['id'])}`;
  const query = { adAccountId: META };
  expect(await meta.api('DELETE', `${path}/shared-accounts`, { query })).toMatchObject({ status: 404 });
  expect((await meta.api('GET', path)).status).toBe(200);
  expect((await meta.api('GET', `${meta.at}/tracking-tags/1/stats`, { query: { startTime: NOW } })).status).toBe(404);
});

test('readings, "Conversions": a tag counts what is reported to it, by what events say', async () => {
  const { api, accountId, at, send } = await scene();
  const { body } = await api('POST', `${at}/tracking-tags`, { body: { name: 'Shop', adAccountId: META } });
  const tagId = String((body['tag'] as Json)['id']);
  const stats = async (aggregation: string) => {
    const query = { startTime: NOW - DAY, aggregation };
    const answer = await api('GET', `${at}/tracking-tags/${tagId}/stats`, { query });
    return answer.body['stats']?.['rows'];
  };
  expect(await stats('event')).toEqual([]);
  const sourceUrl = 'https://shop.example.com/thanks';
  const events = [
    order('1', { sourceUrl }),
    order('2', { user: { externalId: '7' } }),
    order('3', { eventName: 'Lead' }),
  ];
  await api('POST', '/v1/ads/conversions', { body: { accountId, destinationId: tagId, events } });
  await send([order('4')]);
  const row = (value: string, count: number) => ({ date: '2026-01-05', value, count });
  expect(await stats('event')).toEqual([row('Purchase', 2), row('Lead', 1)]);
  expect(await stats('host')).toEqual([row('shop.example.com', 1), row('unknown', 2)]);
  expect(await stats('had_pii')).toEqual([row('true', 2), row('false', 1)]);
  expect(await stats('device_type')).toEqual([row('unknown', 3)]);
});

test('ADS-37 app and offline events have no match quality, others have theirs by what was sent', async () => {
  const { send, quality } = await scene();
  await send([order('1', { actionSource: 'app' }), order('2', { actionSource: 'offline' })]);
  expect(await quality()).toEqual([]);
  const user = {
    email: 'ada@example.com',
    phone: '+14155550123',
    firstName: 'Ada',
    lastName: 'L',
    clickIds: { fbp: '1', fbc: '2' },
  };
  await send([order('3', { actionSource: 'web' }), order('4', { user })]);
  const rows = (await quality()) as unknown as Json[];
  expect(rows).toMatchObject([{ eventName: 'Purchase', compositeScore: 6 }]);
  expect(rows[0]?.['matchKeys']).toContainEqual({ identifier: 'email', coveragePercentage: 100 });
  expect(rows[0]?.['matchKeys']).toContainEqual({ identifier: 'fbc', coveragePercentage: 50 });
});

test('readings, "Conversions": only Google takes adjustments, of conversions that it has', async () => {
  const meta = await scene();
  const google = await scene('googleads', GOOGLE);
  const adjust = ({ api, accountId, destinationId }: typeof google, adjustments: readonly object[]) =>
    api('POST', '/v1/ads/conversions/adjustments', { body: { accountId, destinationId, adjustments } });
  const change = (adjustmentType: string, more: object) => ({ adjustmentType, adjustmentTime: NOW, ...more });
  expect(await adjust(meta, [change('RETRACTION', { orderId: '1' })])).toMatchObject({
    status: 405,
    body: { code: 'platform_not_supported' },
  });
  await google.send([order('1'), order('2', { user: { clickIds: { gclid: 'g1' } } })]);
  const answer = await adjust(google, [
    change('RETRACTION', { orderId: '1' }),
    change('RETRACTION', { orderId: '1' }),
    change('RESTATEMENT', { gclid: 'g1', conversionTime: NOW, restatementValue: 9, currency: 'EUR' }),
    change('RESTATEMENT', { orderId: '2' }),
    change('RETRACTION', { orderId: '9' }),
  ]);
  expect(answer.body).toMatchObject({
    adjustmentsReceived: 2,
    adjustmentsFailed: 3,
    failures: [{ adjustmentIndex: 1 }, { adjustmentIndex: 3 }, { adjustmentIndex: 4 }],
  });
  expect(await google.metrics()).toEqual([1]);
});

test('a custom conversion with the same rule is found, not made again', async () => {
  const { api, at } = await scene();
  const { body: tag } = await api('POST', `${at}/tracking-tags`, { body: { name: 'Shop', adAccountId: META } });
  const rule = { and: [{ url: { i_contains: '/thanks' } }] };
  const one = { adAccountId: META, name: 'Thanks', pixelId: String(tag['tag']?.['id']), customEventType: 'LEAD', rule };
  const make = async (more: object = {}) =>
    (await api('POST', `${at}/custom-conversions`, { body: { ...one, ...more } })).body;
  const first = await make();
  expect(first).toMatchObject({ reused: false });
  expect(await make({ name: 'Other' })).toMatchObject({
    reused: true,
    customConversionId: first['customConversionId'],
  });
  expect(await make({ rule: { and: [{ url: { i_contains: '/paid' } }] } })).toMatchObject({ reused: false });
});
