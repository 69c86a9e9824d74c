/** The other end of a call, played from outside. Source: control surface, `/_local/calls` */
import type { Doing } from '../areas/calls/other-end.ts';
import type { ControlRoute } from './route.ts';

const ACTIONS = ['answer', 'hang_up', 'leave_voicemail', 'press'] satisfies Doing['action'][];

export const callRoutes: readonly ControlRoute[] = [
  {
    method: 'POST',
    path: '/_local/calls/:id',
    body: {
      type: 'object',
      required: ['action'],
      properties: {
        action: { type: 'string', enum: ACTIONS },
        digit: { type: 'string', pattern: '^[0-9*#]$' },
        seconds: { type: 'integer', minimum: 0 },
      },
    },
    answer: async ({ params, body }, { desk }) => {
      const { playOtherEnd } = await import('../areas/calls/other-end.ts');
      return playOtherEnd(desk, params['id'] ?? '', body as unknown as Doing);
    },
  },
];
