/** The locations of an account: one is selected, and what is kept of one is not that of another. */
import { expect, test } from 'vitest';
import { CAFE, ROASTERY, stage } from './stage.ts';

test('the account stands for the place that is selected, and only for one that the network has', async () => {
  const { get, put } = await stage();
  expect(await get('gmb-locations')).toMatchObject({ selectedLocationId: CAFE });
  expect((await put('gmb-locations', { selectedLocationId: ROASTERY })).body).toMatchObject({
    selectedLocation: { id: ROASTERY, name: 'Harbour Cafe Roastery' },
  });
  expect(await get('gmb-locations')).toMatchObject({ selectedLocationId: ROASTERY });
  expect(await put('gmb-locations', { selectedLocationId: '1' })).toMatchObject({
    status: 404,
    body: { code: 'not_found', param: 'selectedLocationId' },
  });
});

test('readings, "Google Business": a call is about the location that it names, else about the selected one', async () => {
  const { get, put, call } = await stage();
  const title = async (query = {}) => (await get('gmb-location-details', query))['title'];
  expect([await title(), await title({ locationId: ROASTERY })]).toEqual(['Harbour Cafe', 'Harbour Cafe Roastery']);
  await put('gmb-location-details', { updateMask: 'title', title: 'Roast' }, { locationId: ROASTERY });
  expect(await title()).toBe('Harbour Cafe');
  await put('gmb-locations', { selectedLocationId: ROASTERY });
  expect(await get('gmb-location-details')).toMatchObject({ locationId: ROASTERY, title: 'Roast' });
  for (const path of ['gmb-location-details', 'gmb-attributes', 'gmb-services', 'gmb-food-menus'])
    expect(await call('GET', path, undefined, { locationId: '1' })).toMatchObject({
      status: 404,
      body: { code: 'not_found', param: 'locationId' },
    });
});

test('readings, "Google Business": the list of locations says what the listing says now', async () => {
  const { get, put } = await stage();
  const body = {
    updateMask: 'title,websiteUri,categories,storefrontAddress',
    title: 'Harbour Deli',
    websiteUri: 'https://deli.example.com',
    categories: { primaryCategory: { name: 'categories/gcid:restaurant' } },
    storefrontAddress: { postalCode: '20459', locality: 'Hamburg', addressLines: ['Baumwall 1'] },
  };
  await put('gmb-location-details', body);
  expect((await get('gmb-locations'))['locations']).toMatchObject([
    {
      id: CAFE,
      name: 'Harbour Deli',
      websiteUrl: 'https://deli.example.com',
      category: 'Restaurant',
      address: 'Baumwall 1, 20459 Hamburg',
    },
    { id: ROASTERY, name: 'Harbour Cafe Roastery' },
  ]);
});

test('readings, "Google Business": an account of another platform has no listing', async () => {
  const { api, account } = await stage();
  const { _id: other } = await account('twitter');
  expect(await api('GET', `/v1/accounts/${other}/gmb-location-details`)).toMatchObject({
    status: 400,
    body: { code: 'platform_not_supported' },
  });
});
