/** Sign-ins on the control surface. What it does is loaded when it is first asked. Next stop: connect-answer.ts. */
import { CONNECT_DECISIONS } from '../../kernel/steering.ts';
import type { ControlRoute } from './route.ts';

export const connectRoutes: readonly ControlRoute[] = [
  {
    method: 'POST',
    path: '/_local/connect/:state',
    body: {
      type: 'object',
      required: ['decision'],
      properties: {
        decision: { type: 'string', enum: CONNECT_DECISIONS },
        error: { type: 'string', minLength: 1 },
        username: { type: 'string', minLength: 1 },
        history: { type: 'integer', minimum: 0, maximum: 1_000 },
      },
    },
    answer: async (call, parts) => (await import('./connect-answer.ts')).decideConnect(call, parts),
  },
];
