/** The stock: real dialling plans, filters that filter, and prices of the one table. */
import parse from 'libphonenumber-js/max';
import { describe, expect, test } from 'vitest';
import { openCatalog } from '../../../../../src/catalog/catalog.ts';
import { countriesIn } from '../../../../../src/service/areas/phone-numbers/record.ts';
import { NUMBER_MONTH_CENTS } from '../../../../../src/service/areas/usage/offers.ts';
import type { Json } from '../../../../support/service.ts';
import { openLine, type Line } from '../line.ts';

let line: Line;

const list = (body: Json, name = 'numbers') => body[name] as unknown as Json[];

/** The types of dialling plans that a type of the API may be. */
const PLANS: Readonly<Record<string, readonly string[]>> = {
  local: ['FIXED_LINE', 'FIXED_LINE_OR_MOBILE'],
  mobile: ['MOBILE'],
  national: ['UAN', 'VOIP'],
  toll_free: ['TOLL_FREE'],
};

const areas = countriesIn(openCatalog('dist/cards')).flatMap(({ code, types }) =>
  types.flatMap(({ numberType, areas: own }) => own.map((area) => [code, numberType, area] as const)),
);

test.each(areas)('%s has %s numbers of its dialling plan', (code, numberType, { first, room, areaCode }) => {
  for (let at = 0; at < room; at += 1) {
    const phoneNumber = `+${String(BigInt(first.slice(1)) + BigInt(at))}`;
    const parsed = parse(phoneNumber);
    expect([phoneNumber, parsed?.isValid(), parsed?.country]).toEqual([phoneNumber, true, code]);
    expect(PLANS[numberType]).toContain(parsed?.getType());
    expect(parsed?.nationalNumber.startsWith(areaCode)).toBe(true);
  }
});

describe('a filter filters', () => {
  test.each([
    ['areaCode', '207', /^\+1207/],
    ['prefix', '207', /^\+1207/],
    ['contains', '55501', /55501/],
    ['locality', 'austin', /^\+1512/],
    ['numberType', 'toll_free', /^\+18(00|88)/],
    ['type', 'toll_free', /^\+18(00|88)/],
    ['country', 'DE', /^\+49/],
  ])('%s', async (name, value, form) => {
    line = await openLine();
    const { body } = await line.search({ [name]: value, limit: 100 });
    expect(list(body).length).toBeGreaterThan(0);
    for (const { phoneNumber } of list(body)) expect(String(phoneNumber)).toMatch(form);
  });

  test('sms', async () => {
    line = await openLine();
    expect(list((await line.search({ country: 'DE', sms: true })).body)).toEqual([]);
    const { body } = await line.search({ sms: true, limit: 3 });
    expect(list(body)).toHaveLength(3);
    expect(list(body)[0]).toMatchObject({ features: ['sms', 'mms', 'voice', 'whatsapp'], locality: 'Washington' });
    expect(body).toMatchObject({ country: 'US', requireSms: true });
  });

  test('a country without numbers, and a limit that is none, are refused', async () => {
    line = await openLine();
    expect(await line.search({ country: 'XX' })).toMatchObject({ status: 400, body: { param: 'country' } });
    expect(await line.search({ limit: 0 })).toMatchObject({ status: 400, body: { param: 'limit' } });
    expect(await line.search({ limit: 101 })).toMatchObject({ status: 400, body: { param: 'limit' } });
  });

  test('limit: twenty numbers without it, a hundred at most', async () => {
    line = await openLine();
    const count = async (query: Readonly<Record<string, number>>) =>
      list((await line.search({ country: 'US', ...query })).body).length;
    expect([await count({}), await count({ limit: 1 }), await count({ limit: 100 })]).toEqual([20, 1, 100]);
  });

  test('an answer repeats the type that it was asked for, and no other', async () => {
    line = await openLine();
    expect((await line.search({ numberType: 'local' })).body).toMatchObject({ numberType: 'local' });
    expect((await line.search({})).body).not.toHaveProperty('numberType');
    const availability = async (query: Readonly<Record<string, string>>) =>
      (await line.api('GET', '/v1/phone-numbers/availability', { query: { country: 'DE', ...query } })).body;
    expect(await availability({ numberType: 'local' })).toMatchObject({ numberType: 'local' });
    expect(await availability({})).not.toHaveProperty('numberType');
  });
});

