/** Services of a location: judged, and the same in the list of services and in the details. */
import { expect, test } from 'vitest';
import { refused, stage } from './stage.ts';

const own = (displayName: string, more: object = {}) => ({
  freeFormServiceItem: { category: 'categories/gcid:coffee_shop', label: { displayName } },
  ...more,
});
const price = { currencyCode: 'EUR', units: '15', nanos: 500_000_000 };

test('readings, "Google Business": services are those of the details, whichever of the two was sent', async () => {
  const { get, put } = await stage();
  const serviceItems = [{ structuredServiceItem: { serviceTypeId: 'job_type_id:haircut' } }, own('Tasting', { price })];
  const { body } = await put('gmb-services', { serviceItems });
  expect(body).toMatchObject({ success: true, services: serviceItems });
  expect(await get('gmb-services')).toMatchObject({ services: serviceItems });
  expect(await get('gmb-location-details')).toMatchObject({ title: 'Harbour Cafe', serviceItems });
  await put('gmb-location-details', { updateMask: 'serviceItems', serviceItems: [own('Course')] });
  expect(await get('gmb-services')).toMatchObject({ services: [own('Course')] });
});

// prettier-ignore
test.each<[what: string, item: object, param: string]>([
  ['neither kind',     {},                                                              'serviceItems.0'],
  ['both kinds',       own('Cut', { structuredServiceItem: { serviceTypeId: 'job_type_id:haircut' } }), 'serviceItems.0'],
  ['a long name',      own('x'.repeat(141)),                                            'serviceItems.0.freeFormServiceItem.label.displayName'],
  ['a long text',      { structuredServiceItem: { serviceTypeId: 'a', description: 'x'.repeat(301) } }, 'serviceItems.0.structuredServiceItem.description'],
  ['no such currency', own('Cut', { price: { currencyCode: 'QQQ', units: '1' } }),      'serviceItems.0.price.currencyCode'],
  ['a price in words', own('Cut', { price: { currencyCode: 'EUR', units: 'ten' } }),    'serviceItems.0.price.units'],
  ['too many nanos',   own('Cut', { price: { currencyCode: 'EUR', nanos: 1_000_000_000 } }), 'serviceItems.0.price.nanos'],
])('readings, "Google Business": a service with %s is refused', async (_, item, param) => {
  const { get, put } = await stage();
  expect(await put('gmb-services', { serviceItems: [item] })).toMatchObject(refused(param));
  expect(await get('gmb-services')).toMatchObject({ services: [] });
});
