/** What platforms say to operations that act on them, as the simulated network was told. */
import { describe, expect, test } from 'vitest';
import { startService, type Json } from '../../support/service.ts';

async function scene(platform = 'metaads', plan?: object) {
  const service = await startService();
  if (plan !== undefined) await service.control('PATCH', '/_local/team', plan);
  const { _id: accountId } = await service.account(platform);
  const behave = (body: object) => service.control('POST', `/_local/network/${accountId}/behaviour`, body);
  const ads = (query: Record<string, string> = {}) =>
    service.api('GET', '/v1/ads/campaigns', { query: { accountId, ...query } });
  const create = (body: object) => service.api('POST', '/v1/ads/audiences', { body: { accountId, ...body } });
  const attempts = async () => service.feed(accountId, 'attempt');
  return { ...service, accountId, behave, ads, create, attempts };
}

describe('ad networks', () => {
  const raw = { error_subcode: 1815089, error_user_title: 'Terms', error_user_msg: 'Accept the lead terms.', odd: [1] };

  test.each([1815089, 324, 2446886, 1713151])(
    'ERR-11 ERR-45 subcode %i comes through unchanged with what a person is told',
    async (error_subcode) => {
      const s = await scene();
      const platformError = { ...raw, error_subcode };
      await s.behave({ operation: 'ad', outcome: 'reject', status: 400, message: 'No.', platformError });
      expect(await s.ads()).toMatchObject({
        status: 400,
        body: { error: 'No.', type: 'platform_error', code: 'platform_api_error', platform: 'meta', platformError },
      });
      await s.behave({ operation: 'ad', outcome: 'ok' });
      expect((await s.ads()).status).toBe(200);
    },
  );

  test('ERR-35 an account whose connection is broken answers 409 until it is connected again', async () => {
    const s = await scene();
    await s.control('POST', `/_local/accounts/${s.accountId}/disconnect`, {});
    expect(await s.ads()).toMatchObject({
      status: 409,
      body: { type: 'invalid_request_error', code: 'ads_connection_required' },
    });
  });

  test('ERR-31 ERR-33 unknown ads and audiences are 404 with their own codes', async () => {
    const { api } = await startService();
    const id = '0123456789abcdef01234567';
    expect((await api('GET', `/v1/ads/${id}`)).body).toMatchObject({ code: 'ad_not_found', type: 'not_found' });
    expect((await api('GET', `/v1/ads/audiences/${id}`)).body).toMatchObject({ code: 'audience_not_found' });
  });

  test('ERR-27 several creatives and an ad set cannot be combined', async () => {
    const { api, account } = await startService();
    const { _id: accountId } = await account('metaads');
    const link = { linkUrl: 'https://a.example', callToAction: 'SHOP_NOW' };
    const creatives = [{ headline: 'a', body: 'b', ...link }];
    const body = { accountId, adAccountId: 'act_1', name: 'x', adSetId: '1', creatives };
    const answer = await api('POST', '/v1/ads/create', { body });
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { code: 'mutually_exclusive_fields', param: 'creatives' },
    ]);
  });
});

describe('quotas of search ads', () => {
  const limited = { operation: 'ad', outcome: 'rate_limited' };

  test('LIM-22 LIM-23 LIM-24 LIM-26 a full quota is a 429 of google, with its reset where that is known', async () => {
    const s = await scene('googleads');
    await s.behave({ ...limited, retryAfterSeconds: 90 });
    const known = await s.ads();
    expect(known).toMatchObject({
      status: 429,
      body: {
        type: 'rate_limit_error',
        code: 'rate_limited',
        platform: 'google',
        details: { quotaExhausted: true, resetsAt: '2026-01-05T09:01:30.000Z' },
      },
    });
    expect(known.headers['retry-after']).toBe('90');
    await s.behave(limited);
    const unknown = await s.ads();
    expect([unknown.status, unknown.headers['retry-after'], unknown.body.details]).toEqual([
      429,
      undefined,
      { quotaExhausted: true },
    ]);
  });

  test.each(['DEVELOPER', 'ACCOUNT'])(
    'LIM-25 whose quota it is, %s, is told where the platform says so',
    async (quotaScope) => {
      const s = await scene('googleads');
      await s.behave({ ...limited, platformError: { quotaScope } });
      expect((await s.ads()).body.details).toEqual({ quotaExhausted: true, quotaScope });
    },
  );

  test('LIM-27 the platform is asked once', async () => {
    const s = await scene('googleads');
    await s.behave({ ...limited, retryAfterSeconds: 2 });
    await s.ads();
    await s.advance(60);
    expect(await s.attempts()).toMatchObject([{ operation: 'ad', outcome: 'rate_limited' }]);
  });

  test('LIM-28 what was read before is served meanwhile, with `stale: true`', async () => {
    const s = await scene('googleads');
    const before = await s.ads();
    expect(before.body.stale).toBeUndefined();
    await s.behave({ ...limited, times: 2 });
    expect(await s.ads()).toMatchObject({ status: 200, body: { ...before.body, stale: true } });
    expect((await s.ads({ limit: '5' })).status).toBe(429);
    expect((await s.ads()).body.stale).toBeUndefined();
  });

  test('LIM-24 LIM-28 a fault of 429 on such a read speaks of the quota too', async () => {
    const s = await scene('googleads');
    const match = { path: '/v1/ads/campaigns' };
    const fault = { match, action: { status: 429, headers: { 'Retry-After': '30' } } };
    await s.control('POST', '/_local/faults', fault);
    const refused = await s.ads();
    expect(refused.body).toMatchObject({ platform: 'google', details: { quotaExhausted: true } });
    expect(refused.headers['retry-after']).toBe('30');
    await s.control('DELETE', '/_local/faults');
    await s.ads();
    await s.control('POST', '/_local/faults', fault);
    expect(await s.ads()).toMatchObject({ status: 200, body: { stale: true } });
  });

  test('LIM-28 what was read before a reset is not served after it', async () => {
    const s = await startService({ seed: 7 });
    const limit = async () =>
      s.control('POST', '/_local/faults', { match: { path: '/v1/usage-stats' }, action: { status: 429 } });
    expect((await s.api('GET', '/v1/usage-stats')).status).toBe(200);
    await limit();
    expect((await s.api('GET', '/v1/usage-stats')).body['stale']).toBe(true);
    await s.control('POST', '/_local/reset');
    await limit();
    expect((await s.api('GET', '/v1/usage-stats')).status).toBe(429);
  });
});

