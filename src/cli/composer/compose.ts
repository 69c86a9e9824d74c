/** Composes a post in a conversation: accounts, text, media, time, then a look at the whole with every step open again. */
import { connectedAccounts, type PostBody, type Said } from '../../client/compose.ts';
import { pages, recordsOf } from '../../client/paging.ts';
import { Failure, failure } from '../../kernel/failure.ts';
import type { Context } from '../command.ts';
import { accountChoices } from './choices.ts';
import { countLine } from './counts.ts';
import { EMPTY, platformsOf, textFor, wordsOf, type Draft } from './draft.ts';
import { keepDraft } from './keep.ts';
import type { ComposerLimits } from './limits.ts';
import { askMedia, itemsOf } from './media.ts';
import { previews, type PlatformPreview } from './preview.ts';
import { writeText } from './text.ts';
import { askWhen, whenText } from './when.ts';
import type { Table } from './table.ts';

export interface Composed {
  readonly given: PostBody;
  readonly said: Said;
  /** The file in which the draft is kept until the post is there. */
  readonly kept: string;
}

/**
 * @param id request id of the create, under which the draft is kept
 * @throws Failure `interrupted` when the person leaves; nothing was sent or uploaded then
 */
export async function composedPost(id: string, limits: ComposerLimits, context: Context): Promise<Composed> {
  const state: State = { draft: EMPTY };
  try {
    const accounts = await connectedAccounts(context);
    const table: Table = { context, limits, accounts, profiles: await profileNames(context) };
    for (const step of FIRST) state.draft = await STEPS[step](state.draft, table);
    await reviewDraft(state, table);
    return { ...wordsOf(state.draft), kept: await keepDraft(state.draft, id, context.world) };
  } catch (error) {
    throw await leftBehind(error, state, id, context);
  }
}

interface State {
  draft: Draft;
}

type Step = 'accounts' | 'text' | 'media' | 'when';

const FIRST: readonly Step[] = ['accounts', 'text', 'media', 'when'];

const STEPS: Readonly<Record<Step, (draft: Draft, table: Table) => Promise<Draft>>> = {
  accounts: askAccounts,
  text: (draft, table) => askText(draft, undefined, table),
  media: askMedia,
  when: askWhen,
};

async function askAccounts(draft: Draft, { context, accounts, profiles, limits }: Table): Promise<Draft> {
  const { prompt } = context.world;
  if (accounts.length === 0) {
    context.say('No account is connected, so the post can only be a draft.');
    return draft;
  }
  const chosen = draft.accounts.map(({ _id }) => _id);
  const ids = await prompt.checkbox('Which accounts?', accountChoices(accounts, chosen, { profiles, limits }));
  return { ...draft, accounts: accounts.filter(({ _id }) => ids.includes(_id)) };
}

/** @param platform whose own text is asked for; undefined for the common one */
async function askText(draft: Draft, platform: string | undefined, { context, limits }: Table): Promise<Draft> {
  const platforms = platform === undefined ? platformsOf(draft) : [platform];
  const about = { hasMedia: draft.media.length > 0, limits };
  const text = await writeText(
    {
      question: platform === undefined ? 'Text' : `Text for ${platform}`,
      initial: platform === undefined ? draft.text : textFor(draft, platform),
      foot: (typed) => countLine(typed, platforms, about),
      say: (line) => context.say(line),
    },
    context.world,
  );
  const counts = await countLine(text, platforms, about);
  if (counts !== '') context.say(counts);
  return platform === undefined ? { ...draft, text } : { ...draft, own: { ...draft.own, [platform]: text } };
}

