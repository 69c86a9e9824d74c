/** Runs the chosen command, whichever kind it is. Next stop: operation.ts for generated ones. */
import type { Choice } from './branch.ts';
import { isCommand, type Command, type Context, type Outcome, type OwnInput } from './command.ts';
import { ownInputFrom, withOwnIds } from './own.ts';

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

async function runCommand(made: Command, choice: Choice, context: Context): Promise<Outcome> {
  const { spec, typed } = choice;
  const flags = spec.flags.filter((flag) => flag.in !== 'query');
  const own = await withOwnIds(ownInputFrom(typed, spec.args, flags, spec), flags, context);
  const filters = made.filtersOf === undefined ? undefined : await filtersFrom(made.filtersOf, choice, context);
  const input: OwnInput = { ...own, ...(filters && { filters }) };
  if (spec.confirm !== undefined && made.asksItself !== true && !context.flags.dryRun)
    await context.confirm(spec.confirm, Object.values(typed.args).flat());
  return made.run(context, input);
}

/** @throws Failure `validation` for a filter that the list does not take */
async function filtersFrom(
  operationId: string,
  { spec, typed }: Choice,
  context: Context,
): Promise<OwnInput['filters']> {
  const [{ inputFrom }, { inputFailure }, { namesIn, withIds, withStandIns }] = await Promise.all([
    import('./input.ts'),
    import('./validation.ts'),
    import('./names.ts'),
  ]);
  const operation = context.catalog.command(operationId);
  const { query } = inputFrom({ ...operation, flags: spec.flags.filter((flag) => flag.in === 'query'), typed });
  const input = { path: {}, query, headers: {} };
  const names = namesIn(operation.card, input, context);
  const failure = inputFailure(operation, withStandIns(input, names), { spec, awaited: [] });
  if (failure !== undefined && context.flags.validate) throw failure;
  return names.length === 0 ? query : (await withIds(input, names, { spec, context })).query;
}
