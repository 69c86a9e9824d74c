/** What was typed for hand-made flags and arguments, as the values their tables promise. */
import { isKept } from '../kernel/completion.ts';
import { failure, type Failure } from '../kernel/failure.ts';
import { isRecordId } from '../kernel/ids.ts';
import { didYouMean, suggestion } from '../schema/suggest.ts';
import type { Context, OwnInput } from './command.ts';
import type { Argument } from './flags.ts';
import type { Flag } from './flag.ts';
import { kebab } from './kebab.ts';
import type { Typed } from './leaf.ts';
import { requiredHint, requiredSentence } from './required.ts';
import type { Spec } from './spec.ts';

/**
 * @param args hand-made arguments only, as are `flags`
 * @throws Failure `usage` for a value that does not fit
 */
export function ownInputFrom(
  typed: Typed,
  args: readonly Argument[],
  flags: readonly Flag[],
  spec: Pick<Spec, 'path' | 'examples'>,
): OwnInput {
  const missing = flags.filter(({ required, name }) => required && typed.flags[name] === undefined);
  if (missing.length > 0) throw lacking(missing, spec);
  return {
    args: Object.fromEntries(args.map((argument) => [argument.name, argumentValue(argument, typed)])),
    flags: Object.fromEntries(flags.map((flag) => [flag.field, flagValue(flag, typed.flags[flag.name])])),
  } as OwnInput;
}

function lacking(missing: readonly Flag[], spec: Pick<Spec, 'path' | 'examples'>): Failure {
  const message = `${requiredSentence(missing.map(({ long }) => long))}.`;
  return failure('usage', {
    message,
    param: missing[0]?.long ?? '',
    hint: requiredHint(
      spec,
      missing.map(({ long }) => long),
    ),
  });
}

function argumentValue({ name, label, choices = [], judged, repeat }: Argument, { args }: Typed): unknown {
  // `base-url` is the setting baseUrl: its flag is spelled so.
  const meant = (word: string): string =>
    choices.includes(word) ? word : (choices.find((choice) => kebab(choice) === word) ?? word);
  const value = args[name];
  if (value === undefined) return repeat ? [] : undefined;
  const words = [value].flat().map(meant);
  if (judged === undefined && choices.length > 0) for (const word of words) refuseStrange(`<${label}>`, word, choices);
  return Array.isArray(value) ? words : words[0];
}

function flagValue(flag: Flag, typed: unknown): unknown {
  if (typed === undefined) return flag.default ?? (flag.repeat ? [] : undefined);
  if (typeof typed === 'boolean') return typed;
  const texts = (Array.isArray(typed) ? typed : [typed]) as readonly string[];
  const values = texts.map((text) => valueOf(flag, text));
  return flag.repeat ? values : values[0];
}

function valueOf({ type, long, choices }: Flag, text: string): unknown {
  refuseStrange(long, text, choices);
  switch (type) {
    case 'integer':
      if (!/^[+-]?\d{1,15}$/.test(text)) throw refused(long, `takes a whole number, not ${JSON.stringify(text)}`);
      return Number(text);
    case 'number':
      if (text.trim() === '' || !Number.isFinite(Number(text)))
        throw refused(long, `takes a number, not ${JSON.stringify(text)}`);
      return Number(text);
    case 'json':
      return parsed(long, text);
    case 'string':
    case 'file':
    case 'boolean':
      return text;
  }
}

function parsed(long: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw refused(long, 'takes JSON');
  }
}

function refuseStrange(place: string, word: string, choices: readonly string[] | undefined): void {
  if (choices === undefined || choices.includes(word)) return;
  const near = suggestion(word, choices);
  throw refused(
    place,
    `takes ${choices.join(', ')}; not ${JSON.stringify(word)}`,
    near === undefined ? undefined : didYouMean(near),
  );
}

const refused = (place: string, why: string, hint?: string): Failure =>
  failure('usage', { message: `${place} ${why}.`, param: place, ...(hint !== undefined && { hint }) });

/** What was typed for hand-made flags, with ids where names were typed; a dry run looks nothing up. */
export async function withOwnIds(own: OwnInput, flags: readonly Flag[], context: Context): Promise<OwnInput> {
  if (context.flags.dryRun || !hasNames(own, flags)) return own;
  const { ownWithIds } = await import('./names.ts');
  return ownWithIds(own, flags, context);
}

/** Whether a name may have been typed for a flag that takes the id of a record. */
const hasNames = ({ flags: typed }: OwnInput, flags: readonly Flag[]): boolean =>
  flags.some(({ field, values }) => {
    const word = (typed as Readonly<Record<string, unknown>>)[field];
    return isKept(values) && typeof word === 'string' && !isRecordId(word);
  });
