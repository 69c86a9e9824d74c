/** The function of the operation itself: one of areas/ or the generic one, as operations.ts says. Next stop: answer.ts. */
import { callIn, type Landing } from './landing.ts';

export const handle: Landing = {
  name: 'handle',
  needs: 'body',
  open:
    ({ parts }, { handler }) =>
    async (visit) =>
      handler(callIn(visit), visit.desk ?? parts.desk),
};
