/** What dialling plans say of numbers: ranges that regulators keep for examples and drama, and real prefixes. */
import { expect, test } from 'vitest';
import { dialledCountry, judge, planTypeOf } from '../../../../../src/service/areas/phone-numbers/ports/dialling.ts';

test.each([
  ['+493023125000', { country: 'DE', lineType: 'landline', numberType: 'local' }],
  ['+4915112345678', { country: 'DE', lineType: 'mobile', numberType: 'mobile' }],
  ['+12025550123', { country: 'US', lineType: 'landline', numberType: 'local' }],
  ['+18005550123', { country: 'US', lineType: 'toll_free', numberType: 'toll_free' }],
])('%s is a number that somebody can have', async (phone, dialled) => {
  expect(await judge(phone)).toEqual({ isNumber: true, dialled });
});

test('a premium number is one that nobody ports, and other digits are no number', async () => {
  expect(await judge('+19005550123')).toEqual({ isNumber: true, dialled: undefined });
  for (const phone of ['5551234', '+15551234', '+10005550123']) expect(await judge(phone)).toEqual({ isNumber: false });
});

test('a phone has the country of its plan, else the first of its dialling code, with or without a plus sign', async () => {
  const countries = ['+493023125000', '493023125000', '+14165550100', '+15550100300'].map(dialledCountry);
  expect(await Promise.all(countries)).toEqual(['DE', 'DE', 'CA', 'US']);
  expect(await dialledCountry('+999')).toBeUndefined();
});

test('a line has the type of its plan, and without a plan none', async () => {
  const types = ['+4915112345678', '+493023125000', '+12025550123', '+15550100300', 'nobody'].map(planTypeOf);
  expect(await Promise.all(types)).toEqual(['MOBILE', 'FIXED_LINE', 'FIXED_LINE_OR_MOBILE', undefined, undefined]);
});
