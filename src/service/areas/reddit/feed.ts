/** The posts of a subreddit, or of all of them, in an order and of a span of time. Next stop: posts.ts. */
import { ok } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { inScene } from '../../engine/engine.ts';
import { notFound } from '../../engine/not-found.ts';
import { isCommunity } from '../../networks/simulated/subreddit.ts';
import { isIn, pageAfter, postsOnReddit, sortedBy } from './posts.ts';

const HOUR_S = 3_600;

/** Seconds. */
const SPANS: Readonly<Record<string, number>> = {
  hour: HOUR_S,
  day: 24 * HOUR_S,
  week: 7 * 24 * HOUR_S,
  month: 30 * 24 * HOUR_S,
  year: 365 * 24 * HOUR_S,
};

const getRedditFeed = inScene(async ({ call, desk, owners, now }) => {
  const { subreddit, sort = 'hot', t = 'all' } = call.query;
  if (typeof subreddit === 'string' && !isCommunity(subreddit))
    return notFound('reddit_subreddit', { param: 'subreddit' });
  const platform = owners.account?.doc.platform ?? '';
  const all = await postsOnReddit({ view: desk.store.read, desk, teamId: call.caller.teamId, platform });
  const since = now / 1_000 - (SPANS[String(t)] ?? Number.POSITIVE_INFINITY);
  const isMeant = isIn(subreddit);
  const posts = all.filter((post) => isMeant(post) && (sort !== 'top' || post.createdUtc >= since));
  return ok(pageAfter(sortedBy(posts, String(sort)), call.query));
});

export const handlers: Readonly<Record<string, Handler>> = { getRedditFeed };
