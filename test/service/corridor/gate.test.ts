/** What the team's plan has against an operation. */
import { describe, expect, test } from 'vitest';
import { openCatalog } from '../../../src/catalog/catalog.ts';
import { startService, type Json, type ServiceUnderTest } from '../../support/service.ts';

const catalog = openCatalog('dist/cards');
const ADS = Object.values(catalog.index().commands).filter(({ id }) => catalog.card(id).group === 'ads');

const plan = ({ control }: ServiceUnderTest, settings: object) => control('PATCH', '/_local/team', settings);

test('AUTH-15 without the ads add-on every ads operation answers 403 ads_addon_required, and nothing else does', async () => {
  const service = await startService();
  await plan(service, { adsAddon: false });
  expect(await service.api('POST', '/v1/ads/create', { body: {} })).toMatchObject({
    status: 403,
    body: { type: 'permission_error', code: 'ads_addon_required' },
  });
  expect(ADS.length).toBeGreaterThan(150);
  const open: string[] = [];
  for (const { id, method, path } of ADS) {
    const { body } = await service.api(method, path.replace(/\{[^}]+\}/g, '0123456789abcdef01234567'));
    if (body?.code !== ('ads_addon_required' as unknown as Json)) open.push(id);
  }
  expect(open).toEqual([]);
  expect((await service.api('GET', '/v1/posts')).status).toBe(200);
  await plan(service, { adsAddon: true });
  expect((await service.api('GET', '/v1/ads')).status).toBe(200);
});

test('AUTH-16 a feature that is switched off answers 403 feature_not_available until it is on', async () => {
  const service = await startService();
  const trunks = () => service.api('GET', '/v1/phone-numbers/sip-trunks');
  expect((await trunks()).status).toBe(200);
  await plan(service, { features: { trunks: false } });
  expect(await trunks()).toMatchObject({
    status: 403,
    body: { type: 'permission_error', code: 'feature_not_available' },
  });
  expect((await service.api('GET', '/v1/phone-numbers')).status).toBe(200);
  await plan(service, { features: { trunks: true } });
  expect((await trunks()).status).toBe(200);
});

test('without the inbox on the plan its operations answer 403, readings included, but a conversation is still handed over', async () => {
  const service = await startService();
  const { _id: accountId } = await service.account('whatsapp');
  const inbound = { type: 'message', accountId, participant: { id: '15550100399' }, text: 'Hello' };
  const { body } = await service.control('POST', '/_local/inbound', inbound);
  await plan(service, { preset: 'no_inbox' });
  const refused = { status: 403, body: { type: 'permission_error', code: 'feature_not_available' } };
  for (const what of ['conversations', 'comments', 'reviews', 'mentions'])
    expect(await service.api('GET', `/v1/inbox/${what}`)).toMatchObject(refused);
  const conversation = `/v1/inbox/conversations/${String(body['conversationId'])}`;
  const message = { accountId, message: 'Hello' };
  expect(await service.api('POST', `${conversation}/messages`, { body: message })).toMatchObject(refused);
  const release = { accountId, action: 'release' };
  expect(await service.api('POST', `${conversation}/thread-control`, { body: release })).toMatchObject({ status: 200 });
  await plan(service, { preset: 'full' });
  expect((await service.api('GET', '/v1/inbox/conversations')).body['data']).toMatchObject([
    { threadControl: 'ai_agent' },
  ]);
});

test('AUTH-09 a key without the group hears of its group first, not of the plan', async () => {
  const service = await startService();
  await plan(service, { adsAddon: false });
  const made = await service.api('POST', '/v1/api-keys', { body: { name: 'x', disabledResourceGroups: ['ads'] } });
  const key = String(made.body.apiKey?.key);
  expect((await service.api('GET', '/v1/ads', { key })).body).toMatchObject({ required_group: 'ads' });
});

describe('connecting', () => {
  const connect = (service: ServiceUnderTest, platform: string) =>
    service.api('GET', `/v1/connect/${platform}`, { query: { profileId: '' } });

  test.each([
    ['a payment that failed', { paymentFailed: true }, 'instagram', 'free_tier_exceeded'],
    ['no card', { paymentMethod: false }, 'instagram', 'free_tier_exceeded'],
    ['the free plan, where cost is passed on', { preset: 'free' }, 'twitter', 'twitter_passthrough'],
    ['no plan for enterprises', { features: { enterprise: false } }, 'instagram', 'enterprise_required'],
  ])('AUTH-19 AUTH-20 AUTH-21 with %s it costs 402 with the reason and the way to the dashboard', async (...row) => {
    const [, settings, platform, reason] = row;
    const service = await startService();
    await plan(service, settings);
    const { status, body } = await connect(service, platform);
    expect([status, body]).toMatchObject([402, { type: 'permission_error', code: 'PAYMENT_REQUIRED', reason }]);
    const { protocol, hash, pathname } = new URL(String(body.dashboard_url));
    expect({ protocol, hash, pathname }).toEqual({ protocol: 'http:', hash: '#/plan', pathname: '/' });
    expect((await service.service.inject({ url: pathname })).statusCode).toBe(200);
  });

  test.each(['shopify', 'wordpress', 'telegram', 'whatsapp'])(
    'AUTH-19 the gate of connections stands before %s, whose sign-in has an address of its own',
    async (platform) => {
      const service = await startService();
      await plan(service, { paymentMethod: false });
      expect(await connect(service, platform)).toMatchObject({ status: 402, body: { code: 'PAYMENT_REQUIRED' } });
    },
  );

  test('AUTH-20 the free plan connects two accounts, then its tier is used up', async () => {
    const service = await startService();
    await service.account('instagram');
    await plan(service, { preset: 'free' });
    const codeOf = async () => (await connect(service, 'instagram')).body.code;
    expect(await codeOf()).not.toBe('PAYMENT_REQUIRED');
    await service.account('facebook');
    expect((await connect(service, 'instagram')).body).toMatchObject({ reason: 'free_tier_exceeded' });
  });

  test('with a whole plan nothing is in the way', async () => {
    const service = await startService();
    for (const platform of ['twitter', 'instagram', 'whatsapp'])
      expect((await connect(service, platform)).status).not.toBe(402);
  });
});
