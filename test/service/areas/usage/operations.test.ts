import { expect, test } from 'vitest';
import { startService, type Json } from '../../../support/service.ts';

const list = (value: unknown): Json[] => value as Json[];

async function used() {
  const service = await startService();
  const { _id: accountId } = await service.account('twitter');
  for (const platform of ['bluesky', 'threads', 'telegram']) await service.account(platform);
  const platforms = [{ platform: 'twitter', accountId }];
  for (const content of ['one', 'two'])
    await service.api('POST', '/v1/posts', { body: { content, platforms, publishNow: true } });
  const get = (path: string, query: Record<string, string> = {}) => service.api('GET', path, { query });
  return { ...service, accountId, get };
}

test('LOG-02 usage counts what the team has and did', async () => {
  const s = await used();
  const { status, body } = await s.get('/v1/usage');
  expect([status, body]).toMatchObject([
    200,
    {
      planName: 'full',
      usage: { uploads: 2, profiles: 1, connectedAccounts: 4, xApiCallsByOperation: { post_create: 2 } },
      spend: { xSpendCents: 2 },
    },
  ]);
  expect((await s.get('/v1/usage-stats')).body).toEqual(body);
});

test('LOG-02 the metered days sum up to the totals, and to what the period has accrued', async () => {
  const s = await used();
  await s.advance(3 * 86_400);
  const { body } = await s.get('/v1/usage', { granularity: 'day', groupBy: 'account' });
  const days = list(body.days);
  expect(days.length).toBe(4);
  for (const product of ['accounts', 'xApi'])
    expect(days.reduce((sum, day) => sum + Number(day[product]), 0)).toBeCloseTo(Number(body.totals?.[product]), 6);
  expect(Number(body.totals?.total)).toBeCloseTo(2 * 4 * 0.2 + 0.02, 6);
  expect(list(body.attribution?.groups)).toHaveLength(3);
  const billing = await s.get('/v1/billing');
  expect(billing.body.balance).toMatchObject({ accruedThisPeriodCents: 162 });
  expect((await s.get('/v1/usage', { range: 'custom' })).status).toBe(400);
  expect((await s.get('/v1/usage', { accountId: s.accountId })).body.totals).toMatchObject({ xApi: 0.02, accounts: 0 });
});

test('LOG-03 billing shows plan, period and balance, and prices are listed', async () => {
  const s = await used();
  const billing = await s.get('/v1/billing');
  expect([billing.status, billing.body]).toMatchObject([
    200,
    { plan: { name: 'full' }, period: { anchorDay: 5 }, status: { hasAccess: true, suspended: false } },
  ]);
  const prices = await s.get('/v1/billing/x-pricing');
  expect([prices.status, list(prices.body.operations).length]).toEqual([200, 1]);
  await s.control('PATCH', '/_local/team', { paymentFailed: true });
  expect((await s.get('/v1/billing')).body.status).toMatchObject({ hasAccess: false, suspended: true });
});

test('texts and calls are counted', async () => {
  const s = await used();
  expect((await s.get('/v1/usage/sms')).body).toMatchObject({ totals: { sent: 0, received: 0, total: 0 }, groups: [] });
  expect((await s.get('/v1/usage/calls', { groupBy: 'day' })).body).toMatchObject({ totals: { calls: 0, minutes: 0 } });
});

const PATHS = ['/v1/usage', '/v1/billing', '/v1/billing/x-pricing', '/v1/usage-stats', '/v1/usage/sms'];

test.each(PATHS)(
  'LOG-04 when the billing backend is throttled %s answers 429 as for an upstream quota',
  async (path) => {
    const s = await used();
    const action = { status: 429, headers: { 'Retry-After': '20' } };
    await s.control('POST', '/_local/faults', { match: { path }, action, times: 1 });
    const refused = await s.get(path);
    expect([refused.status, refused.body]).toMatchObject([429, { type: 'rate_limit_error', code: 'rate_limited' }]);
    expect(refused.headers['retry-after']).toBe('20');
    await s.control('POST', '/_local/faults', { match: { path }, action: { status: 429 }, times: 1 });
    const unknown = await s.get(path);
    expect([unknown.status, unknown.headers['retry-after']]).toEqual([429, undefined]);
  },
);

test.each(PATHS)('LOG-05 after a good read of %s that one is served with `stale: true`', async (path) => {
  const s = await used();
  const good = await s.get(path);
  await s.control('POST', '/_local/faults', { match: { path }, action: { status: 429 }, times: 1 });
  expect(await s.get(path)).toMatchObject({ status: 200, body: { ...good.body, stale: true } });
  expect((await s.get(path)).body.stale).toBeUndefined();
});
