/** What an ad promotes is there: its product set, which has products, in its catalogue, and its own conversion. Asked by operations.ts. */
import { type Fields, isFields } from '../../../../kernel/json.ts';
import type { Check } from '../../../engine/checked.ts';
import { isKnown } from '../../../engine/known.ts';
import { notFound } from '../../../engine/not-found.ts';
import { refuse } from '../../../refuse.ts';
import { judgedBy, refusedUpstream } from '../judge/refusals.ts';
import { PRODUCT_SET } from './sets.ts';

/** The kinds of what an ad promotes, by the field with the id; one of them must have it. */
const PROMOTED = {
  pixelId: ['ad_pixel', 'ad_tiktok_pixel'],
  customConversionId: ['ad_custom_conversion'],
  pageId: ['facebook_page'],
  applicationId: ['ad_app'],
  productCatalogId: ['ad_catalog'],
  productSetId: [PRODUCT_SET],
} as const;

/** Refuses an id of nothing in the object at `path` of the body. Source: readings, "Ads" */
const promotedAt =
  (...path: readonly string[]): Check =>
  async (call, desk) => {
    const promoted = path.reduce<unknown>((within, name) => (isFields(within) ? within[name] : undefined), call.body);
    if (!isFields(promoted)) return undefined;
    for (const [field, kinds] of Object.entries(PROMOTED)) {
      const id = promoted[field];
      if (typeof id !== 'string') continue;
      const known = await Promise.all(kinds.map((kind) => isKnown({ kind, id }, call, desk)));
      if (!known.includes(true)) return notFound(kinds[0], { param: [...path, field].join('.') });
    }
    return undefined;
  };

export const promotedObject = promotedAt('promotedObject');
export const promotedObjectOfSet = promotedAt('platformSpecificData', 'promotedObject');

/** Source: readings, "Catalogues" */
export const promotedSet = judgedBy(async ({ promotedObject }, account, { store: { read } }) => {
  const { productSetId, productCatalogId } = (isFields(promotedObject) ? promotedObject : {}) as Fields;
  if (productSetId === undefined) return undefined;
  const set = await read.get(PRODUCT_SET, String(productSetId));
  if (set?.teamId !== account.teamId) return notFound(PRODUCT_SET, { param: 'promotedObject.productSetId' });
  if (productCatalogId !== undefined && productCatalogId !== set.parentId)
    return refuse('invalid_field_value', {
      param: 'promotedObject.productCatalogId',
      message: 'The product set belongs to another catalog.',
    });
  return (set.doc.productCount ?? 0) > 0
    ? undefined
    : refusedUpstream(account, 'A product set without products cannot be advertised.');
});
