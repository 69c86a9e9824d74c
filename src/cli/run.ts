/** Runs the chosen command, whichever kind it is. Next stop: operation.ts for generated ones. */
import type { Choice } from './branch.ts';
import { isCommand, type Context, type Outcome } from './command.ts';
import { ownInputFrom } from './own.ts';

export async function runChoice({ spec, made, typed }: Choice, context: Context): Promise<Outcome> {
  if (isCommand(made)) {
    const input = ownInputFrom(typed, spec.args, spec.flags);
    if (spec.confirm !== undefined) await context.confirm(spec.confirm);
    return made.run(context, input);
  }
  const { card } = spec;
  if (card === undefined) return {};
  const { runCall } = await import('./calling.ts');
  const { schemas } = context.catalog.command(card.id);
  return runCall({ card, schemas, spec, typed, ...(made && { override: made }) }, context);
}
