/** What reading a file makes of the products of a feed: those that are in it are created or replaced, those of the feed that are not are deleted. Pure. Used by feeds.ts. */
import type { Fields } from '../../../../kernel/json.ts';
import { faultOf, type ProductRecord, type Sent } from './product-record.ts';
import { withSent } from './products.ts';

interface Reading {
  readonly feedId: string;
  readonly items: readonly Fields[];
  /** All products of the catalogue. */
  readonly products: readonly ProductRecord[];
  readonly fresh: () => ProductRecord;
  /** Whether the fields are what a product may have. */
  readonly isProduct: (item: Fields) => item is Fields & Sent;
}

interface Fetched {
  readonly saved: readonly ProductRecord[];
  readonly removed: readonly ProductRecord[];
  readonly errorCount: number;
  readonly warningCount: number;
}

/** Source: readings, "Feeds" */
export function fetched({ feedId, items, products, fresh, isProduct }: Reading): Fetched {
  const known = new Map(products.map((one) => [one.doc.product?.retailerId, one]));
  const seen = new Set<unknown>();
  const saved: ProductRecord[] = [];
  for (const item of items) {
    const { retailerId } = item;
    const isFirst = retailerId !== undefined && !seen.has(retailerId);
    seen.add(retailerId);
    if (!isFirst || !isProduct(item) || faultOf(item) !== undefined) continue;
    const before = known.get(item.retailerId);
    if (before === undefined || before.doc.feedId === feedId) saved.push(withSent(before ?? fresh(), item));
  }
  const removed = products.filter(({ doc }) => doc.feedId === feedId && !seen.has(doc.product?.retailerId));
  const warningCount = saved.filter(({ doc }) => doc.reviewStatus === 'rejected').length;
  return { saved, removed, errorCount: items.length - saved.length, warningCount };
}
