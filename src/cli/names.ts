/** Puts ids where names were typed, by `named` of the card. Asks the API only for words that are no ids. Used by operation.ts. */
import type { Called } from '../kernel/called.ts';
import { isIdOf } from '../kernel/called.ts';
import type { Card } from '../kernel/card.ts';
import { isFields, isList, type Fields } from '../kernel/json.ts';
import type { CallInput } from '../client/request.ts';
import type { Context, OwnInput } from './command.ts';
import type { Flag } from './flag.ts';
import { kebab } from './kebab.ts';
import type { Spec } from './spec.ts';

/** A name in place of an id. */
export interface TypedName {
  readonly field: string;
  readonly kind: string;
  readonly word: string;
}

/** Every name that was typed, those that others are looked up with first: profiles, then accounts. */
export function namesIn({ named = {} }: Card, input: CallInput, { catalog }: Pick<Context, 'catalog'>) {
  const called = catalog.called();
  const found: TypedName[] = [];
  for (const [field, kind] of Object.entries(named)) {
    const by = called[kind];
    if (by === undefined) continue;
    for (const word of wordsAt(input, field)) if (!isId(by, word)) found.push({ field, kind, word });
  }
  const rank = ({ kind }: TypedName): number => (FIRST.includes(kind) ? FIRST.indexOf(kind) : FIRST.length);
  return found.sort((one, other) => rank(one) - rank(other));
}

const FIRST = ['profile', 'account'];

/** A query may have several ids with commas between them. */
const isId = (called: Called, word: string): boolean => word.split(',').every((part) => isIdOf(called, part));

function wordsAt({ path, query, body }: CallInput, field: string): readonly string[] {
  const values = [path[field], query[field], isFields(body) ? body[field] : undefined];
  return values.flatMap((value) => (isList(value) ? value : [value])).filter((one) => typeof one === 'string');
}

/** What the words mean: name to id, field by field. */
type Meaning = (name: TypedName) => string;

/** The input with another word in place of each name. */
function replaced(input: CallInput, names: readonly TypedName[], meaning: Meaning): CallInput {
  const inField = (field: string, value: unknown): unknown => {
    if (isList(value)) return value.map((one) => inField(field, one));
    const name = names.find((one) => one.field === field && one.word === value);
    return name === undefined ? value : meaning(name);
  };
  const all = <T extends Readonly<Record<string, unknown>>>(values: T): T =>
    Object.fromEntries(Object.entries(values).map(([field, value]) => [field, inField(field, value)])) as T;
  const { path, query, body } = input;
  return { ...input, path: all(path), query: all(query), ...(isFields(body) && { body: all(body) }) };
}

const STAND_IN = '0'.repeat(24);

/** What can be judged before anything is looked up: an id in place of each name. */
export const withStandIns = (input: CallInput, names: readonly TypedName[]): CallInput =>
  replaced(input, names, () => STAND_IN);

/** What --dry-run shows, which looks nothing up. */
export const withPlaceholders = (input: CallInput, names: readonly TypedName[]): CallInput =>
  replaced(input, names, ({ kind, word }) => `<${kind.replaceAll('_', ' ')} ${word}>`);

/**
 * The input with the ids of what was named.
 * @throws Failure `usage` for a name that matches no record, `ambiguous` for one that matches several
 */
export async function withIds(
  input: CallInput,
  names: readonly TypedName[],
  { spec, context }: { readonly spec: Spec; readonly context: Context },
): Promise<CallInput> {
  const { recordCalled } = await import('./name-lookup.ts');
  let known = input;
  for (const name of names) {
    const id = await recordCalled({ ...name, flag: flagOf(name, spec), input: known }, context);
    known = replaced(known, [name], () => id);
  }
  return known;
}

/**
 * What was typed for hand-made flags, with the ids of what was named where a list shows it by itself. Accounts are left to the
 * commands, which know which ones they mean.
 */
export async function ownWithIds<O extends OwnInput>(own: O, flags: readonly Flag[], context: Context): Promise<O> {
  const called = context.catalog.called();
  const found: Record<string, unknown> = {};
  for (const { field, long, values: kind = '' } of flags) {
    const [by, word] = [called[kind], (own.flags as Fields)[field]];
    if (by === undefined || kind === ACCOUNT_KIND || typeof word !== 'string' || isIdOf(by, word)) continue;
    if (context.catalog.card(by.list).params.some(({ required }) => required)) continue;
    const { recordCalled } = await import('./name-lookup.ts');
    found[field] = await recordCalled({ kind, word, flag: long, input: NOTHING }, context);
  }
  return { ...own, flags: { ...own.flags, ...found } };
}

const ACCOUNT_KIND = 'account';
const NOTHING: CallInput = { path: {}, query: {}, headers: {} };

/** `--account-id`, or `<sequence-id>` for a place of the path. */
const flagOf = ({ field }: TypedName, { flags, args }: Spec): string =>
  args.some(({ name }) => name === field)
    ? `<${kebab(field)}>`
    : (flags.find((flag) => flag.field === field)?.long ?? `--${kebab(field)}`);
