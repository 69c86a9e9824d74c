/** What is known of a number before a text is sent to it, over HTTP. */
import { expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';

const lookUp = async (number: string) => {
  const { api } = await startService();
  return api('GET', '/v1/sms/lookup', { query: { number } });
};

test('the answer names the number, its carrier, its line, and whether texts reach it', async () => {
  const known = { carrierName: 'Hansa Telefon', lineType: 'mobile', smsReachable: true };
  expect((await lookUp('+4915112345678')).body).toEqual({ phoneNumber: '+4915112345678', ...known });
});

test('SMS-15 the number is in E.164 form', async () => {
  expect(await lookUp('030 23125001')).toMatchObject({
    status: 400,
    body: { code: 'invalid_field_value', param: 'number' },
  });
});
