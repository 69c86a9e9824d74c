/** The question before a destructive act: asked on a terminal, answered beforehand by --yes, refused elsewhere. */
import { failure } from '../kernel/failure.ts';
import type { World } from '../world/world.ts';
import type { GlobalFlags } from './command.ts';

/**
 * Returns when the act may go ahead.
 * @throws Failure `confirmation` (exit 2) where nobody can be asked; `interrupted` when the answer is no
 */
export async function confirmed(
  question: string,
  { yes, input }: Pick<GlobalFlags, 'yes' | 'input'>,
  { prompt }: Pick<World, 'prompt'>,
): Promise<void> {
  if (yes) return;
  if (!input || !prompt.possible) {
    throw failure('confirmation', { message: `${question} This needs a confirmation, and nobody can be asked here.` });
  }
  if (!(await prompt.confirm(question))) throw failure('interrupted', { message: 'Nothing was changed.' });
}
