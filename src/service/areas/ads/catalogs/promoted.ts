/** What an ad promotes is there: its product set, which has products, in its catalogue, and its own conversion. Asked by operations.ts. */
import { type Fields, isFields } from '../../../../kernel/json.ts';
import { notFound } from '../../../engine/not-found.ts';
import { refuse } from '../../../refuse.ts';
import { judgedBy, refusedUpstream } from '../judge/refusals.ts';
import { PRODUCT_SET } from './sets.ts';

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
