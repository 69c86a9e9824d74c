/** What a caller does about a comment that is there: like, hide, pin, moderate, reword and delete it, as far as its platform lets it. Listed in comments.ts. */
import { platformLabel } from '../../../platforms/labels.ts';
import type { Fields } from '../../../kernel/json.ts';
import { canComment, type CommentAct } from '../../../platforms/comments.ts';
import type { Changes } from '../../change.ts';
import type { Reply } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { inScene } from '../../engine/engine.ts';
import type { Scene } from '../../engine/scene.ts';
import { blank } from '../../networks/simulated/item.ts';
import type { AccountRecord } from '../../records/account.ts';
import { refuse } from '../../refuse.ts';
import { withFields } from '../../store/record.ts';
import type { Reader } from '../../store/store.ts';
import { atPost } from './commented.ts';
import { changeFound } from './found.ts';
import { addressProblem, hashProblem, likeHidden, likeOf, likeShown } from './likes.ts';
import { COMMENT, isOwnComment, type CommentRecord } from './record.ts';

type Decided = (Changes & { readonly body: Fields }) | { readonly refusal: Reply };

export type Decide = (comment: CommentRecord, scene: Scene, view: Reader) => Promise<Decided> | Decided;

/** The refusal of what the platform does not let the account do about the comment. Source: readings, "Comments" */
export function actProblem(comment: CommentRecord, act: CommentAct): Reply | undefined {
  const { platform } = comment.doc;
  if (canComment(platform, act, isOwnComment(comment))) return undefined;
  const what = canComment(platform, act, !isOwnComment(comment)) ? LIMITS[act] : `comments cannot be ${PAST[act]}`;
  return refuse('PLATFORM_LIMITATION', { param: 'commentId', message: `On ${platformLabel(platform)}, ${what}.` });
}

const PAST: Readonly<Record<CommentAct, string>> = {
  reply: 'replied to',
  edit: 'edited',
  delete: 'deleted',
  hide: 'hidden',
  like: 'liked',
  pin: 'pinned',
  moderate: 'moderated',
  private: 'answered privately',
};

/** Where the platform lets do it only about the comments of the other side. */
const LIMITS: Readonly<Record<CommentAct, string>> = {
  reply: 'only some comments can be replied to',
  edit: 'a comment can be edited only by its author',
  delete: 'a comment can be deleted only by its author',
  hide: 'an account cannot hide its own comments',
  like: 'only some comments can be liked',
  pin: 'only some comments can be pinned',
  moderate: 'an account cannot moderate its own comments',
  private: 'an account cannot answer its own comments privately',
};

const acting = (act: CommentAct, decide: Decide): Handler =>
  atPost(
    inScene((scene) =>
      changeFound<'comment'>(scene, (comment, view) => {
        const refusal = actProblem(comment, act);
        return refusal === undefined ? decide(comment, scene, view) : { refusal };
      }),
    ),
  );

/** What the network is asked to do about a comment. */
const itemOf = ({ id, doc: { accountId } }: CommentRecord, { desk, now }: Scene, doc: Fields) => ({
  ...blank(accountId, 'moderation', now),
  nativeId: desk.ids.record(),
  doc: { commentId: id, ...doc },
});

const answerFor = ({ id, doc }: CommentRecord, more: Fields): Fields => ({
  status: 'success',
  commentId: id,
  ...more,
  platform: doc.platform,
});

export const hideComment =
  (isHidden: boolean): Decide =>
  (comment, scene) => ({
    records: [withFields(comment, { isHidden })],
    feed: [itemOf(comment, scene, { action: isHidden ? 'hide' : 'unhide' })],
    body: answerFor(comment, { hidden: isHidden }),
  });

/** One comment of a post is pinned: a new one takes the place of the one before. */
const pinning = (isPinned: boolean): Handler =>
  acting('pin', async (comment, scene, view) => {
    const { teamId, parentId } = comment;
    const all = isPinned ? await view.list(COMMENT, { teamId, parentId: parentId ?? '' }) : [];
    const others = all.filter(({ id, doc }) => doc.isPinned === true && id !== comment.id);
    return {
      records: [...others.map((one) => withFields(one, { isPinned: false })), withFields(comment, { isPinned })],
      feed: [itemOf(comment, scene, { action: isPinned ? 'pin' : 'unpin' })],
      body: answerFor(comment, { pinned: isPinned }),
    };
  });

