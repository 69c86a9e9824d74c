/** Runs a generated command: input, validation, confirmation, override, request, answer. Next stop: answer.ts. */
import type { Card } from '../kernel/card.ts';
import type { Chart } from '../kernel/chart.ts';
import { failure } from '../kernel/failure.ts';
import { idsFrom, isRecordId } from '../kernel/ids.ts';
import { isFields, isList } from '../kernel/json.ts';
import { asksFirst } from '../client/confirm.ts';
import { requestFor, type CallInput } from '../client/request.ts';
import { outcomeOf, type Operation } from './answer.ts';
import type { Context, Outcome, Override, OwnInput } from './command.ts';
import { withDefaultProfile } from './default-profile.ts';
import { readDocument, readSetFile } from './document.ts';
import { dryRunOutcome, targetOrNone } from './dry-run.ts';
import { ACCOUNT, ownArguments, ownFlags } from './flags.ts';
import { inputFrom, setsIn } from './input.ts';
import type { Typed } from './leaf.ts';
import type * as RecordAccount from './record-account.ts';
import { ownInputFrom, withOwnIds } from './own.ts';
import type { Spec } from './spec.ts';

/** A generated command as it was chosen. */
export interface ChosenOperation extends Operation {
  readonly spec: Spec;
  readonly typed: Typed;
  readonly override?: Override;
}

export async function runOperation(chosen: ChosenOperation, context: Context): Promise<Outcome> {
  const { override, card } = chosen;
  const { chart } = context.flags;
  if (card.chart !== undefined && chart !== undefined) (await import('./charting.ts')).judgeChart(card.chart, chart);
  await sayDeprecated(chosen, context);
  const own = await ownInput(chosen, context);
  const typed = await timedInput(chosen, await typedInput(chosen, context), context);
  if (!isEdited(chosen))
    return proceed(chosen, await composedInput(override, typed, { context, own }), { context, own });
  const { editBody } = await import('./edit-body.ts');
  return editBody(chosen.spec, typed, { context, then: (input) => proceed(chosen, input, { context, own }) });
}

/** Loads the reader of words only where a time was typed. */
async function timedInput({ spec, typed }: ChosenOperation, input: CallInput, context: Context) {
  const flags = spec.flags.filter(({ name, isTime }) => isTime === true && name in typed.flags);
  return flags.length === 0 ? input : (await import('./times.ts')).withTimes(flags, input, context);
}

const isEdited = ({ typed }: ChosenOperation): boolean => typed.flags['input:edit'] === true;

/** From the whole input to the outcome. */
async function proceed(
  chosen: ChosenOperation,
  given: CallInput,
  { context, own }: { readonly context: Context; readonly own: OwnInput },
): Promise<Outcome> {
  const { override, spec, card, schemas } = chosen;
  const { input: whose, words } = withDefaultProfile(card, schemas, given, context);
  const named = withPlatform(card, whose, context);
  const naming = await readNaming(chosen, named, context);
  const awaited = override?.hide ?? [];
  if (naming !== undefined)
    await judge(naming.standIns, chosen, { context, awaited: [...awaited, ACCOUNT, ...fieldsOfAccount(card, named)] });
  const filled = naming === undefined ? named : await naming.resolve();
  const finding = await findingAccount(chosen, filled);
  const typed = context.flags.dryRun ? filled : await withFound(chosen, { filled, finding }, context);
  if (naming === undefined || !context.flags.dryRun)
    await judge(typed, chosen, { context, awaited: [...awaited, ...awaitedIn(chosen, { filled, finding }, context)] });
  const other = await override?.instead?.(typed, context, own);
  if (other !== undefined) return other;
  if (spec.confirm !== undefined && !context.flags.dryRun && asksFirst(card, typed.body))
    await context.confirm(await questionFor(chosen, spec.confirm, { input: typed, context }), [
      ...Object.entries(typed.path).map(([field, id]) => calledText(named.path[field], id)),
      ...(words === undefined ? [] : [words]),
    ]);
  const input = (await override?.prepare?.(typed, context, own)) ?? typed;
  // A dry run looks nothing up: what would be looked up is a placeholder, and no placeholder fits.
  if (input !== typed && !context.flags.dryRun) {
    const isAnswered = answeredIn(override?.answered ?? [], typed.body);
    await judge(input, chosen, { context, awaited: [], isAnswered });
  }
  refuseNothing(chosen, input, context);
  if (context.flags.dryRun) return previewOf(context, card, await withUnknown(chosen, input, finding));
  const send = (final: CallInput): Promise<Outcome> => outcomeOf(chosen, final, context);
  const outcome = override?.run ? await override.run(context, input, send, own) : await send(input);
  const shown = override?.present?.(outcome, context) ?? outcome;
  return card.chart === undefined || context.flags.chart === undefined
    ? shown
    : drawnOutcome(shown, card.chart, context);
}

