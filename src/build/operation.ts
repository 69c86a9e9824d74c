/** An operation of the contract on its way to a card. Made by compile.ts. */
import type { Card } from '../kernel/card.ts';
import type { OperationWords } from './contract.ts';

/** An operation beside the card made of it. */
export interface Operation {
  readonly file: string;
  readonly words: OperationWords;
  readonly card: Card;
}
