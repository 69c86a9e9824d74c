/** What a tool may do to the world, from what the contract declares of its operations. Clients ask a person by these words. */
import type { Card } from '../kernel/card.ts';
import type { Deed } from '../kernel/effect.ts';

export interface Hints {
  /** True when it changes nothing. */
  readonly readOnlyHint: boolean;
  /** True when it may change, remove or spend what is there, and not only add to it. */
  readonly destructiveHint: boolean;
  /** True when doing it twice with the same arguments does no more than doing it once. */
  readonly idempotentHint: boolean;
}

/** Deeds that leave a record in the state that the call names, however often it is made. */
const SETTLING: readonly (Deed | undefined)[] = ['update', 'set', 'delete', 'move'];

/** Of a tool that calls these operations, in any order and number; none changes nothing. */
export const hintsOf = (cards: readonly Card[]): Hints => ({
  readOnlyHint: cards.every(isReading),
  destructiveHint: cards.some((card) => !isReading(card) && !isAdditive(card)),
  idempotentHint: cards.every((card) => isReading(card) || SETTLING.includes(card.effect?.does)),
});

const isReading = ({ reads }: Card): boolean => reads === true;

/** What a command asks about first is no mere addition: it spends money, or cannot be undone. */
const isAdditive = ({ effect, command }: Card): boolean => effect?.does === 'create' && command.confirm === undefined;
