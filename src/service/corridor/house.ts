/** What the landings share, opened once for a service by corridor.ts. */
import type { Card } from '../../kernel/card.ts';
import type { Caller, Reply } from '../call.ts';
import type { Incoming } from '../exchange/passage.ts';
import type { RateState } from '../limits/rate.ts';
import type { Parts } from '../parts.ts';

export interface House {
  readonly parts: Parts;
  readonly authenticate: Authenticate;
  readonly limit: Limit;
}

/** The caller, or the refusal. A known but expired key still names its team, whose window the headers show. */
export type Identity = { readonly caller: Caller } | { readonly refusal: Reply; readonly teamId?: string };

export type Authenticate = (request: Pick<Incoming, 'headers'>) => Promise<Identity>;

export interface Limit {
  /** Counts one request, or refuses it. @param card of the operation; undefined at an unknown address */
  take(teamId: string, card: Card | undefined): Promise<RateState>;
  /** The current window, for the headers of a refused key. */
  peek(teamId: string, card: Card | undefined): Promise<RateState>;
}
