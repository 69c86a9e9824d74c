/** Attributes: those that exist for the category of a location, with values of their type. */
import { expect, test } from 'vitest';
import type { Json } from '../../../support/service.ts';
import { refused, ROASTERY, stage } from './stage.ts';

const bool = (name: string) => ({ name: `attributes/${name}`, valueType: 'BOOL', values: [true] });

test('a mask of attributes sets what was sent, removes what has no value, and leaves the others', async () => {
  const { get, put } = await stage();
  const masked = (names: readonly string[], sent: readonly string[]) =>
    put('gmb-attributes', {
      attributeMask: names.map((name) => `attributes/${name}`).join(','),
      attributes: sent.map(bool),
    });
  await masked(['has_wifi', 'has_ramp'], ['has_wifi', 'has_ramp']);
  await masked(['has_ramp', 'has_terrace'], ['has_terrace']);
  expect(await get('gmb-attributes')).toMatchObject({ attributes: [bool('has_wifi'), bool('has_terrace')] });
  await masked(['has_wifi'], ['has_wifi', 'has_ramp']);
  expect((await get('gmb-attributes'))['attributes']).toHaveLength(2);
});

test('readings, "Google Business": the attributes of a location are those of its category', async () => {
  const { get, put } = await stage();
  const names = async (query = {}) =>
    ((await get('gmb-attribute-metadata', query))['attributeMetadata'] as unknown as Json[]).map(
      (one) => one['parent'],
    );
  expect(await names()).toContain('attributes/has_terrace');
  expect(await names({ locationId: ROASTERY })).not.toContain('attributes/has_terrace');
  expect(await names({ categoryName: 'categories/gcid:hair_salon' })).not.toContain('attributes/url_menu');
  const body = { attributeMask: 'attributes/has_terrace', attributes: [bool('has_terrace')] };
  expect(await put('gmb-attributes', body, { locationId: ROASTERY })).toMatchObject(refused('attributeMask'));
  const categories = { primaryCategory: { name: 'categories/gcid:restaurant' } };
  await put('gmb-location-details', { updateMask: 'categories', categories }, { locationId: ROASTERY });
  expect((await put('gmb-attributes', body, { locationId: ROASTERY })).status).toBe(200);
});

// prettier-ignore
test.each<[name: string, value: object, param: string]>([
  ['has_wifi', { values: ['yes'] },                             'attributes.0.values'],
  ['has_wifi', { values: [true, false] },                       'attributes.0.values'],
  ['has_wifi', { valueType: 'ENUM', values: ['free_wi_fi'] },   'attributes.0.valueType'],
  ['wi_fi',    { values: ['cheap'] },                           'attributes.0.values'],
  ['pay_card', { repeatedEnumValue: { setValues: ['cash'] } },  'attributes.0.repeatedEnumValue'],
  ['pay_card', { values: ['visa'] },                            'attributes.0.repeatedEnumValue'],
  ['url_menu', { uriValues: [] },                               'attributes.0.uriValues'],
  ['url_menu', { uriValues: [{ uri: 'menu' }] },                'attributes.0.uriValues.0.uri'],
  ['is_moon',  { values: [true] },                              'attributeMask'],
])('readings, "Google Business": a value of %s is of its type (%j)', async (name, value, param) => {
  const { get, put } = await stage();
  const attributes = [{ name: `attributes/${name}`, ...value }];
  expect(await put('gmb-attributes', { attributeMask: `attributes/${name}`, attributes })).toMatchObject(refused(param));
  expect(await get('gmb-attributes')).toMatchObject({ attributes: [] });
});

test('readings, "Google Business": values of each type read back', async () => {
  const { get, put } = await stage();
  const attributes = [
    { name: 'attributes/wi_fi', valueType: 'ENUM', values: ['free_wi_fi'] },
    { name: 'attributes/pay_card', valueType: 'REPEATED_ENUM', repeatedEnumValue: { setValues: ['visa'] } },
  ];
  const attributeMask = attributes.map(({ name }) => name).join();
  const { body } = await put('gmb-attributes', {
    attributeMask,
    attributes: attributes.map(({ valueType: _, ...one }) => one),
  });
  expect(body).toMatchObject({ attributes });
  expect(await get('gmb-attributes')).toMatchObject({ attributes });
});