/** What a person composes where nothing was typed; a dry run and a script are asked nothing. */
async function composedInput(
  override: Override | undefined,
  input: CallInput,
  { context, own }: { readonly context: Context; readonly own: OwnInput },
): Promise<CallInput> {
  const { flags, world } = context;
  if (override?.compose === undefined || !flags.input || flags.dryRun || !world.prompt.possible) return input;
  const isTyped = [input.body ?? {}, input.path, input.query].some((part) => Object.keys(part).length > 0);
  return isTyped ? input : override.compose(input, context, own);
}

async function drawnOutcome(outcome: Outcome, chart: Chart, context: Context): Promise<Outcome> {
  const { chartedOutcome } = await import('./charting.ts');
  return outcome.failure === undefined ? chartedOutcome(outcome, chart, context) : outcome;
}

/** Names the account by its platform, as a person may: that fits where only one account is on it. */
function withPlatform(card: Card, input: CallInput, { flags }: Context): CallInput {
  const { platform } = card.command;
  const isNamed = input.query[ACCOUNT] !== undefined || (isFields(input.body) && input.body[ACCOUNT] !== undefined);
  if (platform === undefined || isNamed || !flags.validate) return input;
  if (card.params.some(({ name }) => name === ACCOUNT))
    return { ...input, query: { ...input.query, [ACCOUNT]: platform } };
  return input.body === undefined || isFields(input.body)
    ? { ...input, body: { ...input.body, [ACCOUNT]: platform } }
    : input;
}

interface Naming {
  /** The input with an id in place of each name, which can be judged before anything is asked. */
  readonly standIns: CallInput;
  /** With the ids of what was named; a dry run has placeholders. */
  resolve(): Promise<CallInput>;
}

/** What is to be looked up; undefined where every id is one. Without validation words are sent as they were typed. */
async function readNaming({ card, spec }: ChosenOperation, input: CallInput, context: Context) {
  if (card.named === undefined || !context.flags.validate || hasIdsAlone(card.named, input)) return undefined;
  const { namesIn, withIds, withPlaceholders, withStandIns } = await import('./names.ts');
  const names = namesIn(card, input, context);
  if (names.length === 0) return undefined;
  const naming: Naming = {
    standIns: withStandIns(input, names),
    resolve: async () =>
      context.flags.dryRun ? withPlaceholders(input, names) : withIds(input, names, { spec, context }),
  };
  return naming;
}

/** The usual case, which loads nothing. */
const hasIdsAlone = (named: NonNullable<Card['named']>, { path, query, body }: CallInput): boolean =>
  Object.keys(named).every((field) =>
    [path[field], query[field], isFields(body) ? body[field] : undefined].every(
      (value) => value === undefined || (typeof value === 'string' && isRecordId(value)),
    ),
  );

/** `Welcome, 65d4…` where a record was called by its name. */
const calledText = (word: string | undefined, id: string): string =>
  word === undefined || word === id ? id : `${word}, ${id}`;

/** Looks up only what a person is about to read. */
async function questionFor(
  { override }: ChosenOperation,
  plain: string,
  { input, context }: { readonly input: CallInput; readonly context: Context },
): Promise<string> {
  const { flags, world } = context;
  const isAsked = !flags.yes && flags.input && world.prompt.possible;
  return (isAsked ? await override?.question?.(input, context) : undefined) ?? plain;
}

type Finding = typeof RecordAccount;

/** What finds the account of the record in the path; undefined where it was typed or is not needed. */
async function findingAccount({ card }: ChosenOperation, input: CallInput): Promise<Finding | undefined> {
  if (card.command.account === undefined) return undefined;
  const finding = await import('./record-account.ts');
  return finding.hasAccount(input) ? undefined : finding;
}

interface Lacking {
  readonly filled: CallInput;
  readonly finding: Finding | undefined;
}

/** The account of the record, or what follows from the account, looked up where it was not typed. */
async function withFound({ card }: ChosenOperation, { filled, finding }: Lacking, context: Context) {
  const input = (await finding?.withAccount(card, filled, context)) ?? filled;
  const names = fieldsOfAccount(card, input);
  if (names.length === 0) return input;
  const { withAccountFields } = await import('./account-fields.ts');
  return withAccountFields(input, names, context);
}

async function withUnknown({ card }: ChosenOperation, input: CallInput, finding: Finding | undefined) {
  const names = fieldsOfAccount(card, input);
  if (names.length === 0) return finding?.withUnknownAccount(card, input) ?? input;
  const { withUnknownFields } = await import('./account-fields.ts');
  return withUnknownFields(input, names);
}

