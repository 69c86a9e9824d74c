/** Posts on the simulated reddit as everybody sees them: those of its fixture and those of the team's accounts, with votes and flairs. Used by the other files of this room. */
import { type Fields, textOf } from '../../../kernel/json.ts';
import type { View } from '../../change.ts';
import type { Desk } from '../../desk.ts';
import type { AccountRecord } from '../../records/account.ts';
import { ACCOUNT_KIND } from '../../records/account.ts';
import { ownKind } from '../../store/record.ts';
import type { FeedItem } from '../../store/store.ts';

export interface RedditPost extends Fields {
  readonly id: string;
  readonly fullname: string;
  readonly title: string;
  readonly subreddit: string;
  readonly selftext: string;
  readonly createdUtc: number;
  readonly score: number;
  readonly numComments: number;
}

/** A vote of an account: 1 or -1. Its id is the account's and the post's. */
export const VOTE = ownKind<{ readonly thingId: string; readonly direction: number }>('$reddit_vote');

/** The flair that a post was given after it went out. Its id is the post's. */
export const FLAIR = ownKind<{ readonly flairText: string }>('$reddit_flair');

interface Reading {
  readonly view: View;
  readonly desk: Pick<Desk, 'catalog'>;
  readonly teamId: string;
  readonly platform: string;
}

export async function postsOnReddit({ view, desk, teamId, platform }: Reading): Promise<readonly RedditPost[]> {
  const accounts = (await view.list(ACCOUNT_KIND, { teamId })).filter(({ doc }) => doc.platform === platform);
  const feeds = await Promise.all(
    accounts.map(async (account) =>
      (await view.feed(account.id, { kind: 'post' })).map((item) => postOf(item, account)),
    ),
  );
  const own = feeds.flat().filter((one) => one !== undefined);
  const rows = (desk.catalog.fixtures()['reddit_feed'] ?? []) as unknown as readonly RedditPost[];
  const votes = await view.list(VOTE, { teamId });
  return Promise.all(
    [...own, ...rows].map(async (post) => {
      const flair = await view.get(FLAIR, post.fullname);
      const cast = votes.filter(({ doc }) => doc.thingId === post.fullname);
      const score = cast.reduce((sum, { doc }) => sum + doc.direction, post.score);
      return { ...post, score, ...(flair !== undefined && { flairText: flair.doc.flairText }) };
    }),
  );
}

/** Whoever posts has voted for it. */
function postOf(
  { nativeId, doc, at, url, removedAt }: FeedItem,
  { doc: account }: AccountRecord,
): RedditPost | undefined {
  if (removedAt !== null) return undefined;
  const { settings = {}, text } = doc;
  const subreddit = (textOf(settings['subreddit']) ?? `u_${account.username}`).replace(/^\/?r\//, '');
  const id = nativeId.replace(/^t3_/, '');
  const permalink = `/r/${subreddit}/comments/${id}/`;
  return {
    id,
    fullname: nativeId,
    title: textOf(doc['title']) ?? textOf(settings['title']) ?? text ?? '',
    author: account.username,
    subreddit,
    url: url ?? `https://www.reddit.com${permalink}`,
    permalink,
    selftext: text ?? '',
    createdUtc: Math.floor(at / 1_000),
    score: 1,
    numComments: 0,
    over18: settings['nsfw'] === true,
    stickied: false,
    flairText: textOf(settings['flairText']) ?? null,
    isGallery: (doc.media ?? []).length > 1,
  };
}

type Order = (post: RedditPost) => number;

const DAY_SECONDS = 86_400;

/** The first post has the most of it. */
export const ORDERS: Readonly<Record<string, Order>> = {
  new: ({ createdUtc }) => createdUtc,
  rising: ({ score, createdUtc }) => score + (createdUtc * 2) / DAY_SECONDS,
  top: ({ score }) => score,
  hot: ({ score, createdUtc }) => score + createdUtc / DAY_SECONDS,
  comments: ({ numComments }) => numComments,
};

export function sortedBy<P extends RedditPost>(posts: readonly P[], order: string): readonly P[] {
  const weight = ORDERS[order];
  return weight === undefined ? posts : posts.toSorted((one, other) => weight(other) - weight(one));
}

/** One page, whose cursors are names of posts. */
export function pageAfter(posts: readonly RedditPost[], { after, limit = 25 }: Fields) {
  const start = after === undefined ? 0 : posts.findIndex(({ fullname }) => fullname === after) + 1;
  const items = posts.slice(start, start + Number(limit));
  const isLast = start + items.length >= posts.length;
  return {
    items,
    after: isLast ? null : (items.at(-1)?.fullname ?? null),
    before: start === 0 ? null : (items[0]?.fullname ?? null),
  };
}

export const isIn = (word: unknown): ((post: RedditPost) => boolean) => {
  const wanted = typeof word === 'string' ? word.replace(/^\/?r\//, '').toLowerCase() : undefined;
  return ({ subreddit }) => wanted === undefined || subreddit.toLowerCase() === wanted;
};
