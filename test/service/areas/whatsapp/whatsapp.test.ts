import { describe, expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';

test('ACC-33 the health of a number is what the platform says now; without an account it is 400', async () => {
  const { account, api, control } = await startService();
  const { _id: accountId } = await account('whatsapp', { username: '+15550100123', displayName: 'Brand' });
  const info = async () => (await api('GET', '/v1/whatsapp/number-info', { query: { accountId } })).body.phone;
  expect(await info()).toMatchObject({
    display_phone_number: '+15550100123',
    verified_name: 'Brand',
    quality_rating: 'GREEN',
    messaging_limit_tier: 'TIER_1K',
    is_official_business_account: false,
    throughput: { level: 'STANDARD' },
    status: 'CONNECTED',
  });
  await control('POST', '/_local/inbound', { type: 'whatsapp_account', accountId, change: 'quality', status: 'RED' });
  expect(await info()).toMatchObject({ quality_rating: 'RED' });
  const named = { type: 'whatsapp_account', accountId, change: 'name_status', status: 'DECLINED' };
  await control('POST', '/_local/inbound', named);
  expect(await info()).toMatchObject({ verified_name: 'Brand', name_status: 'DECLINED' });
  expect(await api('GET', '/v1/whatsapp/number-info')).toMatchObject({
    status: 400,
    body: { code: 'missing_required_field', param: 'accountId' },
  });
  const { _id: other } = await account('telegram');
  expect((await api('GET', '/v1/whatsapp/number-info', { query: { accountId: other } })).status).toBe(400);
});

describe('sandbox', () => {
  const phone = '+4915112345678';

  async function begun() {
    const service = await startService();
    const made = await service.api('POST', '/v1/whatsapp/sandbox/sessions', { body: { phone } });
    const status = async () =>
      (await service.api<{ sessions: { status: string }[] }>('GET', '/v1/whatsapp/sandbox/sessions')).body.sessions.map(
        (session) => session.status,
      );
    return { ...service, made, status };
  }

  test('ACC-34 a phone begins a session that waits', async () => {
    const { made, status, api } = await begun();
    expect(made).toMatchObject({ status: 200, body: { session: { phoneE164: phone, status: 'pending' } } });
    await api('POST', '/v1/whatsapp/sandbox/sessions', { body: { phone } });
    expect(await status()).toEqual(['pending']);
    const wrong = await api('POST', '/v1/whatsapp/sandbox/sessions', { body: { phone: 'mine' } });
    expect([wrong.status, wrong.body.param]).toEqual([400, 'phone']);
  });

  test.each([
    ['a message', { type: 'message', accountId: 'sandbox', participant: { id: '4915112345678' }, text: 'join' }],
    ['a text', { type: 'sms', to: '+15550100000', from: phone, text: 'join' }],
  ])('ACC-35 it is active once %s of the phone has come', async (_what, inbound) => {
    const { control, status } = await begun();
    const other = { ...inbound, participant: { id: '1' }, from: '+15550109999' };
    await control('POST', '/_local/inbound', 'to' in inbound ? { ...inbound, from: '+15550109999' } : other);
    expect(await status()).toEqual(['pending']);
    expect((await control('POST', '/_local/inbound', inbound)).status).toBe(201);
    expect(await status()).toEqual(['active']);
  });

  test('a session ends by being deleted, or by itself after a day', async () => {
    const { made, status, api, advance } = await begun();
    await advance(86_400);
    expect(await status()).toEqual([]);
    await api('POST', '/v1/whatsapp/sandbox/sessions', { body: { phone } });
    expect(await status()).toEqual(['pending']);
    const id = String(made.body.session?.id);
    expect((await api('DELETE', `/v1/whatsapp/sandbox/sessions/${id}`)).status).toBeLessThan(500);
  });
});
