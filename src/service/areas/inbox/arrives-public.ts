/** What the public leaves at an account: comments, and the answers of lead forms. Listed in arrives.ts. */
import { isFields, textOf } from '../../../kernel/json.ts';
import { instantOf } from '../../../kernel/instant.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import type { AccountRecord } from '../../records/account.ts';
import { nativeId } from '../../engine/draft.ts';
import type { Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import { accountOf, isRefusal, MAP, TEXT, WORD, type Caused, type Inbound, type Scene } from '../../causes/cause.ts';
import { commentEvents, leadEvent, type CommentedPost } from './events.ts';
import { newComment, type Received } from './record.ts';

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
    content: own?.content ?? item?.doc.text ?? null,
    imageUrl: null,
    permalink: item?.url || null,
  };
}

const AUTHOR = {
  type: 'object',
  additionalProperties: false,
  properties: { id: WORD, username: TEXT, name: TEXT },
} as const;

async function comment(scene: Scene): Promise<Caused | Reply> {
  const account = await accountOf(scene);
  if (isRefusal(account)) return account;
  const { given } = scene;
  if (given['postId'] === undefined && given['nativeId'] === undefined)
    return refuse('missing_required_field', { param: 'postId', message: '`postId` or `nativeId` names the post.' });
  const post = await postOf(scene, account);
  if (post === undefined) return refuse('post_not_found', { param: 'postId' });
  const received = receivedComment(scene, account, post);
  const record = newComment(scene, account, received);
  const postIds = [post.id, post.platformPostId].filter((id) => id !== null);
  return {
    records: [record],
    events: commentEvents(account, post, received),
    domainEvents: [{ name: 'commentReceived', comment: record, postIds, at: scene.now }],
    made: { commentId: record.id },
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

async function lead(scene: Scene): Promise<Caused | Reply> {
  const account = await accountOf(scene);
  if (isRefusal(account)) return account;
  if (traitsOf(account.doc.platform).leads !== true) return {};
  const id = scene.ids.record();
  return { events: [leadEvent(account, { id, given: scene.given, now: scene.now })], made: { leadId: id } };
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
