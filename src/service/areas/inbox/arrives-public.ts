/** What the public leaves at an account: comments and mentions. Listed in arrives.ts. */
import { isFields, textOf } from '../../../kernel/json.ts';
import { instantOf } from '../../../kernel/instant.ts';
import { commentRulesOf } from '../../../platforms/comments.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import type { AccountRecord } from '../../records/account.ts';
import { nativeId } from '../../engine/draft.ts';
import type { Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import {
  accountOf,
  isRefusal,
  MAP,
  recordOf,
  TEXT,
  WORD,
  type Caused,
  type Inbound,
  type Scene,
} from '../../causes/cause.ts';
import { withFields } from '../../store/record.ts';
import { advertisedIn } from './advertised.ts';
import { commentEvents, type CommentedPost } from './events.ts';
import { COMMENT, isOwnComment, MENTION, newComment, type CommentRecord, type Received } from './record.ts';

/** The post by our id or the network's. */
async function postOf({ read, given }: Scene, account: AccountRecord): Promise<CommentedPost | undefined> {
  const nativeId = textOf(given['nativeId']);
  if (given['postId'] === undefined && nativeId === undefined) return undefined;
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
    content: own?.content ?? item?.doc.text ?? null,
    imageUrl: null,
    permalink: item?.url || null,
  };
}

const AUTHOR = {
  type: 'object',
  additionalProperties: false,
  properties: {
    id: WORD,
    username: TEXT,
    name: TEXT,
    isFollower: { type: 'boolean' },
    followerCount: { type: 'integer', minimum: 0 },
  },
} as const;

async function comment(scene: Scene): Promise<Caused | Reply> {
  const account = await accountOf(scene);
  if (isRefusal(account)) return account;
  const { given } = scene;
  const names = ['postId', 'nativeId', 'adId'] as const;
  if (names.every((name) => given[name] === undefined))
    return refuse('missing_required_field', {
      param: 'postId',
      message: 'Name the post by `postId`, `nativeId` or `adId`.',
    });
  const advertised = await advertisedIn(scene, account);
  if ('refusal' in advertised) return advertised.refusal;
  const post = (await postOf(scene, account)) ?? advertised.post;
  if (post === undefined) return refuse('post_not_found', { param: 'postId' });
  const received = { ...receivedComment(scene, account, post), ...advertised.fields };
  const all = (await scene.read.list(COMMENT, { teamId: scene.teamId })).filter(
    ({ doc }) => doc.accountId === account.id,
  );
  const { parentCommentId } = received;
  const made = withFields(newComment(scene, account, received), advertised.known);
  if (parentCommentId !== null && !all.some(({ id, parentId }) => id === parentCommentId && parentId === made.parentId))
    return refuse('not_found', { param: 'parentId', message: 'There is no such comment on the post.' });
  if (isBanned(all, received))
    return { records: [withFields(made, { moderationStatus: 'rejected' })], made: idsOf(made) };
  const record = made;
  const postIds = [post.id, post.platformPostId].filter((id) => id !== null);
  return {
    records: [record],
    events: commentEvents(account, post, received),
    domainEvents: [
      { name: 'commentReceived', comment: record, postIds, ...followingIn(given['author']), at: scene.now },
    ],
    made: idsOf(record),
  };
}

const idsOf = ({ id }: CommentRecord) => ({ commentId: id });

/** Whether a comment of the author was rejected with whatever else comes from them. Source: fact set, `banAuthor` */
const isBanned = (all: readonly CommentRecord[], { author }: Received): boolean =>
  all.some((one) => one.doc.isAuthorBanned === true && !isOwnComment(one) && one.doc.from?.id === author.id);

/** What the network says of whether the author follows the account. */
function followingIn(author: unknown): { readonly isFollower?: boolean; readonly followerCount?: number } {
  const { isFollower, followerCount } = isFields(author) ? author : {};
  return {
    ...(typeof isFollower === 'boolean' && { isFollower }),
    ...(typeof followerCount === 'number' && { followerCount }),
  };
}

function receivedComment(
  { ids, given, now }: Scene,
  { doc: { platform } }: AccountRecord,
  post: CommentedPost,
): Received {
  const { id: authorId, username, name } = (given['author'] ?? {}) as Record<string, string | undefined>;
  const parentCommentId = textOf(given['parentId']) ?? null;
  return {
    id: nativeId(ids.record()),
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
    createdAt: instantOf(now),
    isReply: parentCommentId !== null,
    parentCommentId,
    ...(isFields(given['ad']) && { ad: given['ad'] }),
    ...(given['isLive'] === true && traitsOf(platform).inbox?.liveComments === true ? { isLive: true } : {}),
  };
}

/** A page learns who mentions it in a post, other accounts where they may answer. Source: readings, "Comments" */
async function mention(scene: Scene): Promise<Caused | Reply> {
  const account = await accountOf(scene);
  if (isRefusal(account)) return account;
  const { given, ids, now } = scene;
  const { platform, username, variant } = account.doc;
  const { mentions } = commentRulesOf(platform) ?? {};
  if (mentions === undefined || variant === 'personal')
    return refuse('platform_not_supported', { message: 'This account is not notified of mentions.' });
  const id = ids.record();
  const mediaId = textOf(given['mediaId']) ?? nativeId(id);
  const { id: authorId, name = null, username: authorUsername = null } = (given['author'] ?? {}) as Partial<Author>;
  const doc = {
    id,
    accountId: account.id,
    platform,
    accountUsername: username,
    content: String(given['text']),
    permalink: textOf(given['permalink']) ?? null,
    authorUrn: authorId ?? null,
    authorName: name,
    authorUsername,
    authorPicture: null,
    ...(mentions === 'post' && { organizationalEntity: `urn:li:organization:${nativeId(account.id)}` }),
    publishedAt: instantOf(now),
    createdAt: instantOf(now),
    mediaId,
    ...(typeof given['commentId'] === 'string' && { commentId: given['commentId'] }),
  };
  const record = recordOf(MENTION, id, scene, { profileId: account.profileId, parentId: account.id, doc });
  return { records: [record], made: { mentionId: id, mediaId } };
}

interface Author {
  readonly id: string;
  readonly name: string;
  readonly username: string;
}

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
      adId: WORD,
    },
    required: ['accountId', 'author', 'text'],
    cause: comment,
  },
  mention: {
    fields: { accountId: WORD, author: AUTHOR, text: TEXT, mediaId: WORD, commentId: WORD, permalink: WORD },
    required: ['accountId', 'author', 'text'],
    cause: mention,
  },
};
