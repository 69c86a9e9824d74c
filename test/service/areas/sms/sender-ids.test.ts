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
