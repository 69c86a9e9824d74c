/** The request window of the caller's team: counted here, shown on every answer, refused when full. Next stop: route.ts. */
import type { Card } from '../../kernel/card.ts';
import { ACCOUNT_KIND } from '../areas/accounts/account.ts';
import type { Parts } from '../parts.ts';
import { remembered } from '../store/remembered.ts';
import { windowFor, type RateState } from '../limits/rate.ts';

export interface Limit {
  /** Counts one request, or refuses it. @param card of the operation; undefined at an unknown address */
  take(teamId: string, card: Card | undefined): Promise<RateState>;
  /** The window as it stands, for the headers of a refused key. */
  peek(teamId: string, card: Card | undefined): Promise<RateState>;
}

export function limiter({ desk, store, rates, clock }: Parts): Limit {
  const accountsOf = remembered(store, ACCOUNT_KIND, (teamId) => store.read.count(ACCOUNT_KIND, { teamId }));
  const windowOf = async (teamId: string, card: Card | undefined) =>
    windowFor(await desk.plan.of(teamId), await accountsOf(teamId), card?.guard?.rate);
  return {
    take: async (teamId, card) => rates.take(teamId, await windowOf(teamId, card), clock.now()),
    peek: async (teamId, card) => rates.peek(teamId, await windowOf(teamId, card), clock.now()),
  };
}
