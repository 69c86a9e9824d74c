/** The request window of the caller's team: counted here, shown on every answer, refused when full. Next stop: permit.ts. */
import type { Card } from '../../kernel/card.ts';
import { ACCOUNT_KIND } from '../records/account.ts';
import type { Reply } from '../call.ts';
import { refuseBare } from '../refuse.ts';
import type { Parts } from '../parts.ts';
import { remembered } from '../store/remembered.ts';
import { windowFor, type RateState } from '../limits/rate.ts';
import type { Limit } from './house.ts';
import { callerOf, type Landing } from './landing.ts';

export const limit: Landing = {
  name: 'limit',
  needs: 'head',
  open:
    (house) =>
    async ({ request: { passage } }, next) => {
      const { teamId } = callerOf(passage);
      if (passage.isLook === true) {
        passage.rate = await house.limit.peek(teamId, passage.card);
        return next();
      }
      const rate = await house.limit.take(teamId, passage.card);
      passage.rate = rate;
      return rate.retryAfterSeconds === undefined ? next() : rateRefusal(rate);
    },
};

/** The 429 of the API key's window: an older shape, without type and code. Source: LIM-20, ERR-12. */
function rateRefusal({ count, limit: most, retryAfterSeconds = 1 }: RateState): Reply {
  const wait = `Try again in ${String(retryAfterSeconds)} s.`;
  const details = { currentCount: count, limit: most, retryAfterSeconds };
  return refuseBare(429, `Too many requests for this team. ${wait}`, details);
}

export function limiter({ desk, store, rates, windows, clock }: Parts): Limit {
  const accountsOf = remembered(store, ACCOUNT_KIND, (teamId) => store.read.count(ACCOUNT_KIND, { teamId }));
  const windowOf = async (teamId: string, card: Card | undefined) =>
    windowFor(await desk.plan.of(teamId), await accountsOf(teamId), card?.guard?.rate);
  return {
    async take(teamId, card) {
      const window = await windowOf(teamId, card);
      const state = rates.take(teamId, window, clock.shown());
      if (state.retryAfterSeconds === undefined) await windows?.cover(teamId, window, () => clock.shown());
      return state;
    },
    peek: async (teamId, card) => rates.peek(teamId, await windowOf(teamId, card), clock.shown()),
  };
}
