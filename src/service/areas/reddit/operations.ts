/** Searching reddit: posts that have the words, of the subreddit first or of it alone. The same search finds the same posts. */
import { offers } from '../../../platforms/platforms.ts';
import { digitsOf, hexOf, pickOf, wholeOf } from '../../networks/chance.ts';
import { ok, type Call } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../desk.ts';
import { accountFor } from '../../records/account.ts';

/** Posts that a search finds in all. */
const FOUND = 40;

const ELSEWHERE = ['technology', 'smallbusiness', 'coffee', 'books', 'design'] as const;

const DAY_SECONDS = 86_400;

/** Source: GEN-09 */
const searchReddit: Handler = async (call, desk) => {
  const { caller, query } = call;
  const account = await accountFor(desk.store.read, caller, String(query['accountId']));
  if (account === undefined) return refuse('account_not_found', { param: 'accountId' });
  if (!offers(account.doc.platform, 'communities'))
    return refuse('invalid_field_value', { param: 'accountId', message: 'This is not a reddit account.' });
  const posts = sorted(foundBy(query, desk.clock.now()), String(query['sort'] ?? 'new'));
  const limit = Number(query['limit'] ?? 25);
  const start = query['after'] === undefined ? 0 : posts.findIndex(({ fullname }) => fullname === query['after']) + 1;
  const items = posts.slice(start, start + limit);
  const isLast = start + limit >= posts.length;
  return ok({ items, after: isLast ? null : (items.at(-1)?.fullname ?? null), before: items[0]?.fullname ?? null });
};

const isRestricted = ({ restrict_sr: said }: Call['query']): boolean => said === '1' || said === 'true';

function foundBy(query: Call['query'], now: number) {
  const words = String(query['q']);
  const subreddit = typeof query['subreddit'] === 'string' ? query['subreddit'].replace(/^\/?r\//, '') : undefined;
  return Array.from({ length: FOUND }, (_, at) => {
    const seed = `${words} ${subreddit ?? ''} ${String(at)}`;
    const isHome = subreddit !== undefined && (isRestricted(query) || at % 4 === 0);
    return postFor(seed, { words, subreddit: isHome ? subreddit : (pickOf(seed, ELSEWHERE) ?? 'all'), now });
  });
}

function postFor(seed: string, { words, subreddit, now }: { words: string; subreddit: string; now: number }) {
  const id = hexOf(seed, 7);
  return {
    id,
    fullname: `t3_${id}`,
    title: `${words}: what worked for us, part ${String(wholeOf(seed, 1, 9))}`,
    author: `reader_${digitsOf(seed, 5)}`,
    subreddit,
    url: `https://www.reddit.com/r/${encodeURIComponent(subreddit)}/comments/${id}/`,
    permalink: `/r/${subreddit}/comments/${id}/`,
    selftext: `Some notes on ${words}.`,
    createdUtc: Math.floor(now / 1_000 / DAY_SECONDS - wholeOf(seed, 1, 300)) * DAY_SECONDS,
    score: wholeOf(`${seed} score`, 0, 4_000),
    numComments: wholeOf(`${seed} comments`, 0, 300),
    over18: false,
    stickied: false,
    flairText: null,
    isGallery: false,
  };
}

type Found = ReturnType<typeof postFor>;

const ORDERS: Readonly<Record<string, (post: Found) => number>> = {
  new: ({ createdUtc }) => createdUtc,
  top: ({ score }) => score,
  hot: ({ score, createdUtc }) => score + createdUtc / DAY_SECONDS,
  comments: ({ numComments }) => numComments,
};

function sorted(posts: readonly Found[], order: string): Found[] {
  const weight = ORDERS[order];
  return weight === undefined ? [...posts] : [...posts].sort((one, other) => weight(other) - weight(one));
}

export const handlers: Record<string, Handler> = { searchReddit };
