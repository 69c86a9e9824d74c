/** Numbers in stock again: orders that wait for one go on, everyone who watches is notified once, and the watch ends. Called by control/stock.ts. */
import type { Desk } from '../../../desk.ts';
import type { Changes, View } from '../../../change.ts';
import type { NewEvent, RecordOf } from '../../../store/store.ts';
import { reviewOf, waitingIn } from '../orders/review.ts';
import { restockedBy, type Restocking } from './stock.ts';

const WATCH = 'phone_number_stock_watch';

type Watch = RecordOf<typeof WATCH>;

type Restocked = Changes & { readonly events: readonly (NewEvent & { readonly id: string })[] };

export async function restock(restocking: Restocking, view: View, desk: Desk): Promise<Restocked> {
  const served = (await view.list(WATCH)).filter((one) => isServed(one, restocking));
  const waiting = await waitingIn(view, restocking.country);
  const now = desk.clock.now();
  return {
    records: await restockedBy({ catalog: desk.catalog, read: view }, restocking),
    due: (await Promise.all(waiting.map((number) => reviewOf(view, number, now)))).flat(),
    removed: served,
    events: served.map((watch) => ({ id: desk.ids.uuid(), ...stockEvent(watch, restocking) })),
  };
}

/** A watch for a type is served by that type; any other by whatever there is. */
function isServed({ doc }: Watch, { country, counts }: Restocking): boolean {
  if (doc.country !== country) return false;
  const { numberType: type } = doc;
  const wanted = typeof type === 'string' ? [counts[type] ?? 0] : Object.values(counts);
  return wanted.some((count) => count > 0);
}

/** Source: EVT-114, EVT-115 */
const stockEvent = ({ teamId, doc }: Watch, { country, counts }: Restocking): NewEvent => ({
  type: 'phone_number.stock_available',
  teamId,
  accountIds: [],
  profileIds: [],
  payload: {
    stock: {
      country,
      types: Object.entries(counts).map(([numberType, availableCount]) => ({ numberType, availableCount })),
      ...(typeof doc.areaCode === 'string' ? { areaCode: doc.areaCode } : {}),
    },
  },
});
