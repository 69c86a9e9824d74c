/** Notes list answers while a command runs, and has their names kept when it has said everything. Next stop: keep.ts. */
import type { CallInput } from '../../client/request.ts';
import type { Card } from '../../kernel/card.ts';
import { isKept } from '../../kernel/completion.ts';
import type { World } from '../../world/world.ts';
import type { ListAnswer } from './keep.ts';
import type { KeptAim } from './kept.ts';

export interface Learning {
  /** Called with every answer; notes the lists whose kind is cached. */
  noted(card: Card, input: CallInput, body: unknown): void;
  /** Saves what was noted. Never throws: a missing completion is not worth a failure. */
  keepNoted(): Promise<void>;
}

export function openLearning(world: World, aim: KeptAim): Learning {
  const answers: ListAnswer[] = [];
  return {
    noted(card, input, body) {
      if (card.reads === true && card.effect?.list !== undefined && isKept(card.effect.kind))
        answers.push({ card, input, body });
    },
    async keepNoted() {
      if (answers.length === 0) return;
      const { keepLists } = await import('./keep.ts');
      // A full disk, a read-only home, another process at the file.
      await keepLists(world, aim, answers).catch(() => undefined);
    },
  };
}
