/** The question before a destructive act: asked on a terminal, answered beforehand by --yes, refused elsewhere. */
import { failure } from '../kernel/failure.ts';
import type { World } from '../world/world.ts';
import type { GlobalFlags } from './command.ts';

export interface Question {
  readonly text: string;
  /** What it is about, and where: ids, the name of the context. Asked for only when a person is asked. */
  readonly about: () => Promise<readonly string[]>;
}

/**
 * Returns when the act may go ahead.
 * @throws Failure `confirmation` (exit 2) without a terminal to prompt on; `declined` (exit 130) when the answer is no
 */
export async function confirmAct(
  { text, about }: Question,
  { yes, input }: Pick<GlobalFlags, 'yes' | 'input'>,
  { prompt }: Pick<World, 'prompt'>,
): Promise<void> {
  if (yes) return;
  if (!input || !prompt.possible) {
    throw failure('confirmation', {
      message: `${text} This needs confirmation, and there is no terminal to prompt on.`,
    });
  }
  const words = (await about()).filter(Boolean).join(', ');
  if (!(await prompt.confirm(words === '' ? text : `${text} (${words})`))) throw failure('declined');
}
