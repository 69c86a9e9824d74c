/** Whether the caller may do this: resource groups of the key, its permission, the role of its user. Next stop: gate.ts. */
import { refusalFor } from '../limits/permission.ts';
import { callerOf, type Landing } from './landing.ts';

export const permit: Landing = {
  name: 'permit',
  needs: 'operation',
  open:
    (_house, { card }) =>
    async ({ request }, next) =>
      refusalFor(card, callerOf(request.passage)) ?? next(),
};
