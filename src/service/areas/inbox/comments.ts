/** Comments below posts: those that came in and our own, as one kind of record; likes, and answers that only the author sees. */
import { textOf } from '../../../kernel/json.ts';
import type { Reply } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { engine, engineWith, inScene } from '../../engine/engine.ts';
import type { Follow } from '../../engine/follow.ts';
import { notFound } from '../../engine/not-found.ts';
import type { Scene } from '../../engine/scene.ts';
import type { AccountRecord } from '../../records/account.ts';
import { withFields } from '../../store/record.ts';
import type { FeedItem } from '../../store/store.ts';
import { atPost } from './commented.ts';
import { changeFound } from './found.ts';
import { getInboxPostComments, listInboxComments } from './comment-lists.ts';
import { participantOf, sceneIn, sendMessage } from './offers.ts';
import { COMMENT, type CommentRecord } from './record.ts';

/** Ours, with what the platform shows of it. Whatever is answered must be there. */
const publish: Follow<'comment'> = async ([{ after } = {}], { owners, call }, view) => {
  const account = owners.account as AccountRecord;
  if (after === undefined) return {};
  const { commentId } = call.body;
  const answered = typeof commentId === 'string' ? await view.get(COMMENT, commentId) : undefined;
  if (commentId !== undefined && answered?.parentId !== after.parentId) return { refusal: notFound(COMMENT) };
  const published = withFields(after, { from: authorOf(account), parentId: answered?.id ?? null });
  return { records: [published], feed: [itemOf(after, account)] };
};

const authorOf = ({ id, doc }: AccountRecord) => ({
  id,
  name: doc.displayName,
  username: doc.username,
  picture: doc.profilePicture,
  isOwner: true,
});

const itemOf = ({ id, createdAt, parentId, doc }: CommentRecord, account: AccountRecord): FeedItem => ({
  nativeId: id,
  accountId: account.id,
  kind: COMMENT,
  at: createdAt,
  idempotencyKey: null,
  doc: { text: doc.message, postId: parentId },
  url: null,
  removedAt: null,
  updatedAt: null,
  origin: 'service',
});

/** Our like counts among the others. */
const count: Follow<'comment'> = ([{ before, after } = {}]) => {
  if (before === undefined || after === undefined || before.doc.isLiked === after.doc.isLiked) return {};
  const likeCount = Math.max(0, before.doc.likeCount + (after.doc.isLiked ? 1 : -1));
  return { records: [withFields(after, { likeCount })] };
};

/** A comment goes with its answers. */
const withAnswers: Follow<'comment'> = async (written, _scene, view) => {
  const gone = written.flatMap(({ before }) => (before === undefined ? [] : [before]));
  const lists = await Promise.all(
    gone.map(async ({ id, parentId, teamId }) =>
      (await view.list(COMMENT, { teamId, parentId: parentId ?? '' })).filter(({ doc }) => doc.parentId === id),
    ),
  );
  return { removed: lists.flat().map(({ kind, id }) => ({ kind, id })) };
};

/** Source: EVT-54 */
const sendPrivateReplyToComment = (scene: Scene): Promise<Reply> =>
  changeFound<'comment'>(scene, async (comment, view) => {
    const { call, desk, owners } = scene;
    const account = owners.account as AccountRecord;
    const { message: text, quickReplies, buttons } = call.body;
    const { changes, message } = await sendMessage(sceneIn(view, desk, call.caller.teamId), {
      account,
      person: participantOf(personIn(comment), account.doc.platform),
      text: textOf(text) ?? null,
      more: { content: { commentId: comment.id, quickReplies, buttons } },
    });
    const body = { status: 'success', messageId: message.id, commentId: comment.id, platform: account.doc.platform };
    return { ...changes, body };
  });

function personIn({ id, doc: { from } }: CommentRecord) {
  const name = from?.name ?? from?.username;
  return { id: from?.id ?? id, ...(name !== undefined && { name }) };
}

/** Served as declared. */
const plain: readonly string[] = [
  ...['editInboxComment', 'hideInboxComment', 'unhideInboxComment'],
  ...['pinInboxComment', 'unpinInboxComment', 'setCommentModeration'],
];

export const comments: Readonly<Record<string, Handler>> = {
  ...Object.fromEntries(plain.map((id) => [id, atPost(engine)])),
  listInboxComments: inScene(listInboxComments),
  getInboxPostComments: atPost(inScene(getInboxPostComments)),
  replyToInboxPost: atPost(engineWith(publish)),
  deleteInboxComment: atPost(engineWith(withAnswers)),
  likeInboxComment: atPost(engineWith(count)),
  unlikeInboxComment: atPost(engineWith(count)),
  sendPrivateReplyToComment: atPost(inScene(sendPrivateReplyToComment)),
};
