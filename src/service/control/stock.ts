/** Numbers in stock again, or sold out: the call says how many of each type of a country are for sale. */
import { ok } from '../call.ts';
import { commit } from '../change.ts';
import type { ControlRoute } from './route.ts';

const COUNTRY = { type: 'string', pattern: '^[A-Z]{2}$' } as const;

export const stockRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/_local/stock',
    query: { type: 'object', properties: { country: COUNTRY } },
    answer: async ({ query }, { desk }) => {
      const { readStock } = await import('./stock-answer.ts');
      return ok({ stock: await readStock(desk, query['country'] as string | undefined) });
    },
  },
  {
    method: 'POST',
    path: '/_local/stock',
    body: {
      type: 'object',
      required: ['countryCode', 'counts'],
      properties: {
        countryCode: COUNTRY,
        counts: { type: 'object', additionalProperties: { type: 'integer', minimum: 0 } },
      },
    },
    answer: async ({ body }, { desk }) => {
      const { countryCode, counts } = body as unknown as Stock;
      const { restock } = await import('../areas/phone-numbers/stock/restocking.ts');
      return commit(desk, [`stock/${countryCode}`], async (view) => {
        const changes = await restock({ country: countryCode, counts }, view, desk);
        return { ...changes, result: ok({ eventIds: changes.events.map(({ id }) => id) }) };
      });
    },
  },
];

interface Stock {
  readonly countryCode: string;
  /** Numbers for sale by type. */
  readonly counts: Readonly<Record<string, number>>;
}
