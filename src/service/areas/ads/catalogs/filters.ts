/** Rules of product sets: conditions on the fields of a product, joined by `and` and `or`. Pure. Used by sets.ts. */
import { type Fields, isFields, isList, ownValue, textsIn } from '../../../../kernel/json.ts';
import type { Sent } from './product-record.ts';

type Compare = (value: unknown, wanted: unknown) => boolean;

const text = (value: unknown): string => String(value ?? '');
const lower = (value: unknown): string => text(value).toLowerCase();

const isEqual: Compare = (value, wanted) => lower(value) === lower(wanted);
const isAny: Compare = (value, wanted) => textsIn(wanted).some((one) => isEqual(value, one));
const contains: Compare = (value, wanted) => text(value).includes(text(wanted));
const containsLike: Compare = (value, wanted) => lower(value).includes(lower(wanted));
const startsWith: Compare = (value, wanted) => text(value).startsWith(text(wanted));

const ordered =
  (test: (value: number, wanted: number) => boolean): Compare =>
  (value, wanted) =>
    value !== undefined && test(Number(value), Number(wanted));

const not =
  (compare: Compare): Compare =>
  (value, wanted) =>
    !compare(value, wanted);

/** The network's words for comparisons. Source: Meta Marketing API, product set filters */
const OPERATORS: Readonly<Record<string, Compare>> = {
  eq: isEqual,
  neq: not(isEqual),
  is_any: isAny,
  is_not_any: not(isAny),
  contains,
  not_contains: not(contains),
  i_contains: containsLike,
  i_not_contains: not(containsLike),
  starts_with: startsWith,
  lt: ordered((value, wanted) => value < wanted),
  lte: ordered((value, wanted) => value <= wanted),
  gt: ordered((value, wanted) => value > wanted),
  gte: ordered((value, wanted) => value >= wanted),
};

/** The network's words for the fields of a product. Source: Meta Marketing API, product set filters */
const FIELDS: Readonly<Record<string, keyof Sent>> = {
  retailer_id: 'retailerId',
  name: 'name',
  description: 'description',
  url: 'url',
  price: 'price',
  price_amount: 'price',
  sale_price: 'salePrice',
  currency: 'currency',
  availability: 'availability',
  condition: 'condition',
  brand: 'brand',
  category: 'category',
  google_product_category: 'googleProductCategory',
  product_type: 'productType',
  gtin: 'gtin',
  inventory: 'inventory',
  visibility: 'visibility',
  color: 'color',
  size: 'size',
  gender: 'gender',
  material: 'material',
  pattern: 'pattern',
  custom_label_0: 'customLabel0',
  custom_label_1: 'customLabel1',
  custom_label_2: 'customLabel2',
  custom_label_3: 'customLabel3',
  custom_label_4: 'customLabel4',
};

/** Whether a product is in a set; all conditions side by side must hold. */
export function isIn(filter: Fields, product: Sent): boolean {
  return Object.entries(filter).every(([name, rule]) => {
    if (isList(rule)) {
      const parts = rule.filter(isFields);
      return name === 'or' ? parts.some((one) => isIn(one, product)) : parts.every((one) => isIn(one, product));
    }
    const value = product[ownValue(FIELDS, name) ?? 'name'];
    return Object.entries(isFields(rule) ? rule : {}).every(
      ([operator, wanted]) => ownValue(OPERATORS, operator)?.(value, wanted) === true,
    );
  });
}

/** What of a rule the network does not know, as a sentence; undefined where it knows all of it. */
export function faultOfFilter(filter: Fields): string | undefined {
  const faults = Object.entries(filter).map(([name, rule]): string | undefined => {
    if (name === 'and' || name === 'or') {
      if (!isList(rule) || rule.length === 0) return `"${name}" needs a list of rules.`;
      return rule.map((one) => (isFields(one) ? faultOfFilter(one) : 'A rule must be an object.')).find(isThere);
    }
    if (ownValue(FIELDS, name) === undefined) return `Products have no field named "${name}".`;
    const unknown = Object.keys(isFields(rule) ? rule : { [text(rule)]: rule }).find(
      (operator) => ownValue(OPERATORS, operator) === undefined,
    );
    return unknown === undefined ? undefined : `There is no comparison operator "${unknown}".`;
  });
  return faults.find(isThere);
}

const isThere = (fault: string | undefined): fault is string => fault !== undefined;
