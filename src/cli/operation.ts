/** Runs a generated command: input, validation, confirmation, override, request, answer. Next stop: answer.ts. */
import type { ExitName } from '../kernel/exits.ts';
import { Failure } from '../kernel/failure.ts';
import { idsFrom } from '../kernel/ids.ts';
import { requestFor, type CallInput } from '../client/request.ts';
import type { Target } from '../client/target.ts';
import { outcomeOf, type Operation } from './answer.ts';
import type { Context, Outcome, Override, OwnInput } from './command.ts';
import { readDocument } from './document.ts';
import { dryRunOutcome } from './dry-run.ts';
import { ownArguments, ownFlags } from './flags.ts';
import { inputFrom } from './input.ts';
import type { Typed } from './leaf.ts';
import { ownInputFrom } from './own.ts';
import type { Spec } from './spec.ts';
import { inputFailure } from './validation.ts';

/** A generated command as it was chosen. */
export interface ChosenOperation extends Operation {
  readonly spec: Spec;
  readonly typed: Typed;
  readonly override?: Override;
}

export async function runOperation(chosen: ChosenOperation, context: Context): Promise<Outcome> {
  const { override, spec } = chosen;
  const own = ownInput(chosen);
  const typed = await typedInput(chosen, context);
  judge(typed, chosen, { context, awaited: override?.hide ?? [] });
  if (spec.confirm !== undefined && !context.flags.dryRun) await context.confirm(spec.confirm);
  const input = (await override?.prepare?.(typed, context, own)) ?? typed;
  // A dry run looks nothing up: what would be looked up is a placeholder, and no placeholder fits.
  if (input !== typed && !context.flags.dryRun) judge(input, chosen, { context, awaited: [] });
  if (context.flags.dryRun) return dryRun(chosen, input, context);
  const send = (final: CallInput): Promise<Outcome> => outcomeOf(chosen, final, context);
  const outcome = override?.run ? await override.run(context, input, send, own) : await send(input);
  return override?.present?.(outcome, context) ?? outcome;
}

const ownInput = ({ typed, override }: ChosenOperation): OwnInput =>
  ownInputFrom(typed, ownArguments(override?.args ?? {}), ownFlags(override?.flags ?? {}));

async function typedInput({ card, schemas, spec, typed }: ChosenOperation, { world }: Context): Promise<CallInput> {
  const source = typed.flags['input:input'] as string | undefined;
  const document = source === undefined ? undefined : await readDocument(source, world);
  return inputFrom({ card, schemas, flags: spec.flags, typed, document });
}

interface Judging {
  readonly context: Context;
  /** Fields that `prepare` is yet to fill, so that their absence is no fault. */
  readonly awaited: readonly string[];
}

function judge(input: CallInput, { card, schemas, spec }: ChosenOperation, { context, awaited }: Judging): void {
  if (!context.flags.validate) return;
  const failure = inputFailure({ card, schemas }, input, { spec, awaited });
  if (failure !== undefined) throw failure;
}

async function dryRun({ card }: ChosenOperation, input: CallInput, context: Context): Promise<Outcome> {
  const { world } = context;
  const request = requestFor(card, input, idsFrom(world.random).uuid());
  return dryRunOutcome(request, await targetOrNone(context), world.installation.version);
}

/** A dry run needs neither key nor address: placeholders stand where they would be. */
async function targetOrNone(context: Context): Promise<Target> {
  const { effectiveSettings } = await import('../auth/settings.ts');
  const { baseUrl } = effectiveSettings(context.world, { context: context.flags.context });
  const none: Target = { baseUrl: baseUrl?.value ?? '$SVC_BASE_URL', key: '', source: 'none' };
  return context.target().catch((error: unknown) => {
    if (error instanceof Failure && NO_TARGET.includes(error.exit)) return none;
    throw error;
  });
}

/** No key is `auth`, no base URL is `usage`. */
const NO_TARGET: readonly ExitName[] = ['auth', 'usage'];
