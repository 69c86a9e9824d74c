/** The questions about an ad, one function each: what is typed is judged at once, and asked again where it does not fit. */
import { failure, isOutOfReach } from '../../../kernel/failure.ts';
import { fieldsIn, textOf, type Fields } from '../../../kernel/json.ts';
import { pages, recordsOf } from '../../../client/paging.ts';
import type { Account } from '../../../client/accounts.ts';
import type { Schedule } from '../../../client/schedule.ts';
import { neutralLine } from '../../../output/neutral.ts';
import { resolved } from '../../../schema/reference.ts';
import type { Context } from '../../command.ts';
import { nameOf } from '../../composer/draft.ts';
import { askTime } from '../../composer/when.ts';
import { amountText, digitsOf } from '../money.ts';
import { currencyOf, rulesFor, type AdDraft, type Creative } from './draft.ts';
import { words } from './preview.ts';

export interface AdTable {
  readonly context: Context;
  /** Connected accounts of ad networks. */
  readonly accounts: readonly Account[];
}

/** What is known when a step is asked: everything that the steps before it decided. */
export type Known = Partial<AdDraft>;

type Place = Pick<AdDraft, 'account' | 'adAccount'>;

export async function askAccount({ context, accounts }: AdTable): Promise<Place> {
  const account = await choose('Which account?', accounts, context, (one) => [
    one._id,
    `${one.platform}  ${nameOf(one)}`,
  ]);
  const all = await listRecords('listAdAccounts', { accountId: account._id }, 'accounts', context);
  const usable = all.filter(({ selectable }) => selectable !== false);
  if (usable.length === 0) throw failure('usage', { message: 'The account reaches no ad account that can run ads.' });
  const adAccount = await choose('Which ad account?', usable, context, ({ id, name, currency }) => [
    String(id),
    `${String(name ?? '')}  ${String(id)}  ${String(currency ?? '')}`.trim(),
  ]);
  return { account, adAccount };
}

/** One of the records; a single one is taken without a question. */
async function choose<T>(
  question: string,
  all: readonly T[],
  { world, say }: Context,
  choiceOf: (one: T) => readonly [value: string, name: string],
): Promise<T> {
  const choices = all.map((one) => {
    const [value, name] = choiceOf(one);
    return { value, name: neutralLine(name) };
  });
  const [only] = choices;
  if (choices.length === 1 && only !== undefined)
    say(`${question.replace('Which', 'The').replace('?', '')}: ${only.name}`);
  const value = choices.length === 1 ? only?.value : await world.prompt.select(question, choices);
  const found = all[choices.findIndex((one) => one.value === value)];
  if (found === undefined) throw failure('usage', { message: `${String(value)} is not one of the choices.` });
  return found;
}

async function listRecords(
  operation: string,
  query: Fields,
  list: string,
  context: Context,
): Promise<readonly Fields[]> {
  const card = context.catalog.card(operation);
  const records: Fields[] = [];
  for await (const { body } of pages(card, { path: {}, query, headers: {} }, (one, input) => context.call(one, input)))
    records.push(...fieldsIn(recordsOf(body, card)?.records ?? Object(body)[list]));
  return records;
}

/** Values of a field of `ads create`, as the contract has them. */
function valuesOf(field: string, { catalog }: Context): readonly string[] {
  const { card, schemas } = catalog.command('createStandaloneAd');
  return (resolved(card.body?.schema.properties?.[field] ?? {}, schemas).enum ?? []) as readonly string[];
}

/** Goals that need more than the conversation asks for. */
const OF_CONVERSIONS: readonly string[] = ['conversions', 'lead_conversion'];

/** Source: ADS-64 */
export async function askGoal(place: Place, { context }: AdTable): Promise<string> {
  const { objectives, promotedObject: needsMore = false } = rulesFor(place);
  const goals = valuesOf('goal', context)
    .filter((goal) => objectives === undefined || Object.hasOwn(objectives, goal))
    .filter((goal) => !needsMore || !OF_CONVERSIONS.includes(goal));
  if (needsMore) context.say('Goals that count conversions require a promoted object: use `svc ads apply`.');
  return context.world.prompt.select(
    'Objective?',
    goals.map((value) => ({ value, name: words(value) })),
  );
}

/** Asks until the words are something. @param read throws a sentence for a person */
async function askFor<T>(question: string, context: Context, read: (text: string) => T, initial?: string): Promise<T> {
  for (;;) {
    const text = (await context.world.prompt.input(question, initial)).trim();
    try {
      return read(text);
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      context.say(error.message);
    }
  }
}

class Unfit extends Error {}

const text =
  (missing: string) =>
  (typed: string): string => {
    if (typed === '') throw new Unfit(missing);
    return typed;
  };

export const askName = ({ name }: Known, { context }: AdTable): Promise<string> =>
  askFor('Name', context, text('The ad needs a name.'), name);

export async function askBudget(place: Place, { context }: AdTable): Promise<AdDraft['budget']> {
  const type = await context.world.prompt.select('Budget?', [
    { value: 'daily', name: 'An amount for each day' },
    { value: 'lifetime', name: 'An amount for the whole run' },
  ]);
  const currency = currencyOf(place);
  const least = type === 'daily' ? Number(place.adAccount['minimumDailyBudget'] ?? 0) : 0;
  const about = [currency, least > 0 ? `at least ${amountText(least, currency)}` : ''].filter(Boolean).join(', ');
  const amount = await askFor(about === '' ? 'Amount' : `Amount (${about})`, context, (typed) =>
    amountFrom(typed, { currency, least }),
  );
  const minor = Math.round(amount * 10 ** digitsOf(currency));
  context.say(
    `That is ${amountText(amount, currency)}${type === 'daily' ? ' a day' : ''}, ${minor} in the smallest unit of the currency.`,
  );
  return { type: type === 'daily' ? 'daily' : 'lifetime', amount };
}

