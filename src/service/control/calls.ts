/** The other end of a call, played from outside. Source: control surface, `/_local/calls` */
import { CALL_ACTIONS } from '../../kernel/steering.ts';
import type { Doing } from '../areas/calls/other-end.ts';
import { ok } from '../call.ts';
import type { ControlRoute } from './route.ts';

export const callRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/_local/calls',
    answer: async (_call, { desk }) => {
      const calls = await desk.store.read.list('call', { order: 'desc' });
      const { callView } = await import('../areas/calls/other-end.ts');
      return ok({ calls: calls.map(callView) });
    },
  },
  {
    method: 'POST',
    path: '/_local/calls/:id',
    body: {
      type: 'object',
      required: ['action'],
      properties: {
        action: { type: 'string', enum: CALL_ACTIONS },
        digit: { type: 'string', pattern: '^[0-9*#]$' },
        seconds: { type: 'integer', minimum: 0 },
        text: { type: 'string', minLength: 1, maxLength: 2_000 },
        machine: { type: 'boolean' },
      },
    },
    answer: async ({ params, body }, { desk }) => {
      const { playOtherEnd } = await import('../areas/calls/other-end.ts');
      return playOtherEnd(desk, params['id'] ?? '', body as unknown as Doing);
    },
  },
];
