/** Searching reddit: posts that have the words, those that are known first. The same search finds the same posts. Next stops: feed.ts, acts.ts. */
import { digitsOf, hexOf, pickOf, wholeOf } from '../../networks/chance.ts';
import { ok, type Call } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../desk.ts';
import { accountFor } from '../../records/account.ts';
import { handlers as acts } from './acts.ts';
import { handlers as feed } from './feed.ts';
import { isIn, pageAfter, postsOnReddit, sortedBy, type RedditPost } from './posts.ts';

/** Posts that a search finds in all. */
const FOUND = 40;

const ELSEWHERE = ['technology', 'smallbusiness', 'coffee', 'books', 'design'] as const;

const DAY_SECONDS = 86_400;

/** Source: GEN-09 */
const searchReddit: Handler = async (call, desk) => {
  const { caller, query } = call;
  const account = await accountFor(desk.store.read, caller, String(query['accountId']));
  if (account === undefined) return refuse('account_not_found', { param: 'accountId' });
  const { platform } = account.doc;
  const known = await postsOnReddit({ view: desk.store.read, desk, teamId: caller.teamId, platform });
  const found = known.filter((post) => isFound(post, query));
  const posts = sortedBy([...found, ...foundBy(query, desk.clock.now())], String(query['sort'] ?? 'new'));
  return ok(pageAfter(posts, query));
};

/** Every word is in the title or the text. */
function isFound(post: RedditPost, query: Call['query']): boolean {
  const text = `${post.title} ${post.selftext}`.toLowerCase();
  const words = String(query['q']).toLowerCase().split(/\s+/);
  const isHome = !isRestricted(query) || isIn(query['subreddit'])(post);
  return isHome && words.every((word) => text.includes(word));
}

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

function postFor(
  seed: string,
  { words, subreddit, now }: { words: string; subreddit: string; now: number },
): RedditPost {
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

export const handlers: Record<string, Handler> = { searchReddit, ...feed, ...acts };
