/** The product set that an ad promotes has products and is in the catalog beside it. Asked by operations.ts. */
import { type Fields, isFields, textOf } from '../../../../kernel/json.ts';
import { refuse } from '../../../refuse.ts';
import { judgedBy, refusedUpstream } from '../judge/refusals.ts';
import { PRODUCT_SET } from './sets.ts';

/** Source: readings, "Catalogues" */
export const promotedSet = judgedBy(async ({ promotedObject }, account, { store: { read } }) => {
  const { productSetId, productCatalogId } = (isFields(promotedObject) ? promotedObject : {}) as Fields;
  const set = await read.get(PRODUCT_SET, textOf(productSetId) ?? '');
  if (set?.teamId !== account.teamId) return undefined;
  if (productCatalogId !== undefined && productCatalogId !== set.parentId)
    return refuse('invalid_field_value', {
      param: 'promotedObject.productCatalogId',
      message: 'The product set belongs to another catalog.',
    });
  return (set.doc.productCount ?? 0) > 0
    ? undefined
    : refusedUpstream(account, 'A product set without products cannot be advertised.');
});
