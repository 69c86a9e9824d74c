/** Names that texts are sent under: what registering one needs. */
import { expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';

test('SMS-19 without a payment method no sender id is registered: 402, until there is one', async () => {
  const { api, control } = await startService();
  const register = () => api('POST', '/v1/sms/sender-ids', { body: { senderId: 'NORTHWIND' } });
  const listed = async () => (await api('GET', '/v1/sms/sender-ids')).body['senderIds'];
  await control('PATCH', '/_local/team', { paymentMethod: false });
  expect(await register()).toMatchObject({
    status: 402,
    body: { code: 'payment_required', type: 'permission_error' },
  });
  expect(await listed()).toEqual([]);
  await control('PATCH', '/_local/team', { paymentMethod: true });
  expect(await register()).toMatchObject({ status: 200, body: { senderId: 'NORTHWIND', isActive: true } });
  expect(await listed()).toMatchObject([{ senderId: 'NORTHWIND' }]);
});

test('SMS-20 a team registers a name once, beside others', async () => {
  const { api } = await startService();
  const register = (senderId: string) => api('POST', '/v1/sms/sender-ids', { body: { senderId } });
  for (const senderId of ['NORTHWIND', 'HARBOR'])
    expect(await register(senderId)).toMatchObject({ status: 200, body: { senderId } });
  expect(await register('NORTHWIND')).toMatchObject({
    status: 409,
    body: { code: 'invalid_resource_state', param: 'senderId' },
  });
});

test('ASM-23 a team asks for more than its hundred texts a day, and the latest request counts', async () => {
  const { api } = await startService();
  const request = (requestedCap: number) =>
    api('POST', '/v1/sms/sender-ids/limit-request', { body: { requestedCap, reason: 'Order news' } });
  const budget = async () => (await api('GET', '/v1/sms/sender-ids')).body['budget'];
  for (const requestedCap of [99, 100, 100.5])
    expect(await request(requestedCap)).toMatchObject({ status: 400, body: { param: 'requestedCap' } });
  expect(await budget()).toEqual({ cap: 100, usedToday: 0, level: 1, pendingRequest: null });
  for (const requestedCap of [101, 500, 300])
    expect((await request(requestedCap)).body).toEqual({ requested: true, requestedCap });
  const requestedAt = '2026-01-05T09:00:00.000Z';
  expect(await budget()).toMatchObject({ pendingRequest: { requestedCap: 300, level: 1, requestedAt } });
});