function amountFrom(
  typed: string,
  { currency, least }: { readonly currency: string | undefined; readonly least: number },
) {
  if (!/^\d+(\.\d+)?$/.test(typed) || Number(typed) === 0)
    throw new Unfit(`"${neutralLine(typed)}" is not an amount, such as 20 or 12.50.`);
  const digits = digitsOf(currency);
  if ((typed.split('.')[1]?.length ?? 0) > digits)
    throw new Unfit(`Amounts in ${currency ?? 'this currency'} can have at most ${digits} decimal places.`);
  if (Number(typed) < least) throw new Unfit(`The ad account requires at least ${amountText(least, currency)} a day.`);
  return Number(typed);
}

/** A budget for the whole run needs an end. */
export async function askRun(
  { budget }: Pick<AdDraft, 'budget'>,
  { context }: AdTable,
): Promise<Pick<AdDraft, 'start' | 'end'>> {
  const { prompt } = context.world;
  const start = await prompt.select('Start?', [
    { value: 'now', name: 'As soon as the network approves it' },
    { value: 'at', name: 'At a specific time' },
  ]);
  const from = start === 'at' ? (await askTime(context)).schedule : undefined;
  const isOpen =
    budget.type === 'daily' &&
    (await prompt.select('End?', [
      { value: 'open', name: 'When you pause it' },
      { value: 'at', name: 'At a specific time' },
    ])) === 'open';
  if (isOpen) return { start: from, end: undefined };
  if (budget.type === 'lifetime') context.say('A budget for the whole run requires an end.');
  return { start: from, end: await endAfter(from, context) };
}

async function endAfter(start: Schedule | undefined, context: Context): Promise<Schedule> {
  for (;;) {
    const { schedule } = await askTime(context);
    if (start === undefined || Date.parse(schedule.instant) > Date.parse(start.instant)) return schedule;
    context.say('The end must be after the start.');
  }
}

export async function askPeople(
  { account, adAccount, ...known }: Place & Known,
  { context }: AdTable,
): Promise<Pick<AdDraft, 'countries' | 'audience'>> {
  const countries = await askFor(
    'Countries, such as DE or DE, AT',
    context,
    countriesFrom,
    known.countries?.join(', '),
  );
  context.say(`Shown in ${countries.map((code) => REGIONS.of(code)).join(', ')}.`);
  const audiences = await audiencesOf({ accountId: account._id, adAccountId: String(adAccount['id']) }, context);
  if (audiences.length === 0) return { countries };
  const id = await context.world.prompt.select('Audience?', [
    { value: '', name: 'Everyone there' },
    ...audiences.map((one) => ({ value: one.id, name: neutralLine(one.name) })),
  ]);
  return { countries, audience: audiences.find((one) => one.id === id) };
}

const REGIONS = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

function countriesFrom(typed: string): readonly string[] {
  const codes = [
    ...new Set(
      typed
        .toUpperCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    ),
  ];
  const wrong = codes.filter((code) => !/^[A-Z]{2}$/.test(code) || REGIONS.of(code) === undefined);
  if (wrong.length > 0) throw new Unfit(`Not a country code of two letters: ${neutralLine(wrong.join(', '))}.`);
  if (codes.length === 0) throw new Unfit('Name at least one country.');
  return codes;
}

/** Audiences that ads can be aimed at; none for a key that may not list them. */
async function audiencesOf(query: Fields, context: Context): Promise<readonly { id: string; name: string }[]> {
  try {
    const all = await listRecords('listAdAudiences', query, 'audiences', context);
    return all
      .filter(({ status }) => status === 'ready')
      .map(({ id, name }) => ({ id: String(id), name: textOf(name) ?? String(id) }));
  } catch (error) {
    if (isOutOfReach(error)) return [];
    throw error;
  }
}

/** Shapes of the images that a display ad needs. Source: ADS-51 */
const SHAPES = { landscape: 'Address of the landscape image', square: 'Address of the square image' } as const;

export async function askCreative(place: Place & Known, { context }: AdTable): Promise<Creative> {
  const { creative } = place;
  const headline = await askFor('Headline', context, text('The ad needs a headline.'), creative?.headline);
  const body = await askFor('Text', context, text('The ad needs a text.'), creative?.text);
  const images: Record<string, string> = {};
  if (rulesFor(place).displayImages === true)
    for (const [shape, question] of Object.entries(SHAPES))
      images[shape] = await askFor(question, context, addressFrom, creative?.images[shape]);
  else {
    const image = await askFor(
      'Address of the image, or nothing',
      context,
      (typed) => (typed === '' ? '' : addressFrom(typed)),
      creative?.images[''],
    );
    if (image !== '') images[''] = image;
  }
  const linkUrl = await askFor('Address that a click opens', context, addressFrom, creative?.linkUrl);
  const callToAction = await context.world.prompt.select(
    'Button?',
    valuesOf('callToAction', context).map((value) => ({ value, name: words(value) })),
  );
  return { headline, text: body, images, linkUrl, callToAction };
}

function addressFrom(typed: string): string {
  if (URL.canParse(typed) && /^https?:$/.test(new URL(typed).protocol)) return typed;
  throw new Unfit(`"${neutralLine(typed)}" is not a web address: begin with https://.`);
}
