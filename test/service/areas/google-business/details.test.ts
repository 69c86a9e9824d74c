/** Details of a location: what a mask names is judged and set, and reads back. */
import { expect, test } from 'vitest';
import { CAFE, refused, stage } from './stage.ts';

const DETAILS = 'gmb-location-details';

test('readings, "Google Business": details begin as the network has them, with where the place is found', async () => {
  const { get } = await stage();
  expect(await get(DETAILS)).toMatchObject({
    locationId: CAFE,
    title: 'Harbour Cafe',
    phoneNumbers: { primaryPhone: '+494012345678' },
    categories: { primaryCategory: { displayName: 'Coffee shop' } },
    location: { name: `locations/${CAFE}`, placeId: 'harbour-cafe-hafen', isVerified: false },
  });
});

test('readings, "Google Business": a mask sets what it names, removes what was not sent, and leaves the rest', async () => {
  const { get, put } = await stage();
  const before = await get(DETAILS);
  const profile = { description: 'Coffee by the water.' };
  await put(DETAILS, { updateMask: 'profile, websiteUri', profile, title: 'Not in the mask' });
  const after = await get(DETAILS);
  expect(after).toMatchObject({ title: 'Harbour Cafe', profile, regularHours: before['regularHours'] });
  expect(after).not.toHaveProperty('websiteUri');
  await put(DETAILS, { updateMask: 'phoneNumbers.additionalPhones', phoneNumbers: { additionalPhones: ['+494099'] } });
  expect(await put(DETAILS, { updateMask: 'hours' })).toMatchObject(refused('updateMask'));
  expect(await put(DETAILS, { updateMask: ' ' })).toMatchObject(refused('updateMask'));
});

test('readings, "Google Business": a mask may name one member of a field', async () => {
  const { get, put } = await stage();
  const phoneNumbers = { primaryPhone: '+493012345670', additionalPhones: ['+494012345679'] };
  await put(DETAILS, { updateMask: 'phoneNumbers.additionalPhones', phoneNumbers });
  expect((await get(DETAILS))['phoneNumbers']).toEqual({
    primaryPhone: '+494012345678',
    additionalPhones: ['+494012345679'],
  });
});

test('readings, "Google Business": a reading shows the fields that its mask names', async () => {
  const { get, call } = await stage();
  const { title, websiteUri, location } = await get(DETAILS);
  expect(await get(DETAILS, { readMask: 'title,websiteUri' })).toEqual({
    success: true,
    accountId: expect.any(String),
    locationId: CAFE,
    title,
    websiteUri,
    location,
  });
  expect(await call('GET', DETAILS, undefined, { readMask: 'rating' })).toMatchObject(refused('readMask'));
});

const period = (openTime: string, closeTime: string, openDay = 'MONDAY', closeDay = openDay) => ({
  periods: [{ openDay, openTime, closeDay, closeTime }],
});
const special = (more: object) => ({ specialHourPeriods: [{ startDate: { year: 2026, month: 2, day: 28 }, ...more }] });

// prettier-ignore
test.each<[field: string, value: unknown, param: string]>([
  ['title',        '',                                     'title'],
  ['websiteUri',   'ftp://example.com',                    'websiteUri'],
  ['profile',      { description: 'x'.repeat(751) },       'profile.description'],
  ['phoneNumbers', { primaryPhone: '12' },                 'phoneNumbers'],
  ['phoneNumbers', { additionalPhones: ['+494012345671', '+494012345672', '+494012345673'] }, 'phoneNumbers.additionalPhones'],
  ['categories',   { primaryCategory: { name: 'categories/gcid:moon_base' } }, 'categories'],
  ['labels',       Array.from({ length: 11 }, (_, at) => `label ${at}`), 'labels'],
  ['latlng',       { latitude: 91, longitude: 0 },         'latlng.latitude'],
  ['regularHours', period('9:00', '17:00'),                'regularHours.periods.0.openTime'],
  ['regularHours', period('09:00', '24:30'),               'regularHours.periods.0.closeTime'],
  ['regularHours', period('18:00', '09:00'),               'regularHours.periods.0.closeTime'],
  ['specialHours', special({ openTime: '09:00' }),         'specialHours.specialHourPeriods.0.closeTime'],
  ['specialHours', special({ closed: true, endDate: { year: 2026, month: 2, day: 27 } }), 'specialHours.specialHourPeriods.0.endDate'],
  ['specialHours', special({ closed: true, endDate: { year: 2026, month: 2, day: 29 } }), 'specialHours.specialHourPeriods.0.endDate'],
  ['openInfo',     { status: 'OPEN', openingDate: { year: 2026, month: 13, day: 1 } }, 'openInfo.openingDate'],
  ['serviceItems', [{ price: { currencyCode: 'EUR' } }],   'serviceItems.0'],
])('readings, "Google Business": %s is judged (%j)', async (field, value, param) => {
  const { get, put } = await stage();
  const before = await get(DETAILS);
  expect(await put(DETAILS, { updateMask: field, [field]: value })).toMatchObject(refused(param));
  expect(await get(DETAILS)).toEqual(before);
});

