/** The price table, from which every amount in an answer follows. */
import { ok } from '../call.ts';
import type { ControlRoute } from './route.ts';

export const priceRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/_local/prices',
    async answer(_call, { desk }) {
      const { pricesIn } = await import('../areas/usage/offers.ts');
      return ok({ currency: 'USD', prices: pricesIn(desk.catalog) });
    },
  },
];
