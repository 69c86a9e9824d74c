/** Composes an ad in a conversation: account, objective, name, budget, run, people and creative, then the whole tree with its cost and every step open again. */
import { connectedAccounts } from '../../../client/compose.ts';
import { adsFileText } from '../../../client/ads/file-text.ts';
import { Failure, failure } from '../../../kernel/failure.ts';
import type { Fields } from '../../../kernel/json.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import type { Context } from '../../command.ts';
import { keepText } from '../../composer/keep.ts';
import { isUnicode } from '../../locale.ts';
import { bodyOf, type AdDraft } from './draft.ts';
import { costText, treeLines } from './preview.ts';
import { askAccount, askBudget, askCreative, askGoal, askName, askPeople, askRun, type AdTable } from './steps.ts';

export interface ComposedAd {
  readonly body: Fields;
  /** The file in which the draft is kept until the ad is there; `ads apply` takes it. */
  readonly kept: string;
}

interface Composing {
  /** Request id of the create, under which the draft is kept. */
  readonly id: string;
  /** File that the ad is written to instead of being created. */
  readonly saveAs: string | undefined;
}

/**
 * @throws Failure `interrupted` when the person leaves; nothing was created then
 */
export async function composeAd({ id, saveAs }: Composing, context: Context): Promise<ComposedAd> {
  const state: { draft?: AdDraft } = {};
  try {
    const table = { context, accounts: await adAccountsOf(context) };
    state.draft = await firstDraft(table);
    await reviewDraft(state as { draft: AdDraft }, table, saveAs);
    const body = bodyOf(state.draft);
    return { body, kept: await keepText(adsFileText(body), { id, ending: 'yaml' }, context.world) };
  } catch (error) {
    throw await leftBehind(error, state.draft, id, context);
  }
}

async function adAccountsOf(context: Context): Promise<AdTable['accounts']> {
  const accounts = (await connectedAccounts(context)).filter(
    ({ platform }) => traitsOf(platform).adNames !== undefined,
  );
  if (accounts.length > 0) return accounts;
  throw failure('usage', {
    message: 'No account of an ad network is connected.',
    hint: 'Connect one, for example with `svc connect meta-ads`.',
  });
}

async function firstDraft(table: AdTable): Promise<AdDraft> {
  const place = await askAccount(table);
  const goal = await askGoal(place, table);
  const name = await askName({}, table);
  const budget = await askBudget(place, table);
  const run = await askRun({ budget }, table);
  const people = await askPeople(place, table);
  return { ...place, goal, name, budget, ...run, ...people, creative: await askCreative(place, table) };
}

/** Shows the whole, and goes back to any step until it is to be created. */
async function reviewDraft(state: { draft: AdDraft }, table: AdTable, saveAs?: string): Promise<void> {
  const { context } = table;
  for (;;) {
    const { draft } = state;
    for (const line of treeLines(draft, isUnicode(context.world.env))) context.say(line);
    context.say(costText(draft, await context.serviceNow()));
    const obstacle = await obstacleOf(draft, context);
    if (obstacle !== undefined) context.say(`✗ ${obstacle}`);
    const name = saveAs === undefined ? 'Create it' : `Write ${saveAs}`;
    const create = obstacle === undefined ? [{ value: 'create', name }] : [];
    const next = await context.world.prompt.select('What next?', [...create, ...AGAIN]);
    if (next === 'create') return;
    if (next === 'leave') throw failure('interrupted');
    state.draft = await again(next, draft, table);
  }
}

const AGAIN = [
  { value: 'account', name: 'Change the account' },
  { value: 'goal', name: 'Change the objective' },
  { value: 'name', name: 'Change the name' },
  { value: 'budget', name: 'Change the budget' },
  { value: 'run', name: 'Change the schedule' },
  { value: 'people', name: 'Change the audience' },
  { value: 'creative', name: 'Change the creative' },
  { value: 'leave', name: 'Discard; nothing is created' },
];

async function again(step: string, draft: AdDraft, table: AdTable): Promise<AdDraft> {
  switch (step) {
    case 'account':
      return elsewhere(draft, table);
    case 'goal':
      return { ...draft, goal: await askGoal(draft, table) };
    case 'name':
      return { ...draft, name: await askName(draft, table) };
    case 'budget': {
      const changed = { ...draft, budget: await askBudget(draft, table) };
      const needsEnd = changed.budget.type === 'lifetime' && draft.end === undefined;
      return needsEnd ? { ...changed, ...(await askRun(changed, table)) } : changed;
    }
    case 'run':
      return { ...draft, ...(await askRun(draft, table)) };
    case 'people':
      return { ...draft, audience: undefined, ...(await askPeople(draft, table)) };
    default:
      return { ...draft, creative: await askCreative(draft, table) };
  }
}

/** Currency, audiences and the form of the creative are those of the account. */
async function elsewhere(draft: AdDraft, table: AdTable): Promise<AdDraft> {
  const place = await askAccount(table);
  const moved = { ...draft, ...place, audience: undefined };
  const budget = await askBudget(place, table);
  const people = await askPeople(moved, table);
  return { ...moved, budget, ...people, creative: await askCreative(moved, table) };
}

/** What the service or the network would refuse; undefined for an ad that can be created. */
async function obstacleOf(draft: AdDraft, { catalog, call }: Context): Promise<string | undefined> {
  const body = { ...bodyOf(draft), validateOnly: true };
  try {
    await call(catalog.card('createStandaloneAd'), { path: {}, query: {}, headers: {}, body });
    return undefined;
  } catch (error) {
    if (error instanceof Failure && ['rejected', 'not_found'].includes(error.exit)) return error.fields.message;
    throw error;
  }
}

/** Leaving loses no finished draft, and says that nothing was created. */
async function leftBehind(
  error: unknown,
  draft: AdDraft | undefined,
  id: string,
  { world }: Context,
): Promise<unknown> {
  if (!(error instanceof Failure)) return error;
  const isLeft = error.exit === 'interrupted';
  const words = isLeft ? 'Nothing was created.' : error.fields.message;
  if (draft === undefined) return isLeft ? failure('interrupted', { message: words }) : error;
  const path = await keepText(adsFileText(bodyOf(draft)), { id, ending: 'yaml' }, world);
  const message = `${words} The draft was saved in ${path}.`;
  const hint = `\`svc ads apply ${path}\` creates it; delete the file if you do not need it.`;
  return isLeft
    ? failure('interrupted', { message, hint })
    : new Failure({ ...error.fields, message }, error.exit, error.cause);
}
