/** Logins of devices on the control surface. What it does is loaded when it is first asked. Next stop: device-answer.ts. */
import { LOGIN_DECISIONS } from '../../kernel/steering.ts';
import type { ControlRoute } from './route.ts';

const PATH = '/_local/device/:userCode';

export const deviceRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: PATH,
    answer: async (call, parts) => (await import('./device-answer.ts')).showLogin(call, parts),
  },
  {
    method: 'POST',
    path: PATH,
    body: {
      type: 'object',
      required: ['decision'],
      properties: { decision: { type: 'string', enum: LOGIN_DECISIONS } },
    },
    answer: async (call, parts) => (await import('./device-answer.ts')).settleLogin(call, parts),
  },
];