test('a bought number leaves the stock and comes back once it is released', async () => {
  line = await openLine();
  const isThere = async () =>
    list((await line.search({ contains: '2075550105' })).body).map((one) => one['phoneNumber']);
  expect(await isThere()).toEqual(['+12075550105']);
  const { id } = await line.active({ phoneNumber: '+12075550105' });
  expect(await isThere()).toEqual([]);
  expect(await line.buy({ phoneNumber: '+12075550105' })).toMatchObject({
    status: 409,
    body: { code: 'PHONE_NUMBER_UNAVAILABLE' },
  });
  await line.api('DELETE', `/v1/phone-numbers/${String(id)}`);
  expect(await isThere()).toEqual(['+12075550105']);
});

test('availability counts the stock by area and names what is sold out', async () => {
  line = await openLine();
  const availability = async (country: string, more: object = {}) =>
    (await line.api('GET', '/v1/phone-numbers/availability', { query: { country, ...more } })).body;
  expect(await availability('DE', { numberType: 'local' })).toMatchObject({
    available: true,
    preOrderable: true,
    addressConstraint: 'geo',
    areas: ['Berlin', 'Hamburg', 'Frankfurt am Main'],
    areaOptions: [{ ndc: '30', name: 'Berlin', count: 40 }, {}, {}],
    soldOutAreas: [{ ndc: '89', name: 'Munich', preOrderable: true }],
  });
  expect(await availability('NL')).toMatchObject({ available: false, preOrderable: true });
  await line.active({ areaCode: '207' });
  expect(await availability('US')).toMatchObject({
    addressConstraint: 'none',
    areaOptions: [{ ndc: '202', count: 100 }, { ndc: '207', count: 39 }, {}, {}, {}, {}, {}],
  });
});

test('a single number makes an area available, and where an address is asked for it is said how near', async () => {
  line = await openLine();
  const availability = async (country: string, more: object = {}) =>
    (await line.api('GET', '/v1/phone-numbers/availability', { query: { country, ...more } })).body;
  await line.control('POST', '/_local/stock', { countryCode: 'NL', counts: { local: 1 } });
  expect(await availability('NL')).toMatchObject({
    available: true,
    addressConstraint: 'geo',
    areas: ['Rotterdam'],
    areaOptions: [{ ndc: '10', count: 1 }],
    soldOutAreas: [{ ndc: '20', preOrderable: true }],
  });
  expect(await availability('GB', { numberType: 'local' })).toMatchObject({ addressConstraint: 'country' });
  expect(await availability('GB', { numberType: 'toll_free' })).toMatchObject({
    addressConstraint: 'none',
    preOrderable: false,
  });
});

test('countries have the price of the one table, and say what needs documents', async () => {
  line = await openLine();
  const countries = list((await line.api('GET', '/v1/phone-numbers/countries')).body, 'countries');
  const monthlyCents = NUMBER_MONTH_CENTS;
  expect(countries.find(({ code }) => (code as unknown) === 'DE')).toMatchObject({
    monthlyCents,
    needsKyc: true,
    inStock: true,
    smsAvailable: true,
    types: [
      { numberType: 'local', needsKyc: true, monthlyCents, inStock: true, fulfilment: 'request' },
      { numberType: 'mobile', inStock: false, preOrderable: true },
    ],
  });
  expect(countries.find(({ code }) => (code as unknown) === 'US')).toMatchObject({
    tier: 1,
    needsKyc: false,
    preOrderable: false,
    types: [{ tier: 1, fulfilment: 'instant' }, {}],
  });
  const { id } = await line.active();
  const numbers = list((await line.api('GET', '/v1/phone-numbers')).body);
  expect(numbers.find((one) => one['_id'] === id)).toMatchObject({ monthlyCents });
});

test('only numbers that WhatsApp takes are offered for it', async () => {
  line = await openLine();
  const query = { country: 'US', numberType: 'toll_free' };
  expect(list((await line.api('GET', '/v1/whatsapp/phone-numbers/available', { query })).body)).toEqual([]);
  expect((await line.api('GET', '/v1/whatsapp/phone-numbers/availability', { query })).body).toMatchObject({
    available: false,
  });
  const countries = list((await line.api('GET', '/v1/whatsapp/phone-numbers/countries')).body, 'countries');
  expect(countries).toHaveLength(9);
});
