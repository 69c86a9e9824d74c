/** Invitations on the control surface: accepted as on their page. Next stop: areas/users/invite.ts. */
import { created } from '../call.ts';
import type { Joining } from '../areas/users/invite.ts';
import type { ControlRoute } from './route.ts';

const TEXT = { type: 'string', minLength: 1, maxLength: 100 } as const;

export const inviteRoutes: readonly ControlRoute[] = [
  {
    method: 'POST',
    path: '/_local/invites/:token',
    body: { type: 'object', properties: { name: TEXT, email: TEXT } },
    answer: async ({ params, body }, { desk }) => {
      const { acceptInvitation } = await import('../areas/users/invite.ts');
      const joined = await acceptInvitation(desk, params['token'] ?? '', body as Joining);
      return 'refusal' in joined ? joined.refusal : created(joined);
    },
  },
];