/** Shows the whole, and goes back to any step until it is sent. */
async function reviewDraft(state: State, table: Table): Promise<void> {
  const { context, limits } = table;
  for (;;) {
    const { draft } = state;
    const shown = await previews(draft, await itemsOf(draft.media, context), limits);
    for (const line of shown.flatMap(({ lines }) => lines)) context.say(line);
    context.say(`When: ${whenText(draft.when)}`);
    const against = obstacles(draft, shown);
    for (const sentence of against) context.say(`✗ ${sentence}`);
    const next = await context.world.prompt.select('What next?', actions(draft, shown, against));
    if (next === 'send') return;
    if (next === 'leave') throw failure('interrupted');
    state.draft = await again(next, draft, table);
  }
}

/** `text twitter` is the text of one platform. */
async function again(next: string, draft: Draft, table: Table): Promise<Draft> {
  const [step = '', platform] = next.split(' ');
  if (platform !== undefined) return askText(draft, platform, table);
  return STEPS[step as Step](draft, table);
}

/** Why the service would refuse the post in its current form. A draft may be unfinished. */
export function obstacles(draft: Draft, shown: readonly PlatformPreview[]): readonly string[] {
  if (draft.when.kind === 'draft') return [];
  if (draft.accounts.length === 0) return ['A post needs an account to be published.'];
  if (draft.text === '' && draft.media.length === 0) return ['The post is empty.'];
  return shown.flatMap(({ platform, problems }) =>
    problems.length > 0 ? [`${platform} would refuse it (see above).`] : [],
  );
}

function actions(
  draft: Draft,
  shown: readonly PlatformPreview[],
  against: readonly string[],
): readonly { value: string; name: string }[] {
  return [
    ...(against.length > 0 ? [] : [{ value: 'send', name: sendWords(draft) }]),
    { value: 'text', name: 'Change the text' },
    ...shown
      .filter(({ platform, isTooLong }) => isTooLong || draft.own[platform] !== undefined)
      .map(({ platform }) => ({ value: `text ${platform}`, name: `Different text for ${platform}` })),
    { value: 'accounts', name: 'Change the accounts' },
    { value: 'media', name: 'Change the media' },
    { value: 'when', name: 'Change the time' },
    { value: 'leave', name: 'Discard; nothing is sent' },
  ];
}

function sendWords({ accounts, when }: Draft): string {
  const to = accounts.length === 1 ? '1 account' : `${accounts.length} accounts`;
  switch (when.kind) {
    case 'draft':
      return 'Save it as a draft';
    case 'now':
      return `Publish it now to ${to}`;
    case 'queue':
      return `Add it to the queue for ${to}`;
    case 'at':
      return `Schedule it for ${to}`;
  }
}

/** Profiles that an answer names whole need not be asked for; a key that may not list them still composes. */
async function profileNames({ catalog, call }: Context): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  try {
    for await (const { body } of pages(catalog.card('listProfiles'), { path: {}, query: {}, headers: {} }, call))
      for (const profile of (recordsOf(body)?.records ?? []) as readonly { _id?: unknown; name?: unknown }[])
        names.set(String(profile._id), String(profile.name ?? profile._id));
  } catch (error) {
    if (!(error instanceof Failure) || error.exit !== 'forbidden') throw error;
  }
  return names;
}

/** Leaving loses no text, and says that nothing was half made. */
async function leftBehind(error: unknown, { draft }: State, id: string, context: Context): Promise<unknown> {
  const nothing = 'Nothing was sent and nothing was uploaded.';
  if (draft.text === '') return error instanceof Failure && error.exit === 'interrupted' ? left(nothing) : error;
  const path = await keepDraft(draft, id, context.world);
  if (!(error instanceof Failure)) return error;
  const kept = `The draft was saved in ${path}.`;
  return error.exit === 'interrupted'
    ? left(`${nothing} ${kept}`, path)
    : new Failure({ ...error.fields, message: `${error.fields.message} ${kept}` }, error.exit, error.cause);
}

const left = (message: string, path?: string): Failure =>
  failure('interrupted', {
    message,
    ...(path !== undefined && {
      hint: `\`svc posts import ${path}\` sends it; delete the file if you do not need it.`,
    }),
  });
