/** Numbers in stock again: everybody who watched for them is told once, and the watch is used up. */
import { ok } from '../call.ts';
import type { StoredRecord } from '../store/store.ts';
import type { ControlRoute } from './route.ts';

const WATCH = 'phone_number_stock_watch';

const EVENT = 'phone_number.stock_available';

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
      const eventIds = await desk.store.transact(async (tx) => {
        const ids: string[] = [];
        for (const watch of (await tx.list(WATCH)).filter((one) => isServed(one, stock))) {
          await tx.remove(WATCH, watch.id);
          const belonging = { teamId: watch.teamId, accountIds: [], profileIds: [] };
          ids.push(await tx.emit({ type: EVENT, ...belonging, payload: { stock: stockBlock(watch, stock) } }));
        }
        return ids;
      });
      return ok({ eventIds });
    },
  },
];

interface Stock {
  readonly countryCode: string;
  /** Deliverable numbers by type. */
  readonly counts: Readonly<Record<string, number>>;
}

/** A watch for a type is served by that type; any other by whatever there is. */
function isServed({ doc }: StoredRecord, { countryCode, counts }: Stock): boolean {
  if (doc['country'] !== countryCode) return false;
  const type = doc['numberType'];
  const wanted = typeof type === 'string' ? [counts[type] ?? 0] : Object.values(counts);
  return wanted.some((count) => count > 0);
}

/** Source: EVT-114, EVT-115 */
const stockBlock = ({ doc }: StoredRecord, { countryCode, counts }: Stock): Record<string, unknown> => ({
  country: countryCode,
  types: Object.entries(counts).map(([numberType, availableCount]) => ({ numberType, availableCount })),
  ...(typeof doc['areaCode'] === 'string' ? { areaCode: doc['areaCode'] } : {}),
});
