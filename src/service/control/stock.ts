/** Numbers in stock again: everyone who watches for them is notified once, and the watch ends. */
import type { EventName } from '#contract';
import { ok } from '../call.ts';
import { commit } from '../change.ts';
import type { RecordOf } from '../store/store.ts';
import type { ControlRoute } from './route.ts';

const WATCH = 'phone_number_stock_watch';

const EVENT: EventName = 'phone_number.stock_available';

export const stockRoutes: readonly ControlRoute[] = [
  {
    method: 'POST',
    path: '/_local/stock',
    body: {
      type: 'object',
      required: ['countryCode', 'counts'],
      properties: {
        countryCode: { type: 'string', pattern: '^[A-Z]{2}$' },
        counts: { type: 'object', additionalProperties: { type: 'integer', minimum: 0 } },
      },
    },
    answer: async ({ body }, { desk }) => {
      const stock = body as unknown as Stock;
      return commit(desk, [`${WATCH}/${stock.countryCode}`], async (view) => {
        const served = (await view.list(WATCH)).filter((one) => isServed(one, stock));
        const events = served.map((watch) => {
          const belonging = { teamId: watch.teamId, accountIds: [], profileIds: [] };
          return { id: desk.ids.uuid(), type: EVENT, ...belonging, payload: { stock: stockBlock(watch, stock) } };
        });
        return { removed: served, events, result: ok({ eventIds: events.map(({ id }) => id) }) };
      });
    },
  },
];

interface Stock {
  readonly countryCode: string;
  /** Deliverable numbers by type. */
  readonly counts: Readonly<Record<string, number>>;
}

/** A watch for a type is served by that type; any other by whatever there is. */
function isServed({ doc }: RecordOf<typeof WATCH>, { countryCode, counts }: Stock): boolean {
  if (doc.country !== countryCode) return false;
  const { numberType: type } = doc;
  const wanted = typeof type === 'string' ? [counts[type] ?? 0] : Object.values(counts);
  return wanted.some((count) => count > 0);
}

/** Source: EVT-114, EVT-115 */
const stockBlock = ({ doc }: RecordOf<typeof WATCH>, { countryCode, counts }: Stock): Record<string, unknown> => ({
  country: countryCode,
  types: Object.entries(counts).map(([numberType, availableCount]) => ({ numberType, availableCount })),
  ...(typeof doc.areaCode === 'string' ? { areaCode: doc.areaCode } : {}),
});
