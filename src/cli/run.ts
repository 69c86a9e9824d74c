/** Runs the chosen command, whichever kind it is. Next stop: operation.ts for generated ones. */
import type { Choice } from './branch.ts';
import { isCommand, type Command, type Context, type Outcome } from './command.ts';
import { ownInputFrom } from './own.ts';

export async function runChoice(choice: Choice, context: Context): Promise<Outcome> {
  const { spec, made, typed } = choice;
  if (context.flags.fieldsHelp) {
    const { fieldsOutcome } = await import('./answer-fields.ts');
    return fieldsOutcome(spec, made, context.catalog);
  }
  if (isCommand(made)) return runCommand(made, choice, context);
  const { card } = spec;
  if (card === undefined) return {};
  const { runCall } = await import('./calling.ts');
  const { schemas } = context.catalog.command(card.id);
  return runCall({ card, schemas, spec, typed, ...(made && { override: made }) }, context);
}

async function runCommand(made: Command, { spec, typed }: Choice, context: Context): Promise<Outcome> {
  const input = ownInputFrom(typed, spec.args, spec.flags);
  if (spec.confirm !== undefined && !context.flags.dryRun)
    await context.confirm(spec.confirm, Object.values(typed.args).flat());
  return made.run(context, input);
}
