/** Posts on X as everybody sees them: those of the fixture and those of the team's accounts. Used by operations.ts. */
import { type Fields, textOf } from '../../../kernel/json.ts';
import { instantOf } from '../../../kernel/instant.ts';
import { fixturesOf } from '../../engine/fixtures.ts';
import type { Scene } from '../../engine/scene.ts';
import { figuresAt } from '../../networks/figures.ts';
import { accountsFor, networkAccount, type AccountRecord } from '../../records/account.ts';
import { withFields } from '../../store/record.ts';
import type { FeedItem, RecordOf } from '../../store/store.ts';

export type TweetRecord = RecordOf<'tweet'>;

/** The newest first. */
export async function tweetsOnX(scene: Scene): Promise<readonly TweetRecord[]> {
  const { call, desk, owners } = scene;
  const { read } = desk.store;
  const platform = owners.account?.doc.platform;
  const accounts = (await accountsFor(read, call.caller)).filter(({ doc }) => doc.platform === platform);
  const own = await Promise.all(accounts.map((account) => tweetsOf(account, scene)));
  const all = [...own.flat(), ...(fixturesOf(scene) as readonly TweetRecord[])];
  const reposts = await read.list('retweet', { teamId: call.caller.teamId });
  return all
    .map((one) => {
      const count = reposts.filter(({ doc }) => doc.tweetId === one.doc.id).length;
      return withFields(one, { retweetCount: (one.doc.retweetCount ?? 0) + count });
    })
    .toSorted((one, other) => (other.doc.created ?? '').localeCompare(one.doc.created ?? ''));
}

async function tweetsOf(account: AccountRecord, { desk, now }: Scene): Promise<readonly TweetRecord[]> {
  const items = (await desk.store.read.feed(account.id, { kind: 'post' })).filter(
    ({ removedAt }) => removedAt === null,
  );
  if (items.length === 0) return [];
  const insights = await desk.networks.driver(account.doc.platform).insights(networkAccount(account));
  const figures = new Map(insights.outcome === 'ok' ? insights.value.map((one) => [one.nativeId, one.readings]) : []);
  return items.map((item) => tweetOf(item, account, figuresAt(figures.get(item.nativeId) ?? [], now)));
}

function tweetOf(
  { nativeId, doc, at }: FeedItem,
  account: AccountRecord,
  { likes, comments, shares }: { readonly likes: number; readonly comments: number; readonly shares: number },
): TweetRecord {
  const { username, displayName } = account.doc;
  const { settings = {} }: { readonly settings?: Fields } = doc;
  const inReplyTo = textOf(settings['replyToTweetId']) ?? null;
  return {
    kind: 'tweet',
    id: nativeId,
    teamId: account.teamId,
    profileId: account.profileId,
    parentId: null,
    createdAt: at,
    doc: {
      id: nativeId,
      text: doc.text ?? '',
      created: instantOf(at),
      conversationId: inReplyTo ?? nativeId,
      inReplyToTweetId: inReplyTo,
      lang: 'und',
      author: { id: account.id, username, displayName: displayName ?? username, verifiedType: 'none' },
      likeCount: likes,
      replyCount: comments,
      retweetCount: shares,
      quoteCount: 0,
    } as TweetRecord['doc'],
  };
}
