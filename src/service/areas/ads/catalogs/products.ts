/** Products of catalogues, one at a time: made, changed and deleted, with the sets that they are in. Listed in operations.ts. */
import type { Reply } from '../../../call.ts';
import type { Handler } from '../../../desk.ts';
import { engineWith } from '../../../engine/engine.ts';
import type { Follow } from '../../../engine/follow.ts';
import { refuse } from '../../../refuse.ts';
import { withFields } from '../../../store/record.ts';
import type { Reader } from '../../../store/store.ts';
import { faultOf, PRODUCT, productFields, type ProductRecord, type Sent } from './product-record.ts';
import { recountCatalog } from './recount.ts';

type OfProduct = Follow<typeof PRODUCT>;

/** The product with these fields, and how they read. */
export const withSent = (product: ProductRecord, sent: Sent): ProductRecord =>
  withFields<unknown>(product, productFields(sent)) as ProductRecord;

const saveWithCounts = async (after: ProductRecord, view: Reader) => ({
  records: [after, ...(await recountCatalog(view, { ...placeOf(after), saved: [after], removed: [] }))],
});

const placeOf = ({ teamId, parentId }: ProductRecord) => ({ teamId, parentId });

function faultRefusal(sent: Sent): Reply | undefined {
  const fault = faultOf(sent);
  return fault && refuse('invalid_field_value', { ...fault, param: `product.${fault.param}` });
}

/** Source: readings, "Catalogues" */
const addProduct: OfProduct = async ([one], _scene, view) => {
  const { after } = one ?? {};
  if (after === undefined) return {};
  const { product: sent = {} } = after.doc;
  if (sent.retailerId === undefined)
    return {
      refusal: refuse('missing_required_field', {
        param: 'product.retailerId',
        message: 'A new product needs `retailerId`, your own id for it.',
      }),
    };
  const refusal = faultRefusal(sent) ?? (await takenRefusal(after, sent.retailerId, view));
  return refusal === undefined ? saveWithCounts(withSent(after, sent), view) : { refusal };
};

async function takenRefusal(product: ProductRecord, retailerId: string, view: Reader): Promise<Reply | undefined> {
  const all = await view.list(PRODUCT, { teamId: product.teamId, parentId: product.parentId ?? '' });
  return all.some(({ id, doc }) => id !== product.id && doc.product?.retailerId === retailerId)
    ? refuse('invalid_resource_state', {
        param: 'product.retailerId',
        message: 'A product with this `retailerId` already exists in the catalog. Update it instead.',
      })
    : undefined;
}

const changeProduct: OfProduct = async ([one], { call }, view) => {
  const { before, after } = one ?? {};
  if (before === undefined || after === undefined) return {};
  const sent: Sent = { ...before.doc.product, ...(call.body['product'] as Sent) };
  const refusal = faultRefusal(sent) ?? (await takenRefusal(after, String(sent.retailerId), view));
  return refusal === undefined ? saveWithCounts(withSent(after, sent), view) : { refusal };
};

const dropProduct: OfProduct = async ([one], _scene, view) => {
  const { before } = one ?? {};
  return before === undefined
    ? {}
    : { records: await recountCatalog(view, { ...placeOf(before), saved: [], removed: [before.id] }) };
};

export const products: Record<string, Handler> = {
  createAdCatalogProduct: engineWith<typeof PRODUCT>(addProduct),
  updateAdCatalogProduct: engineWith<typeof PRODUCT>(changeProduct),
  deleteAdCatalogProduct: engineWith<typeof PRODUCT>(dropProduct),
};
