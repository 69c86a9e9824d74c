/** Batches of product changes that the network works off in the background: accepted whole, then done one after the other, with an error for each that cannot be. Listed in operations.ts and work.ts. */
import { commit } from '../../../change.ts';
import type { DueWork, Handler } from '../../../desk.ts';
import { nativeId } from '../../../engine/draft.ts';
import { engineWith } from '../../../engine/engine.ts';
import type { Follow } from '../../../engine/follow.ts';
import { withFields } from '../../../store/record.ts';
import type { DocOf, NewDue } from '../../../store/store.ts';
import { faultOf, newProduct, PRODUCT, type ProductRecord, type Sent } from './product-record.ts';
import { withSent } from './products.ts';
import { recountCatalog } from './recount.ts';

const BATCH = 'ad_catalog_batch';

type Request = NonNullable<DocOf<'ad_catalog_batch'>['requests']>[number];

/** How long the network takes. Source: readings, "Catalogues" */
const WORKING_MS = 60_000;

/** Source: readings, "Catalogues" */
const startBatch: Follow<typeof BATCH> = ([one], { now }) => {
  const { after } = one ?? {};
  if (after === undefined) return {};
  const due: NewDue = { dueAt: now + WORKING_MS, kind: BATCH, ref: after.id };
  return { due: [due] };
};

/** The products of a catalogue while a batch is worked off. */
interface Shelf {
  readonly products: Map<string, ProductRecord>;
  readonly saved: Map<string, ProductRecord>;
  readonly removed: Set<string>;
}

/** Does one request. @returns why it cannot be done */
function carryOut({ method, product: sent }: Request, shelf: Shelf, fresh: () => ProductRecord): string | undefined {
  const { retailerId } = sent as Sent;
  if (retailerId === undefined) return '`retailerId` is missing.';
  const known = shelf.products.get(retailerId);
  if (method === 'CREATE' && known !== undefined) return 'This product is already in the catalog.';
  if (method !== 'CREATE' && known === undefined) return 'This product is not in the catalog.';
  if (method === 'DELETE') return takeOff(shelf, retailerId);
  const whole: Sent = { ...known?.doc.product, ...(sent as Sent) };
  const fault = faultOf(whole);
  if (fault !== undefined) return fault.message;
  const after = withSent(known ?? fresh(), whole);
  shelf.products.set(retailerId, after);
  shelf.saved.set(after.id, after);
  shelf.removed.delete(after.id);
  return undefined;
}

function takeOff({ products, saved, removed }: Shelf, retailerId: string): undefined {
  const id = products.get(retailerId)?.id ?? '';
  products.delete(retailerId);
  saved.delete(id);
  removed.add(id);
}

const work: DueWork = ({ ref }, desk) =>
  commit(desk, [`${BATCH}/${ref}`], async (view) => {
    const batch = await view.get(BATCH, ref);
    if (batch === undefined || batch.doc.status === 'finished') return {};
    const { teamId, parentId } = batch;
    const all = await view.list(PRODUCT, { teamId, parentId: parentId ?? '' });
    const products = new Map(all.map((one) => [one.doc.product?.retailerId ?? one.id, one]));
    const shelf: Shelf = { products, saved: new Map(), removed: new Set() };
    const now = desk.clock.now();
    const fresh = (): ProductRecord => newProduct(batch, { id: nativeId(desk.ids.record()), now });
    const errors = (batch.doc.requests ?? []).flatMap((request) => {
      const message = carryOut(request, shelf, fresh);
      return message === undefined ? [] : [{ retailerId: (request.product as Sent).retailerId ?? null, message }];
    });
    const saved = [...shelf.saved.values()];
    const removed = [...shelf.removed];
    const after = withFields(batch, { status: 'finished', errors, errorsTotalCount: errors.length });
    return {
      removed: removed.map((id) => ({ kind: PRODUCT, id })),
      records: [after, ...saved, ...(await recountCatalog(view, { teamId, parentId, saved, removed }))],
    };
  });

export const batches: Record<string, Handler> = { batchAdCatalogProducts: engineWith<typeof BATCH>(startBatch) };

export const batchWork: Readonly<Record<string, DueWork>> = { [BATCH]: work };
