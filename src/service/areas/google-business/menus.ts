/** Food menus of a location: replaced as a whole once every menu, section and dish has a name. */
import { fieldsIn, isFields, type Fields } from '../../../kernel/json.ts';
import type { Reply } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { servedAtPlace } from './place.ts';
import { amountProblem, firstOf, invalid, labelProblem, linkProblem } from './problems.ts';

/** Longest name and description in a menu. */
const LABEL = [140, 1_000] as const;

const menusProblem = (menus: unknown): Reply | undefined =>
  firstOf(fieldsIn(menus), (menu, at) => {
    const here = `menus.${at}`;
    return (
      labelsProblem(here, menu) ?? linkProblem(`${here}.sourceUrl`, menu['sourceUrl']) ?? sectionsProblem(here, menu)
    );
  });

const sectionsProblem = (menu: string, { sections }: Fields): Reply | undefined =>
  firstOf(fieldsIn(sections), (section, at) => {
    const here = `${menu}.sections.${at}`;
    return (
      labelsProblem(here, section) ??
      firstOf(fieldsIn(section['items']), (dish, place) => dishProblem(`${here}.items.${place}`, dish))
    );
  });

const dishProblem = (here: string, dish: Fields): Reply | undefined =>
  servingProblem(here, dish) ??
  firstOf(fieldsIn(dish['options']), (option, at) => servingProblem(`${here}.options.${at}`, option));

/** A dish or a variant of it. */
function servingProblem(here: string, serving: Fields): Reply | undefined {
  const { attributes } = serving;
  const { price, servesNumPeople = 1 } = isFields(attributes) ? attributes : {};
  const isServed = Number.isInteger(servesNumPeople) && Number(servesNumPeople) > 0;
  return (
    labelsProblem(here, serving) ??
    amountProblem(`${here}.attributes.price`, price) ??
    (isServed ? undefined : invalid(`${here}.attributes.servesNumPeople`, 'A dish must serve at least one person.'))
  );
}

/** A name in one language at least. */
const labelsProblem = (here: string, { labels }: Fields): Reply | undefined =>
  fieldsIn(labels).length === 0
    ? invalid(`${here}.labels`, 'A name is required in at least one language.')
    : firstOf(fieldsIn(labels), (label, at) => labelProblem(`${here}.labels.${at}`, label, LABEL));

export const handlers: Readonly<Record<string, Handler>> = {
  getGoogleBusinessFoodMenus: servedAtPlace(),
  updateGoogleBusinessFoodMenus: servedAtPlace(({ scene }) => menusProblem(scene.call.body['menus'])),
};
