import { expect, test } from 'vitest';
import { steered } from '../../support/steered.ts';
import { errorIn } from '../../support/svc.ts';

test('the stock is listed, sold out and filled again', async () => {
  const { local, api } = await steered({ seedPack: 'demo' });
  const { result } = await local('stock', 'list', '--country', 'us');
  expect(result.stock).toMatchObject([
    { country: 'US', numberType: 'local', available: 259, next: '+12025550100' },
    { country: 'US', numberType: 'toll_free', available: 40 },
  ]);
  expect((await local('stock', 'set', 'US', 'local=0', 'toll_free=2')).code).toBe(0);
  const counts = (await local('stock', 'list', '--country', 'US')).result.stock as unknown as { available: number }[];
  expect(counts.map(({ available }) => available)).toEqual([0, 2]);
  expect((await api('GET', '/v1/phone-numbers/available?country=US&numberType=local')).body).toMatchObject({
    numbers: [],
  });
});

test('EVT-114 who watches is notified once, and shown until then', async () => {
  const { local, api, events } = await steered();
  await local('stock', 'set', 'DE', 'mobile=0');
  await api('POST', '/v1/phone-numbers/stock-watches', { body: { country: 'DE', numberType: 'mobile' } });
  const watches = async () =>
    ((await local('stock', 'list', '--country', 'DE')).result.stock as unknown as Record<string, unknown>[]).find(
      ({ numberType }) => numberType === 'mobile',
    )?.['watches'];
  expect(await watches()).toBe(1);
  const { result } = await local('stock', 'set', 'DE', 'mobile=3');
  expect((await events('phone_number.stock_available')).map(({ id }) => id)).toEqual(result.eventIds);
  expect(await watches()).toBe(0);
});

test('a count that is none is refused before anything is sent', async () => {
  const { local } = await steered();
  const said = await local('stock', 'set', 'US', 'local');
  expect([said.code, errorIn(said)['param']]).toEqual([2, '<count>']);
});