describe('other platforms', () => {
  test('an outage of the ad network is 503 at once, without waiting on a frozen clock', async () => {
    const s = await scene();
    await s.behave({ operation: 'ad', outcome: 'server_error', times: 1 });
    const first = await s.ads();
    expect([first.status, first.body.code]).toEqual([503, 'temporarily_unavailable']);
    expect((await s.ads()).status).toBe(200);
  });

  test('PLT-20 a missing approval on tiktok reads like an invalid token, and the connection stays', async () => {
    const s = await scene('tiktok');
    await s.behave({ operation: 'send', outcome: 'token_expired', message: 'The access token is invalid.' });
    const body = { accountId: s.accountId, participantId: '7', message: 'hi' };
    const { status, body: answer } = await s.api('POST', '/v1/inbox/conversations', { body });
    expect([status, answer]).toMatchObject([
      403,
      { code: 'platform_api_error', error: 'The access token is invalid.' },
    ]);
    const accounts = (await s.api('GET', '/v1/accounts')).body.accounts as unknown as Json[];
    expect(accounts[0]).toMatchObject({ isActive: true });
    expect(await s.events('account.disconnected')).toEqual([]);
  });
});

describe('what a platform is asked', () => {
  const no = { outcome: 'reject', status: 400, message: 'No.' };
  const refused = { status: 400, body: { code: 'platform_api_error', error: 'No.' } };

  async function conversation() {
    const s = await scene('telegram');
    const body = { accountId: s.accountId, participantId: '7', message: 'hi' };
    const { data } = (await s.api<{ data: Json }>('POST', '/v1/inbox/conversations', { body })).body;
    const message = `/v1/inbox/conversations/${String(data['conversationId'])}/messages/${String(data['messageId'])}`;
    return { ...s, message, query: { accountId: s.accountId } };
  }

  test.each([
    ['edited', 'PATCH', '', { text: 'ho' }],
    ['deleted', 'DELETE', '', undefined],
    ['relieved of a reaction', 'DELETE', '/reactions', undefined],
  ] as const)(
    'a message that is to be %s is the platform’s to refuse, as a new one is',
    async (_word, method, rest, more) => {
      const s = await conversation();
      const body = more && { accountId: s.accountId, ...more };
      await s.behave({ operation: 'send', ...no });
      expect(await s.api(method, `${s.message}${rest}`, { query: s.query, body })).toMatchObject(refused);
      await s.behave({ operation: 'send', outcome: 'ok' });
      expect((await s.api(method, `${s.message}${rest}`, { query: s.query, body })).status).toBeLessThan(300);
    },
  );

  test('the figures of all ads are insights, like those of one', async () => {
    const s = await scene('metaads');
    const timeline = () =>
      s.api('GET', '/v1/ads/timeline', {
        query: { accountId: s.accountId, adAccountId: 'act_1', fromDate: '2026-01-01', toDate: '2026-01-05' },
      });
    await s.behave({ operation: 'ad', ...no });
    expect((await timeline()).status).toBe(200);
    await s.behave({ operation: 'insights', ...no });
    expect(await timeline()).toMatchObject(refused);
  });

  test('a platform that takes no answers to reviews still shows them', async () => {
    const s = await scene('googlebusiness');
    await s.behave({ operation: 'review', ...no });
    const body = { locationNames: ['accounts/1/locations/2'] };
    expect((await s.api('POST', `/v1/accounts/${s.accountId}/gmb-reviews/batch`, { body })).status).toBe(200);
    const reply = await s.api('POST', '/v1/inbox/reviews/1/reply', { body: { accountId: s.accountId, message: 'x' } });
    expect(reply).toMatchObject(refused);
  });

  test('a carrier that places no calls still lets a number take them', async () => {
    const s = await startService({ seedPack: 'demo' });
    const [accountId, id] = ['652aee65951895842314dc4b', '657f17766e365e559f56302a'];
    await s.control('POST', `/_local/network/${accountId}/behaviour`, { operation: 'call', ...no });
    const body = { accountId, forwardTo: '+12025550198' };
    const enabled = await s.api('POST', `/v1/phone-numbers/${id}/whatsapp/calling`, { body });
    expect(enabled).toMatchObject({ status: 200, body: { callingEnabled: true } });
    const called = await s.api('POST', '/v1/whatsapp/calls', { body: { accountId, to: '+12025550198' } });
    expect(called).toMatchObject({ status: 400, body: { error: 'No.' } });
  });
});

test('ERR-29 a sender id needs a payment method', async () => {
  const { api, control } = await startService();
  await control('PATCH', '/_local/team', { paymentMethod: false });
  expect(await api('POST', '/v1/sms/sender-ids', { body: {} })).toMatchObject({
    status: 402,
    body: { type: 'permission_error', code: 'payment_required' },
  });
});
