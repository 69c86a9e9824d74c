/** Product sets: rules that are evaluated on the products of their catalogue. Listed in operations.ts. */
import type { Fields } from '../../../../kernel/json.ts';
import type { Handler } from '../../../desk.ts';
import { engineWith } from '../../../engine/engine.ts';
import type { Follow } from '../../../engine/follow.ts';
import { ACCOUNT_KIND } from '../../../records/account.ts';
import { refuse } from '../../../refuse.ts';
import { withFields } from '../../../store/record.ts';
import type { Reader, RecordOf } from '../../../store/store.ts';
import { refusedUpstream } from '../judge/refusals.ts';
import { faultOfFilter, isIn } from './filters.ts';
import { PRODUCT, type ProductRecord } from './product-record.ts';

export const PRODUCT_SET = 'ad_product_set';

export type SetRecord = RecordOf<'ad_product_set'>;

const countIn = ({ doc }: SetRecord, products: readonly ProductRecord[]): number =>
  products.filter((one) => isIn((doc.filter ?? {}) as Fields, one.doc.product ?? {})).length;

/** The set with the number of its products. */
export const setWithCount = (set: SetRecord, products: readonly ProductRecord[]): SetRecord =>
  withFields(set, { productCount: countIn(set, products) });

const productsOf = (view: Reader, { teamId, parentId }: Pick<ProductRecord, 'teamId' | 'parentId'>) =>
  view.list(PRODUCT, { teamId, parentId: parentId ?? '' });

/** Source: readings, "Catalogues" */
const evaluate: Follow<typeof PRODUCT_SET> = async ([one], { owners }, view) => {
  const { after } = one ?? {};
  if (after === undefined) return {};
  const account = owners.account ?? (await view.get(ACCOUNT_KIND, String(after.doc.accountId)));
  const fault = faultOfFilter((after.doc.filter ?? {}) as Fields);
  if (fault !== undefined && account !== undefined) return { refusal: refusedUpstream(account, fault) };
  return { records: [setWithCount(after, await productsOf(view, after))] };
};

/** What is over uses nothing any more. */
const OVER: readonly unknown[] = ['completed', 'cancelled'];

/** Source: readings, "Catalogues" */
const dropSet: Follow<typeof PRODUCT_SET> = async ([one], _scene, view) => {
  const { before } = one ?? {};
  if (before === undefined) return {};
  const ads = await view.list('ad', { teamId: before.teamId });
  const isUsed = ads.some(({ doc }) => !OVER.includes(doc.status) && productSetIn(doc) === before.id);
  return isUsed
    ? { refusal: refuse('invalid_resource_state', { message: 'An ad uses this product set. Delete the ad first.' }) }
    : {};
};

/** The product set that an ad, an ad set or a campaign promotes. */
export const productSetIn = (sent: object): unknown =>
  ((sent as Fields)['promotedObject'] as Fields | undefined)?.['productSetId'];

export const productSets: Record<string, Handler> = {
  createAdCatalogProductSet: engineWith<typeof PRODUCT_SET>(evaluate),
  updateAdCatalogProductSet: engineWith<typeof PRODUCT_SET>(evaluate),
  deleteAdCatalogProductSet: engineWith<typeof PRODUCT_SET>(dropSet),
};
