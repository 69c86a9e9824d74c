/** What carriers have to decide, and their decisions made by hand: numbers, SMS registrations, port-ins. Next stop: carrier-answer.ts. */
import { CARRIER_DECISIONS } from '../../kernel/steering.ts';
import type { ControlRoute } from './route.ts';

export const carrierRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/_local/carrier',
    answer: async (_call, parts) => (await import('./carrier-answer.ts')).listOrders(parts),
  },
  {
    method: 'POST',
    path: '/_local/carrier/:id',
    body: {
      type: 'object',
      required: ['decision'],
      properties: {
        decision: { type: 'string', enum: CARRIER_DECISIONS },
        reason: { type: 'string', minLength: 1 },
      },
    },
    answer: async (call, parts) => (await import('./carrier-answer.ts')).decide(call, parts),
  },
];
