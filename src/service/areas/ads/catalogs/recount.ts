/** How many products sets and feeds of a catalogue have after some of them changed. Used by all that changes products. */
import type { Reader, RecordOf } from '../../../store/store.ts';
import { PRODUCT, type ProductRecord } from './product-record.ts';
import { setWithCount, PRODUCT_SET, type SetRecord } from './sets.ts';

export const FEED = 'ad_catalog_feed';

export type FeedRecord = RecordOf<typeof FEED>;

/** What a change of products makes of the catalogue. */
interface Changed {
  readonly teamId: string;
  /** Id of the catalogue. */
  readonly parentId: string | null;
  readonly saved: readonly ProductRecord[];
  /** Ids of those that are gone. */
  readonly removed: readonly string[];
}

/** The sets and feeds of the catalogue whose number of products changes. */
export async function recountCatalog(
  view: Reader,
  { teamId, parentId, saved, removed }: Changed,
): Promise<readonly (SetRecord | FeedRecord)[]> {
  const place = { teamId, parentId: parentId ?? '' };
  const [sets, feeds] = [await view.list(PRODUCT_SET, place), await view.list(FEED, place)];
  if (sets.length + feeds.length === 0) return [];
  const known = await view.list(PRODUCT, place);
  const gone = new Set([...removed, ...saved.map(({ id }) => id)]);
  const products = [...known.filter(({ id }) => !gone.has(id)), ...saved];
  const pairs = [
    ...sets.map((set) => [set, setWithCount(set, products)] as const),
    ...feeds.map((feed) => [feed, feedWithCount(feed, products)] as const),
  ];
  return pairs.flatMap(([before, after]) => (after.doc.productCount === before.doc.productCount ? [] : [after]));
}

const feedWithCount = (feed: FeedRecord, products: readonly ProductRecord[]): FeedRecord => ({
  ...feed,
  doc: { ...feed.doc, productCount: products.filter(({ doc }) => doc.feedId === feed.id).length },
});
