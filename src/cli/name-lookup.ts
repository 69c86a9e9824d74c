/** Finds the record that a name means, in the list that `called` of its kind says. Loaded only where a name was typed; used by names.ts. */
import type { Called } from '../kernel/called.ts';
import type { Card } from '../kernel/card.ts';
import { counted } from '../kernel/counted.ts';
import { failure, type Failure } from '../kernel/failure.ts';
import { END_OF_ID } from '../kernel/ids.ts';
import { fieldsIn, isFields, textOf, type Fields } from '../kernel/json.ts';
import { PLATFORMS } from '../platforms/platforms.ts';
import { didYouMean, suggestion } from '../schema/suggest.ts';
import { targetsFor } from '../client/accounts.ts';
import { connectedAccounts } from '../client/compose.ts';
import { pages, recordsOf } from '../client/paging.ts';
import type { CallInput } from '../client/request.ts';
import { valueAt } from '../output/fields.ts';
import type { Context } from './command.ts';
import { kebab } from './kebab.ts';

interface Wanted {
  readonly kind: string;
  readonly word: string;
  /** Where the name was typed: `--account-id`, `<sequence-id>`. */
  readonly flag: string;
  /** The call that it was typed for: its account and profile say where to look. */
  readonly input: CallInput;
}

/** The id of the record. @throws Failure `usage` or `ambiguous` */
export async function recordCalled(wanted: Wanted, context: Context): Promise<string> {
  if (wanted.kind === 'account') return accountCalled(wanted, context);
  const called = context.catalog.called()[wanted.kind];
  if (called === undefined) return wanted.word;
  const found = await rowsCalled(wanted, called, context);
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return idOf(only, called);
  throw only === undefined ? await nothing(wanted, called, context) : several(wanted, found, called);
}

/** Accounts go by platform as well; names are those of the profile and the platform that the call is about. */
async function accountCalled({ word, flag, input }: Wanted, context: Context): Promise<string> {
  const profile = textOf(valueIn(input, 'profileId')) ?? (await context.target()).profile;
  const platform = valueIn(input, 'platform');
  const all = await connectedAccounts(context);
  const near = all.filter((account) => account.platform === platform);
  const accounts = near.length > 0 ? near : all;
  const [ended, ...others] = all.filter(({ _id }) => isEndOf(word, _id));
  if (ended !== undefined && others.length === 0 && !all.some(({ username }) => username === word)) return ended._id;
  const looking = { accounts, platforms: Object.keys(PLATFORMS), flag, ...(profile !== undefined && { profile }) };
  return targetsFor([word], looking)[0]?.accountId ?? word;
}

/** The records of that name: as it is spelled, else whatever the case; else those whose id ends so, as tables show it. */
async function rowsCalled(wanted: Wanted, called: Called, context: Context): Promise<readonly Fields[]> {
  const { word } = wanted;
  const isEnd = END_OF_ID.test(word);
  const card = context.catalog.card(called.list);
  const narrowed = called.search === undefined || isEnd ? {} : { [called.search]: word };
  const [near, ended]: [Fields[], Fields[]] = [[], []];
  for await (const row of rowsOf(card, askedOf(card, called, wanted), context, narrowed)) {
    if (namesOf(row, called).some((name) => plain(name) === plain(word))) near.push(row);
    else if (isEnd && isEndOf(word, idOf(row, called))) ended.push(row);
  }
  const exact = near.filter((row) => namesOf(row, called).includes(word));
  return [exact, near, ended].find((rows) => rows.length > 0) ?? [];
}

const isEndOf = (word: string, id: string): boolean => id.endsWith(END_OF_ID.exec(word)?.[1] ?? '\n');

async function* rowsOf(card: Card, asked: CallInput, { call }: Context, narrowed: Fields = {}): AsyncGenerator<Fields> {
  const input = { ...asked, query: { ...largestPage(card), ...asked.query, ...narrowed } };
  for await (const { body } of pages(card, input, call)) yield* fieldsIn(recordsOf(body, card)?.records ?? []);
}

function largestPage({ paging, params }: Card): Fields {
  const size = params.find(({ name }) => name === paging?.size);
  return size?.schema.maximum === undefined ? {} : { [size.name]: size.schema.maximum };
}

/** The list of the same account and profile. @throws Failure `usage` where it needs one that the call does not name */
function askedOf(card: Card, { whole }: Called, { input, flag, word }: Wanted): CallInput {
  const path: Record<string, string> = {};
  const query: Record<string, unknown> = { ...whole };
  for (const { name, in: part, required } of card.params) {
    const value = valueIn(input, name);
    if (value === undefined && required)
      throw failure('usage', {
        message: `${flag} ${word} is not an id, and a name can only be looked up with --${kebab(name)}.`,
        param: flag,
        hint: `Add --${kebab(name)}, or give the id.`,
      });
    if (value === undefined || !(required || name === 'profileId')) continue;
    if (part === 'path') path[name] = String(value);
    else query[name] = value;
  }
  return { path, query, headers: {} };
}

const valueIn = ({ path, query, body }: CallInput, name: string): unknown =>
  path[name] ?? query[name] ?? (isFields(body) ? body[name] : undefined);

const namesOf = (row: Fields, { by }: Called): readonly string[] =>
  by.flatMap((field) => textOf(valueAt(row, field)) ?? []);

/** Names count with and without the `@`. */
const plain = (name: string): string => name.trim().replace(/^@/, '').toLowerCase();

const idOf = (row: Fields, { key }: Called): string => textOf(valueAt(row, key)) ?? '';

const wordsOf = (kind: string): string => kind.replaceAll('_', ' ');

/** As many as a line can name. */
const MOST = 6;

function several({ kind, word, flag }: Wanted, found: readonly Fields[], called: Called): Failure {
  const candidates = found.map((row) => ({
    id: idOf(row, called),
    name: namesOf(row, called)[0] ?? '',
    ...(typeof row['platform'] === 'string' && { platform: row['platform'] }),
  }));
  const listed = candidates
    .slice(0, MOST)
    .map(({ id, platform }) => (platform === undefined ? id : `${id} (${platform})`));
  const more = candidates.length > MOST ? `, and ${String(candidates.length - MOST)} more` : '';
  return failure('ambiguous', {
    message: `${flag} ${word} matches ${counted(found.length, wordsOf(kind))}: ${listed.join(', ')}${more}.`,
    param: flag,
    details: { candidates },
    hint: 'Say which by its id.',
  });
}

/** With the name that was probably meant, else with some of those that there are. */
async function nothing({ kind, word, flag, input }: Wanted, called: Called, context: Context): Promise<Failure> {
  const card = context.catalog.card(called.list);
  const names: string[] = [];
  for await (const row of rowsOf(card, askedOf(card, called, { kind, word, flag, input }), context)) {
    names.push(...namesOf(row, called).slice(0, 1));
    if (names.length === NEAR) break;
  }
  const near = suggestion(word, names);
  const some =
    names.length === 0 ? `There is no ${wordsOf(kind)} yet.` : `There are: ${names.slice(0, MOST).join(', ')}.`;
  return failure('usage', {
    message: `${flag} ${word} matches no ${wordsOf(kind)}.`,
    param: flag,
    hint: `${near === undefined ? some : didYouMean(near)} \`svc ${card.command.path.join(' ')}\` lists them.`,
  });
}

/** Names that a suggestion is looked for among. */
const NEAR = 200;
