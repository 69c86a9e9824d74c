/** What is known of a phone without asking it, as whoever looks it up before a text reads it. */
import { expect, test } from 'vitest';
import { startService } from '../../../../support/service.ts';

const lookUp = async (number: string) => {
  const { api } = await startService();
  return api('GET', '/v1/sms/lookup', { query: { number } });
};

test.each([
  ['a mobile phone', '+4915112345678', { carrierName: 'Hansa Telefon', lineType: 'mobile', smsReachable: true }],
  ['a carrier by the longest prefix', '+4915212345678', { carrierName: 'Mobilnetz Nord', lineType: 'mobile' }],
  ['a landline', '+493022610000', { carrierName: 'Hansa Telefon', lineType: 'landline', smsReachable: false }],
  ['a toll-free number', '+18662345678', { carrierName: 'Lakeside Telecom', lineType: 'toll-free' }],
  ['a number for sale that takes texts', '+12025550198', { carrierName: null, smsReachable: true }],
  ['a number for sale that takes none', '+493023125001', { lineType: 'landline', smsReachable: false }],
])('%s', async (_name, number, known) => {
  expect(await lookUp(number)).toMatchObject({ status: 200, body: { phoneNumber: number, ...known } });
});

test('what nobody can tell is said to be unknown', async () => {
  const eitherWay = { carrierName: 'Lakeside Telecom', lineType: 'unknown' };
  expect((await lookUp('+12024561414')).body).toEqual({ phoneNumber: '+12024561414', ...eitherWay });
  const nobodys = { carrierName: null, lineType: 'unknown' };
  expect((await lookUp('+15550100300')).body).toEqual({ phoneNumber: '+15550100300', ...nobodys });
});
