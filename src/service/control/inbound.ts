/** `POST /_local/inbound`: what networks and carriers tell the service. Loaded at its first call. Next stop: inbound-answer.ts. */
import type { ControlRoute } from './route.ts';

export const inboundRoutes: readonly ControlRoute[] = [
  {
    method: 'POST',
    path: '/_local/inbound',
    // The fields depend on the type; each type's own schema judges them.
    body: { type: 'object', additionalProperties: true },
    answer: async (call, parts) => (await import('./inbound-answer.ts')).inbound(call, parts),
  },
];
