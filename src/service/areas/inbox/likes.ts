/** Likes of comments and posts as the network has them: their kind, their address, and how they come and go. Used by comment-acts.ts and post-likes.ts. */
import type { Fields } from '../../../kernel/json.ts';
import { commentRulesOf } from '../../../platforms/comments.ts';
import type { Changes } from '../../change.ts';
import type { Reply } from '../../call.ts';
import { hexOf } from '../../networks/chance.ts';
import { blank } from '../../networks/simulated/item.ts';
import type { AccountRecord } from '../../records/account.ts';
import { refuse } from '../../refuse.ts';
import type { FeedDoc, Reader } from '../../store/store.ts';

export interface Like {
  /** Where likes are of several kinds. */
  readonly reactionType?: string;
  /** Where likes have an address. */
  readonly likeUri?: string;
}

/** @param id what is liked @param sent what the call says of the like */
export function likeOf({ id: accountId, doc }: AccountRecord, id: string, { reactionType = 'LIKE' }: Fields): Like {
  const { reactions, hashes } = commentRulesOf(doc.platform) ?? {};
  const did = hexOf(`did ${accountId}`, 24);
  return {
    ...(reactions === true && { reactionType: String(reactionType) }),
    ...(hashes === true && { likeUri: `at://did:plc:${did}/app.bsky.feed.like/${hexOf(`like ${did} ${id}`, 13)}` }),
  };
}

/** Source: fact set, `cid` of likes */
export const hashProblem = (platform: string, { cid }: Fields): Reply | undefined =>
  commentRulesOf(platform)?.hashes === true && typeof cid !== 'string'
    ? refuse('missing_required_field', {
        param: 'cid',
        message: 'A like needs the content hash (`cid`) of what is liked.',
      })
    : undefined;

/** The refusal of a call that names another like than the one with the address. */
export const addressProblem = (known: string | null | undefined, { likeUri }: Fields): Reply | undefined =>
  likeUri === undefined || likeUri === known
    ? undefined
    : refuse('not_found', { param: 'likeUri', message: 'There is no such like.' });

const itemId = (id: string): string => `like_${id}`;

interface LikeItem {
  readonly account: AccountRecord;
  /** Of what is liked. */
  readonly id: string;
  readonly doc: FeedDoc;
  /** Milliseconds. */
  readonly now: number;
}

/** The like on the network; one that was removed is seen again. */
export async function likeShown(view: Reader, { account, id, doc, now }: LikeItem): Promise<Changes> {
  const place = { accountId: account.id, nativeId: itemId(id) };
  return (await view.feedItem(place.accountId, place.nativeId)) === undefined
    ? { feed: [{ ...blank(account.id, 'like', now), ...place, doc }] }
    : { feedChanges: [{ ...place, doc, removedAt: null }] };
}

interface LikePlace {
  readonly accountId: string;
  /** Of what is liked. */
  readonly id: string;
  /** Milliseconds. */
  readonly now: number;
}

export const likeHidden = ({ accountId, id, now }: LikePlace): Changes => ({
  feedChanges: [{ accountId, nativeId: itemId(id), removedAt: now }],
});