/** With `banAuthor` whatever the author writes from now on is rejected as it comes in. */
const moderate = acting('moderate', (comment, scene) => {
  const { moderationStatus, banAuthor } = scene.call.body;
  if (banAuthor === true && moderationStatus !== 'rejected')
    return {
      refusal: refuse('invalid_field_value', { param: 'banAuthor', message: '`banAuthor` goes with `rejected`.' }),
    };
  const fields = { moderationStatus: moderationStatus as 'published', isAuthorBanned: banAuthor === true };
  return {
    records: [withFields(comment, fields)],
    feed: [itemOf(comment, scene, { action: moderationStatus, ...(banAuthor === true && { banAuthor }) })],
    body: { success: true },
  };
});

const edit = acting('edit', (comment, scene) => {
  const { id, doc } = comment;
  const message = String(scene.call.body['content']);
  const change = { accountId: doc.accountId, nativeId: id, doc: { text: message, postId: comment.parentId } };
  return {
    records: [withFields(comment, { message })],
    feedChanges: [{ ...change, updatedAt: scene.now }],
    body: answerFor(comment, {}),
  };
});

/** A comment goes with its replies; those of the account disappear from the network. */
export const deleteComment: Decide = async (comment, scene, view) => {
  const { teamId, parentId, doc } = comment;
  const all = await view.list(COMMENT, { teamId, parentId: parentId ?? '' });
  const gone = [comment, ...all.filter((one) => one.doc.parentId === comment.id)];
  const nativeIds = gone.filter(isOwnComment).map(({ id }) => id);
  return {
    removed: gone.map(({ kind, id }) => ({ kind, id })),
    feedChanges: nativeIds.map((nativeId) => ({ accountId: doc.accountId, nativeId, removedAt: scene.now })),
    feed: isOwnComment(comment) ? [] : [itemOf(comment, scene, { action: 'delete' })],
    body: { success: true, data: { message: 'The comment is deleted.' } },
  };
};

/** A like is given once, and seen on the network until it is removed. */
const like = acting('like', async (comment, { call, now, owners }, view) => {
  const account = owners.account as AccountRecord;
  const refusal = hashProblem(account.doc.platform, call.body);
  if (refusal !== undefined) return { refusal };
  const liked = likeOf(account, comment.id, call.body);
  const body = answerFor(comment, { liked: true, ...liked });
  if (comment.doc.isLiked) return { body: { ...body, alreadyReacted: true } };
  const { likeUri } = liked;
  const fields = {
    isLiked: true,
    likeCount: comment.doc.likeCount + 1,
    ...(likeUri !== undefined && { likeUri }),
  };
  const item = { account, id: comment.id, doc: { commentId: comment.id, ...liked }, now };
  return { records: [withFields(comment, fields)], ...(await likeShown(view, item)), body };
});

const unlike = acting('like', (comment, { call, now }) => {
  const { accountId, isLiked, likeCount, likeUri } = comment.doc;
  const refusal = addressProblem(likeUri, call.query);
  if (refusal !== undefined) return { refusal };
  const body = answerFor(comment, { liked: false });
  if (!isLiked) return { body };
  return {
    records: [withFields(comment, { isLiked: false, likeCount: Math.max(0, likeCount - 1), likeUri: null })],
    ...likeHidden({ accountId, id: comment.id, now }),
    body,
  };
});

export const commentActs: Readonly<Record<string, Handler>> = {
  editInboxComment: edit,
  deleteInboxComment: acting('delete', deleteComment),
  hideInboxComment: acting('hide', hideComment(true)),
  unhideInboxComment: acting('hide', hideComment(false)),
  likeInboxComment: like,
  unlikeInboxComment: unlike,
  pinInboxComment: pinning(true),
  unpinInboxComment: pinning(false),
  setCommentModeration: moderate,
};
