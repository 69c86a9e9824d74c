/** Watches for countries that are out of stock. */
import { expect, test } from 'vitest';
import type { Json } from '../../../../support/service.ts';
import { openLine } from '../line.ts';

test('NUM-19 EVT-114 EVT-115 a watched country is notified of once, with what can be had', async () => {
  const { post, api, control, events, search } = await openLine();
  const watch = await post('/v1/phone-numbers/stock-watches', { country: 'DE', numberType: 'mobile' });
  expect(watch).toMatchObject({ status: 200, body: { country: 'DE', countryName: 'Germany', numberType: 'mobile' } });
  const watches = async () => (await api('GET', '/v1/phone-numbers/stock-watches')).body['watches'];
  expect(await watches()).toMatchObject([{ id: watch.body['id'] }]);
  const restock = (counts: object) => control('POST', '/_local/stock', { countryCode: 'DE', counts });
  await restock({ local: 5, mobile: 0 });
  expect(await watches()).toHaveLength(1);
  for (const mobile of [3, 3]) await restock({ mobile });
  const told = await events('phone_number.stock_available');
  expect(told.map(({ payload }) => payload['stock'])).toEqual([
    { country: 'DE', types: [{ numberType: 'mobile', availableCount: 3 }] },
  ]);
  expect(await watches()).toEqual([]);
  const { body } = await search({ country: 'DE', numberType: 'mobile' });
  expect((body['numbers'] as unknown as Json[]).map(({ phoneNumber }) => phoneNumber)).toEqual([
    '+491713920000',
    '+491713920001',
    '+491713920002',
  ]);
});

test('NUM-19 a watch without a type ends with a single number of its own country, and names its area', async () => {
  const { post, api, control, events } = await openLine();
  await post('/v1/phone-numbers/stock-watches', { country: 'DE', areaCode: '30' });
  const watches = async () => (await api('GET', '/v1/phone-numbers/stock-watches')).body['watches'];
  const restock = (countryCode: string, counts: object) => control('POST', '/_local/stock', { countryCode, counts });
  expect((await restock('GB', { local: 5 })).status).toBeLessThan(300);
  await restock('DE', { mobile: 0, local: 0 });
  expect([await events('phone_number.stock_available'), (await watches())?.['length']]).toEqual([[], 1]);
  await restock('DE', { local: 1 });
  const stock = { country: 'DE', types: [{ numberType: 'local', availableCount: 1 }], areaCode: '30' };
  expect((await events('phone_number.stock_available')).map(({ payload }) => payload['stock'])).toEqual([stock]);
  expect(await watches()).toEqual([]);
});

test('NUM-19 a watch for a type that is not restocked goes on', async () => {
  const { post, control, events } = await openLine();
  await post('/v1/phone-numbers/stock-watches', { country: 'DE', numberType: 'mobile' });
  await control('POST', '/_local/stock', { countryCode: 'DE', counts: { local: 5 } });
  expect(await events('phone_number.stock_available')).toEqual([]);
});

test('NUM-19 a country that there is not is refused', async () => {
  const { post } = await openLine();
  for (const country of ['de', 'Germany', 'QX'])
    expect(await post('/v1/phone-numbers/stock-watches', { country })).toMatchObject({
      status: 400,
      body: { param: 'country' },
    });
});
