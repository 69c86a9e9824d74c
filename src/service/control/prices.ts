/** The price table, from which every amount in an answer follows. */
import { pricesIn } from '../areas/usage/offers.ts';
import { ok } from '../call.ts';
import type { ControlRoute } from './route.ts';

export const priceRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/_local/prices',
    answer: async (_call, { desk }) => ok({ currency: 'USD', prices: pricesIn(desk.catalog) }),
  },
];
