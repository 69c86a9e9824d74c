/** What the public leaves at an account: comments, reviews, and the answers of lead forms. Listed in control/inbound-answer.ts. */
import { traitsOf } from '../../../platforms/platforms.ts';
import { firesOn } from '../../../webhooks/catalogue.ts';
import type { AccountRecord } from '../../records/account.ts';
import { repliesTo } from '../automations/replies.ts';
import type { Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import {
  accountOf,
  briefAccount,
  eventOf,
  isRefusal,
  iso,
  MAP,
  recordOf,
  TEXT,
  textOf,
  WORD,
  type Caused,
  type Fields,
  type Inbound,
  type Scene,
} from '../../causes/cause.ts';

interface CommentedPost {
  readonly id: string | null;
  readonly platformPostId: string;
  readonly content: string | null;
  readonly imageUrl: string | null;
  readonly permalink: string | null;
}

/** The post by our id or the network's. */
async function postOf({ read, given }: Scene, account: AccountRecord): Promise<CommentedPost | undefined> {
  const nativeId = textOf(given['nativeId']);
  if (typeof given['postId'] === 'string') {
    const post = await read.post(given['postId']);
    const target = post?.targets.find(({ accountId }) => accountId === account.id);
    if (post === undefined || target === undefined) return undefined;
    return {
      id: post.id,
      platformPostId: target.platformPostId ?? post.id,
      content: post.content,
      imageUrl: textOf(post.mediaItems[0]?.url) ?? null,
      permalink: target.platformPostUrl || null,
    };
  }
  const item = nativeId === undefined ? undefined : await read.feedItem(account.id, nativeId);
  const own = (await read.posts({ teamId: account.teamId, accountId: account.id, includeHidden: true })).find(
    ({ targets }) => targets.some(({ platformPostId }) => platformPostId === nativeId),
  );
  return {
    id: own?.id ?? null,
    platformPostId: nativeId ?? '',
    content: own?.content ?? textOf(item?.doc['text']) ?? null,
    imageUrl: null,
    permalink: item?.url || null,
  };
}

const AUTHOR = {
  type: 'object',
  additionalProperties: false,
  properties: { id: WORD, username: TEXT, name: TEXT },
} as const;

/** Source: EVT-76 to EVT-80, EVT-92 */
async function comment(scene: Scene): Promise<Caused | Reply> {
  const account = await accountOf(scene);
  if (isRefusal(account)) return account;
  const { given, now } = scene;
  const { platform } = account.doc;
  if (given['postId'] === undefined && given['nativeId'] === undefined)
    return refuse('missing_required_field', { param: 'postId', message: '`postId` or `nativeId` names the post.' });
  const post = await postOf(scene, account);
  if (post === undefined) return refuse('post_not_found', { param: 'postId' });
  const id = scene.ids.record();
  const { id: authorId, username, name } = (given['author'] ?? {}) as Record<string, string | undefined>;
  const parentCommentId = textOf(given['parentId']) ?? null;
  const block = {
    id,
    postId: post.id,
    platformPostId: post.platformPostId,
    platform,
    text: String(given['text']),
    author: {
      id: authorId ?? username ?? 'unknown',
      ...(username === undefined ? {} : { username }),
      ...(name === undefined ? {} : { name }),
      picture: null,
    },
    createdAt: iso(now),
    isReply: parentCommentId !== null,
    parentCommentId,
    ...(given['ad'] === undefined ? {} : { ad: given['ad'] }),
    ...(given['isLive'] === true && traitsOf(platform).inbox?.liveComments === true ? { isLive: true } : {}),
  };
  const ids = [post.id, post.platformPostId];
  const work = await repliesTo(scene, account, { id, text: block.text, author: block.author, post: ids });
  if (!firesOn('comment.received', platform)) return { work, made: { commentId: id } };
  const payload = { comment: block, post, account: briefAccount(account) };
  return { events: [eventOf('comment.received', account, payload)], work, made: { commentId: id } };
}

/** Reviews that came in here; the ones of the network are read from it. */
const REVIEW = '$inbound_review';

interface ReviewDoc extends Record<string, unknown> {
  readonly accountId: string;
  readonly rating: unknown;
  readonly text: unknown;
  readonly reviewer: Fields;
  readonly createdAt: string;
  readonly reply?: Fields;
}

/** Source: EVT-81 */
async function review(scene: Scene): Promise<Caused | Reply> {
  const account = await accountOf(scene);
  if (isRefusal(account)) return account;
  const { given, now } = scene;
  const id = scene.ids.record();
  const { id: reviewerId, name, username } = (given['author'] ?? {}) as Record<string, string | undefined>;
  const doc: ReviewDoc = {
    accountId: account.id,
    rating: given['rating'],
    text: given['text'] ?? '',
    reviewer: { id: reviewerId ?? null, name: name ?? username ?? 'Somebody', profileImage: null },
    createdAt: iso(now),
  };
  if (!firesOn('review.new', account.doc.platform)) return {};
  return {
    records: [recordOf(REVIEW, id, scene, { doc })],
    events: [eventOf('review.new', account, reviewPayload(id, account, doc))],
    made: { reviewId: id },
  };
}

/** A change by the reviewer is told; an answer written on the platform itself is not. Source: EVT-83 */
async function reviewUpdate(scene: Scene): Promise<Caused | Reply> {
  const account = await accountOf(scene);
  if (isRefusal(account)) return account;
  const { given, now } = scene;
  const known = await scene.read.get<ReviewDoc>(REVIEW, String(given['reviewId']));
  if (known?.doc.accountId !== account.id)
    return refuse('not_found', { param: 'reviewId', message: 'The account has no such review.' });
  const changes = Object.fromEntries(
    ['rating', 'text'].flatMap((name) => (name in given ? [[name, given[name]]] : [])),
  );
  const reply = textOf(given['reply']);
  const doc: ReviewDoc = {
    ...known.doc,
    ...changes,
    ...(reply === undefined ? {} : { reply: { text: reply, createdAt: iso(now) } }),
  };
  const events =
    Object.keys(changes).length === 0
      ? []
      : [eventOf('review.updated', account, reviewPayload(known.id, account, doc))];
  return { records: [{ ...known, doc }], events, made: { reviewId: known.id } };
}

const reviewPayload = (id: string, account: AccountRecord, doc: ReviewDoc): Fields => ({
  review: {
    id,
    platform: account.doc.platform,
    rating: doc.rating,
    text: doc.text,
    reviewer: doc.reviewer,
    createdAt: doc.createdAt,
    hasReply: doc.reply !== undefined,
    ...(doc.reply === undefined ? {} : { reply: doc.reply }),
  },
  account: briefAccount(account),
});

/** Source: EVT-101 */
async function lead(scene: Scene): Promise<Caused | Reply> {
  const account = await accountOf(scene);
  if (isRefusal(account)) return account;
  const { given } = scene;
  const id = scene.ids.record();
  const adId = textOf(given['adId']) ?? null;
  const payload = {
    lead: {
      id,
      leadgenId: String(Number.parseInt(id.slice(0, 12), 16)),
      formId: given['formId'],
      formName: null,
      adId,
      adsetId: null,
      campaignId: null,
      fields: given['fields'],
      isOrganic: adId === null,
      createdAt: iso(scene.now),
    },
    account: { id: account.id, accountId: account.id, platform: 'facebook' },
  };
  if (traitsOf(account.doc.platform).leads !== true) return {};
  return { events: [eventOf('lead.received', account, payload)], made: { leadId: id } };
}

const RATING = { type: 'integer', minimum: 1, maximum: 5 } as const;

export const fromThePublic: Readonly<Record<string, Inbound>> = {
  comment: {
    fields: {
      accountId: WORD,
      postId: WORD,
      nativeId: WORD,
      author: AUTHOR,
      text: TEXT,
      parentId: WORD,
      isLive: { type: 'boolean' },
      ad: MAP,
    },
    required: ['accountId', 'author', 'text'],
    cause: comment,
  },
  review: {
    fields: { accountId: WORD, author: AUTHOR, rating: RATING, text: TEXT },
    required: ['accountId', 'author', 'rating'],
    cause: review,
  },
  review_update: {
    fields: { accountId: WORD, reviewId: WORD, rating: RATING, text: TEXT, reply: WORD },
    required: ['accountId', 'reviewId'],
    cause: reviewUpdate,
  },
  lead: {
    fields: { accountId: WORD, formId: WORD, adId: WORD, fields: { type: 'object', additionalProperties: TEXT } },
    required: ['accountId', 'formId', 'fields'],
    cause: lead,
  },
};
