import { expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';
import { BRAND, CAMPAIGN } from './registration.ts';

async function scene() {
  const { api } = await startService();
  return async (brand: object = BRAND, campaign: object = CAMPAIGN) => {
    const body = { registrationType: 'standard_10dlc', brand, campaign };
    return (await api('POST', '/v1/sms/registrations/preflight', { body })).body;
  };
}

test('a whole registration passes, and nobody was asked', async () => {
  const check = await scene();
  expect(await check()).toEqual({
    composed: { brand: BRAND, campaign: CAMPAIGN },
    advisories: [],
    verdict: 'pass',
    aiUnavailable: true,
  });
});

test('what is missing fails it, by its dotted name', async () => {
  const check = await scene();
  expect(await check({ ...BRAND, street: undefined }, { ...CAMPAIGN, sample2: ' ' })).toMatchObject({
    verdict: 'fail',
    advisories: [
      { field: 'brand.street', code: 'missing', severity: 'block' },
      { field: 'campaign.sample2', code: 'missing', severity: 'block' },
    ],
  });
  expect(await check({ ...BRAND, website: 'http://northwind.example' })).toMatchObject({ verdict: 'fail' });
});

test.each([
  ['consent_unclear', { messageFlow: 'They agree.' }],
  ['sample_without_opt_out', { sample1: 'Northwind: your order is ready.' }],
  ['sample_without_brand', { sample2: 'Your order has shipped.' }],
])('%s is a warning', async (code, more) => {
  const check = await scene();
  expect(await check(BRAND, { ...CAMPAIGN, ...more })).toMatchObject({
    verdict: 'warn',
    advisories: [{ code, severity: 'warn' }],
  });
});