/** A dry run looks nothing up. */
const awaitedIn = ({ card }: ChosenOperation, { filled, finding }: Lacking, { flags }: Context): readonly string[] =>
  flags.dryRun ? [...(finding === undefined ? [] : [ACCOUNT]), ...fieldsOfAccount(card, filled)] : [];

/** Fields that follow from the account of the body, and were left out; none where no account is named. */
function fieldsOfAccount({ command: { ofAccount = [] } }: Card, { body }: CallInput): readonly string[] {
  if (!isFields(body) || body[ACCOUNT] === undefined) return [];
  return ofAccount.filter((name) => body[name] === undefined);
}

/** Old commands and flags go on working; who uses them learns that they will not for ever. */
async function sayDeprecated({ card, spec, typed }: ChosenOperation, { say, catalog }: Context): Promise<void> {
  if (card.deprecated === true) {
    const { replacementFor } = await import('./replacement.ts');
    const newer = replacementFor(card, catalog);
    say(`\`svc ${spec.path.join(' ')}\` is deprecated${newer === undefined ? '' : `: use \`svc ${newer}\``}.`);
  }
  const old = spec.flags.filter(({ deprecated, name }) => deprecated && name in typed.flags);
  if (old.length > 0) say(`${old.map(({ long }) => long).join(', ')}: deprecated.`);
}

function ownInput({ spec, typed, override }: ChosenOperation, context: Context): OwnInput | Promise<OwnInput> {
  const flags = ownFlags(override?.flags ?? {});
  const own: OwnInput = {
    ...ownInputFrom(typed, ownArguments(override?.args ?? {}), flags, spec),
    ...(override?.instead && { sets: (typed.flags['input:set'] ?? []) as readonly string[] }),
  };
  return withOwnIds(own, flags, context);
}

async function typedInput({ card, schemas, spec, typed }: ChosenOperation, { world }: Context): Promise<CallInput> {
  const source = typed.flags['input:input'] as string | undefined;
  const document = source === undefined ? undefined : await readDocument(source, world);
  const setFiles = (typed.flags['input:set-file'] ?? []) as readonly string[];
  const sets = [...setsIn(typed)];
  for (const word of setFiles) sets.push(await readSetFile(word, world));
  return inputFrom({ card, schemas, flags: spec.flags, typed, sets, document });
}

interface Judging {
  readonly context: Context;
  /** Fields that `prepare` is yet to fill, so that their absence is no fault. */
  readonly awaited: readonly string[];
  readonly isAnswered?: (path: readonly (string | number)[]) => boolean;
}

/** What the service itself has answered is not judged: it may have ids and platforms that no contract knows yet. */
function answeredIn(answered: readonly string[], typed: unknown): (path: readonly (string | number)[]) => boolean {
  const before = isFields(typed) ? typed : {};
  return ([field = '', at]) => {
    const own = before[field];
    return answered.includes(String(field)) && (isList(own) ? Number(at) >= own.length : own === undefined);
  };
}

async function judge(input: CallInput, chosen: ChosenOperation, judging: Judging): Promise<void> {
  const { context, ...more } = judging;
  if (!context.flags.validate || isBlank(chosen, input)) return;
  const { card, schemas, spec } = chosen;
  const { inputFailure } = await import('./validation.ts');
  const failure = inputFailure({ card, schemas }, input, { spec, ...more });
  if (failure === undefined) return;
  const { withNearNumber } = await import('./near-number.ts');
  throw await withNearNumber(failure, card, input, context.world);
}

/** Nothing given where nothing is asked for needs no judge, and the judge is the heaviest part of a start. */
const isBlank = ({ card }: ChosenOperation, { path, query, headers, body, files }: CallInput): boolean =>
  body === undefined &&
  files === undefined &&
  !card.body?.required &&
  [path, query, headers].every((values) => Object.keys(values).length === 0) &&
  !card.params.some(({ required }) => required);

/** A change of nothing is a flag forgotten: the API would answer that it is done. */
function refuseNothing({ card, spec }: ChosenOperation, { body, files }: CallInput, { flags }: Context): void {
  if (!flags.validate || card.effect?.does !== 'update' || card.body === undefined || files !== undefined) return;
  if (body !== undefined && (typeof body !== 'object' || body === null || Object.keys(body).length > 0)) return;
  throw failure('usage', {
    message: 'There is nothing to change.',
    hint: `\`svc ${spec.path.join(' ')} --help\` shows the fields. --no-validate sends the request anyway.`,
  });
}

/** The request of a call, as --dry-run shows it. */
export async function previewOf(context: Context, card: Card, input: CallInput): Promise<Outcome> {
  const { world } = context;
  const request = requestFor(card, input, idsFrom(world.random).uuid());
  return dryRunOutcome(request, await targetOrNone(context), world.installation.version);
}