test('readings, "Google Business": a place may close after midnight and at its end', async () => {
  const { get, put } = await stage();
  for (const regularHours of [period('18:00', '02:00', 'FRIDAY', 'SATURDAY'), period('00:00', '24:00')]) {
    expect((await put(DETAILS, { updateMask: 'regularHours', regularHours })).status).toBe(200);
    expect(await get(DETAILS)).toMatchObject({ regularHours });
  }
});

// prettier-ignore
test.each<[field: string, value: unknown]>([
  ['title',        'x'.repeat(100)],
  ['storeCode',    'x'.repeat(64)],
  ['labels',       Array.from({ length: 10 }, (_, at) => `label ${at}`)],
  ['labels',       ['x'.repeat(255)]],
  ['profile',      { description: 'x'.repeat(750) }],
  ['phoneNumbers', { primaryPhone: '+494012345678', additionalPhones: ['+494012345671', '+494012345672'] }],
  ['latlng',       { latitude: 90, longitude: 180 }],
  ['latlng',       { latitude: -90, longitude: -180 }],
])('readings, "Google Business": %s is taken to its bound (%j)', async (field, value) => {
  const { get, put } = await stage();
  expect((await put(DETAILS, { updateMask: field, [field]: value })).status).toBe(200);
  // The reading has no store code, labels and point; the service keeps them.
  const details = await get(DETAILS);
  if (field in details) expect(details[field]).toEqual(value);
});

// prettier-ignore
test.each<[field: string, value: unknown, param: string]>([
  ['title',      'x'.repeat(101),                       'title'],
  ['storeCode',  'x'.repeat(65),                        'storeCode'],
  ['labels',     ['fine', 'x'.repeat(256)],             'labels.1'],
  ['latlng',     { latitude: -90.5, longitude: 0 },     'latlng.latitude'],
  ['latlng',     { latitude: 0, longitude: 180.5 },     'latlng.longitude'],
  ['latlng',     { longitude: -181 },                   'latlng.longitude'],
  ['categories', { primaryCategory: { name: 'categories/gcid:restaurant' }, additionalCategories: [{ name: 'no' }] }, 'categories'],
])('readings, "Google Business": %s beyond its bound is refused (%j)', async (field, value, param) => {
  const { put } = await stage();
  expect(await put(DETAILS, { updateMask: field, [field]: value })).toMatchObject(refused(param));
});

test('readings, "Google Business": the title is kept, and any other field can be removed', async () => {
  const { get, put } = await stage();
  expect(await put(DETAILS, { updateMask: 'title' })).toMatchObject(refused('title'));
  for (const field of ['profile', 'storeCode', 'latlng', 'labels'])
    expect((await put(DETAILS, { updateMask: field })).status, field).toBe(200);
  expect(await get(DETAILS)).not.toHaveProperty('profile');
});

test('readings, "Google Business": categories have the names that the network has for them', async () => {
  const { get, put } = await stage();
  const restaurant = { name: 'categories/gcid:restaurant' };
  const categories = { primaryCategory: restaurant, additionalCategories: [restaurant] };
  await put(DETAILS, { updateMask: 'categories', categories });
  const named = { ...restaurant, displayName: 'Restaurant' };
  expect((await get(DETAILS))['categories']).toMatchObject({ primaryCategory: named, additionalCategories: [named] });
  await put(DETAILS, { updateMask: 'categories', categories: { primaryCategory: restaurant } });
  expect((await get(DETAILS))['categories']).not.toHaveProperty('additionalCategories');
  await put(DETAILS, {
    updateMask: 'categories.additionalCategories',
    categories: { additionalCategories: [restaurant] },
  });
  expect((await get(DETAILS))['categories']).toMatchObject({ primaryCategory: named, additionalCategories: [named] });
});

test('readings, "Google Business": details of a location that is not there are not read', async () => {
  const { call } = await stage();
  expect(await call('GET', DETAILS, undefined, { locationId: '1' })).toMatchObject({ status: 404 });
});
