/** What the public leaves at an account: comments, and the answers of lead forms. Listed in control/inbound-answer.ts. */
import { type Fields, textOf } from '../../../kernel/json.ts';
import { instantOf } from '../../../kernel/instant.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import { firesOn } from '../../../webhooks/catalogue.ts';
import type { AccountRecord } from '../../records/account.ts';
import { nativeId } from '../../engine/draft.ts';
import type { StoredRecord } from '../../store/store.ts';
import { repliesTo } from '../automations/replies.ts';
import { COMMENT } from './commented.ts';
import type { Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import {
  accountOf,
  briefAccount,
  eventOf,
  isRefusal,
  MAP,
  TEXT,
  WORD,
  type Caused,
  type Inbound,
  type Scene,
  recordOf,
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
  const id = nativeId(scene.ids.record());
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
    createdAt: instantOf(now),
    isReply: parentCommentId !== null,
    parentCommentId,
    ...(given['ad'] === undefined ? {} : { ad: given['ad'] }),
    ...(given['isLive'] === true && traitsOf(platform).inbox?.liveComments === true ? { isLive: true } : {}),
  };
  const ids = [post.id, post.platformPostId];
  const work = await repliesTo(scene, account, { id, text: block.text, author: block.author, post: ids });
  const records = [commentRecord(scene, account, block)];
  if (!firesOn('comment.received', platform)) return { records, work, made: { commentId: id } };
  const payload = { comment: block, post, account: briefAccount(account) };
  return { records, events: [eventOf('comment.received', account, payload)], work, made: { commentId: id } };
}

interface CommentBlock extends Fields {
  readonly id: string;
  readonly postId: string | null;
  readonly platformPostId: string;
}

/** The comment as the inbox lists it, below our post or, for a post that was not made here, the network's. */
function commentRecord(scene: Scene, account: AccountRecord, block: CommentBlock): StoredRecord {
  const { id, postId, platformPostId, platform, text, author, createdAt, parentCommentId, ad } = block;
  const doc = {
    id,
    accountId: account.id,
    platform,
    message: text,
    from: { ...Object(author), isOwner: false },
    createdTime: createdAt,
    parentId: parentCommentId,
    ...(ad === undefined ? {} : { ad }),
    ...STANDING,
  };
  return recordOf(COMMENT, id, scene, { profileId: account.profileId, parentId: postId ?? platformPostId, doc });
}

/** What can be done with a comment that has just come in. */
const STANDING = {
  likeCount: 0,
  repliesHasMore: false,
  canReply: true,
  canDelete: true,
  canHide: true,
  canLike: true,
  isHidden: false,
  isLiked: false,
};

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
      createdAt: instantOf(scene.now),
    },
    account: { id: account.id, accountId: account.id, platform: 'facebook' },
  };
  if (traitsOf(account.doc.platform).leads !== true) return {};
  return { events: [eventOf('lead.received', account, payload)], made: { leadId: id } };
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
    },
    required: ['accountId', 'author', 'text'],
    cause: comment,
  },
  lead: {
    fields: { accountId: WORD, formId: WORD, adId: WORD, fields: { type: 'object', additionalProperties: TEXT } },
    required: ['accountId', 'formId', 'fields'],
    cause: lead,
  },
};
