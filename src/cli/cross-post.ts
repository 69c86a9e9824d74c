/** One post for several accounts: finds them, asks, composes, creates. Used by posts cross-post. */
import type { DateOrder } from '../kernel/formats.ts';
import type { Fields } from '../kernel/json.ts';
import { targetsFor, type Account, type Looking } from '../client/accounts.ts';
import { composePost, connectedAccounts, platformsIn, type Said } from '../client/compose.ts';
import { partialOf } from '../client/partial.ts';
import { takesPosts } from '../platforms/platforms.ts';
import { failure } from '../kernel/failure.ts';
import type { Context, Outcome } from './command.ts';

interface Wish {
  readonly text: string | undefined;
  readonly to: readonly string[];
  readonly post: string | undefined;
  readonly at: string | undefined;
  readonly now: boolean | undefined;
  readonly draft: boolean | undefined;
  readonly media: readonly string[];
  readonly contentFile: string | undefined;
  readonly timezone: string | undefined;
  readonly dateOrder: string | undefined;
  readonly profile: string | undefined;
}

/** In place of an account: every one that takes posts. */
const ALL = 'all';

export async function crossPost(wish: Wish, context: Context): Promise<Outcome> {
  const card = context.catalog.card('createPost');
  const { dryRun } = context.flags;
  const accounts = dryRun ? [] : await findAccounts(wish, context);
  const given = await contentOf(wish, context);
  if (!dryRun && goesOut(wish)) await context.confirm(questionFor(accounts), accounts.map(nameOf));
  const to = dryRun ? wish.to : accounts.map(({ _id }) => _id);
  const body = await composePost(given, { ...saidFrom(wish), to }, context);
  if (dryRun) return context.preview(card, { path: {}, query: {}, headers: {}, body });
  const result = await context.call(card, { path: {}, query: {}, headers: {}, body });
  const partial = partialOf(card, result);
  return {
    result: result.body,
    ...(card.view && { columns: card.view }),
    ...(partial !== undefined && { failure: partial }),
  };
}

const goesOut = ({ now, at, draft }: Wish): boolean => draft !== true && (now === true || at !== undefined);

const questionFor = ({ length }: readonly Account[]): string =>
  length === 1 ? 'Publish this post on one account?' : `Publish this post on all of these ${length} accounts?`;

const nameOf = ({ platform, username, displayName, _id }: Account): string =>
  `${platform}:${username ?? displayName ?? _id}`;

/** @throws Failure as `targetsFor` does, and `usage` where `all` matches no account */
async function findAccounts({ to, profile }: Wish, context: Context): Promise<readonly Account[]> {
  const accounts = await connectedAccounts(context);
  const home = profile ?? (await context.target()).profile;
  const looking: Looking = { accounts, platforms: platformsIn(context), ...(home !== undefined && { profile: home }) };
  if (!to.includes(ALL))
    return chosen(
      targetsFor(to, looking).map(({ accountId }) => accountId),
      accounts,
    );
  const able = accounts.filter(
    (account) => takesPosts(account.platform) && account.isActive !== false && isOf(account, home),
  );
  if (able.length > 0) return able;
  throw failure('usage', {
    message: 'No connected account accepts posts.',
    param: '--to',
    hint: '`svc accounts list` shows the accounts.',
  });
}

const chosen = (ids: readonly string[], accounts: readonly Account[]): readonly Account[] =>
  ids.flatMap((id) => accounts.find(({ _id }) => _id === id) ?? []);

function isOf({ profileId }: Account, home: string | undefined): boolean {
  const id = typeof profileId === 'object' && profileId !== null ? (profileId as Fields)['_id'] : profileId;
  return home === undefined || id === home;
}

/** What of a post makes up its content. */
const CONTENT = ['content', 'title', 'mediaItems', 'tags', 'hashtags', 'mentions'];

/** The content of the post that was named, in the words in which a post is created. */
async function contentOf({ post, timezone }: Wish, context: Context): Promise<Fields> {
  const zone = timezone === undefined ? {} : { timezone };
  if (post === undefined) return zone;
  if (context.flags.dryRun) return { ...zone, content: `<content of ${post}>` };
  const { body } = await context.call(context.catalog.card('getPost'), {
    path: { postId: post },
    query: {},
    headers: {},
  });
  const found = ((body ?? {}) as { post?: Fields }).post ?? {};
  const fields = CONTENT.flatMap((name) => (isEmpty(found[name]) ? [] : [[name, found[name]] as const]));
  return { ...zone, ...Object.fromEntries(fields) };
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const saidFrom = ({ text, contentFile, at, now, draft, media, profile, dateOrder }: Wish): Omit<Said, 'to'> => ({
  text,
  contentFile,
  at,
  now: now === true,
  queue: undefined,
  draft: draft === true,
  media,
  permanent: false,
  profile,
  dateOrder: dateOrder as DateOrder | undefined,
});
