/** Food menus of a location: every menu, section, dish and variant is judged, and reads back. */
import { expect, test } from 'vitest';
import { refused, stage } from './stage.ts';

const labels = [{ displayName: 'Lunch' }];
const menuWith = (dish: object) => ({ labels, sections: [{ labels, items: [dish] }] });
const DISH = 'menus.0.sections.0.items.0';

test('readings, "Google Business": menus read back, and the next ones replace them', async () => {
  const { get, put } = await stage();
  const dish = { labels, attributes: { price: { currencyCode: 'EUR', units: '6' }, spiciness: 'MILD' } };
  const menus = [menuWith(dish), { labels: [{ displayName: 'Mittag', languageCode: 'de' }] }];
  expect((await put('gmb-food-menus', { menus })).body).toMatchObject({ menus });
  expect(await get('gmb-food-menus')).toMatchObject({ menus });
  await put('gmb-food-menus', { menus: [menus[1]] });
  expect((await get('gmb-food-menus'))['menus']).toEqual([menus[1]]);
});

// prettier-ignore
test.each<[what: string, menu: object, param: string]>([
  ['no name',                  { labels: [] },                                   'menus.0.labels'],
  ['a long name',              { labels: [{ displayName: 'x'.repeat(141) }] },   'menus.0.labels.0.displayName'],
  ['an invalid link',         { labels, sourceUrl: 'menu' },                    'menus.0.sourceUrl'],
  ['a section without a name', { labels, sections: [{ labels: [] }] },           'menus.0.sections.0.labels'],
  ['a dish without a name',    menuWith({ labels: [] }),                         `${DISH}.labels`],
  ['an unknown currency',      menuWith({ labels, attributes: { price: { currencyCode: 'QQQ', units: '6' } } }), `${DISH}.attributes.price.currencyCode`],
  ['a dish for nobody',        menuWith({ labels, attributes: { servesNumPeople: 0 } }),    `${DISH}.attributes.servesNumPeople`],
  ['a variant without a name', menuWith({ labels, options: [{ labels: [], attributes: {} }] }), `${DISH}.options.0.labels`],
])('readings, "Google Business": a menu with %s is refused', async (_, menu, param) => {
  const { get, put } = await stage();
  expect(await put('gmb-food-menus', { menus: [menu] })).toMatchObject(refused(param));
  expect(await get('gmb-food-menus')).toMatchObject({ menus: [] });
});
