/** Products of catalogues as records: what a network reads of the fields that were sent, and what it refuses of them. Pure. Used by products.ts, batches.ts and feeds.ts. */
import { type Fields, textsIn } from '../../../../kernel/json.ts';
import type { DocOf, RecordOf, StoredRecord } from '../../../store/store.ts';
import { digitsOf } from '../judge/currency.ts';

export const PRODUCT = 'ad_catalog_product';

export type ProductRecord = RecordOf<'ad_catalog_product'>;

/** Fields of a product as a caller sends them. */
export type Sent = NonNullable<DocOf<'ad_catalog_product'>['product']>;

/** A product that a batch or a feed adds to its catalogue. @param now ms */
export function newProduct(
  { teamId, profileId, parentId, doc }: StoredRecord<object>,
  { id, now, more }: { readonly id: string; readonly now: number; readonly more?: Fields },
): ProductRecord {
  const { accountId, catalogId, platform }: Fields = { ...doc };
  const own = { id, accountId, catalogId, platform, ...more } as unknown as ProductRecord['doc'];
  return { kind: PRODUCT, id, teamId, profileId, parentId, createdAt: now, doc: own };
}

/** Fields that read as they were sent. */
const PLAIN = [
  'retailerId',
  'name',
  'description',
  'url',
  'imageUrl',
  'currency',
  'availability',
  'condition',
  'brand',
  'category',
  'productType',
  'gtin',
  'inventory',
  'visibility',
  'color',
  'size',
  'gender',
  'material',
  'pattern',
] as const satisfies readonly (keyof Sent)[];

const LABELS = ['customLabel0', 'customLabel1', 'customLabel2', 'customLabel3', 'customLabel4'] as const;

/** What an advertised product has at least. Source: readings, "Catalogues" */
const NEEDED = ['name', 'description', 'url', 'imageUrl', 'price', 'currency', 'availability', 'condition'] as const;

/** An amount in the smallest unit of its currency, as it reads: `12.50 EUR`. */
function amountText(amount: number | undefined, currency: string | undefined): string | undefined {
  if (amount === undefined || currency === undefined) return undefined;
  const digits = digitsOf(currency);
  return `${(amount / 10 ** digits).toFixed(digits)} ${currency}`;
}

const reasonsFor = (sent: Sent): readonly string[] =>
  NEEDED.filter((name) => sent[name] === undefined || sent[name] === '').map((name) => `${name} is missing`);

/** What the product reads as, with the verdict of the review. Source: readings, "Catalogues" */
export function productFields(sent: Sent): Fields {
  const reasons = reasonsFor(sent);
  const labels = LABELS.map((name) => sent[name] ?? null);
  const last = labels.findLastIndex((label) => label !== null);
  return {
    product: sent,
    ...Object.fromEntries(PLAIN.map((name) => [name, sent[name]])),
    additionalImageUrls: textsIn(sent.additionalImageUrls),
    price: amountText(sent.price, sent.currency),
    salePrice: amountText(sent.salePrice, sent.currency),
    customLabels: labels.slice(0, last + 1),
    reviewStatus: reasons.length === 0 ? 'approved' : 'rejected',
    reviewRejectionReasons: reasons,
  };
}

/** A field that no product may have so. */
export interface Fault {
  readonly param: string;
  readonly message: string;
}

const AMOUNTS = ['price', 'salePrice'] as const;
const ADDRESSES = ['url', 'imageUrl'] as const;

/** What is wrong with a product; undefined where nothing is. Source: readings, "Catalogues" */
export function faultOf(sent: Sent): Fault | undefined {
  const amount = AMOUNTS.find((name) => sent[name] !== undefined && !isAmount(sent[name]));
  if (amount !== undefined) return { param: amount, message: `\`${amount}\` must be a whole number of at least 0.` };
  const address = ADDRESSES.find((name) => sent[name] !== undefined && !/^https?:\/\/[^\s/]/.test(sent[name]));
  if (address !== undefined) return { param: address, message: `\`${address}\` must be a public address.` };
  const { currency, price = Infinity, salePrice = 0, inventory = 0 } = sent;
  if (currency !== undefined && !CURRENCIES.has(currency))
    return { param: 'currency', message: '`currency` must be a currency in three letters, such as EUR.' };
  if (salePrice > price) return { param: 'salePrice', message: '`salePrice` is above `price`.' };
  return Number.isInteger(inventory) && inventory >= 0
    ? undefined
    : { param: 'inventory', message: '`inventory` must be a whole number of at least 0.' };
}

const isAmount = (value: number): boolean => Number.isInteger(value) && value >= 0;

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
