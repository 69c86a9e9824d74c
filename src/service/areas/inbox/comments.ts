/** Comments below posts: those that came in and our own, as one kind of record. What is done about one is in comment-acts.ts. */
import { textOf } from '../../../kernel/json.ts';
import type { Handler } from '../../desk.ts';
import { engineWith, inScene } from '../../engine/engine.ts';
import type { Follow } from '../../engine/follow.ts';
import { notFound } from '../../engine/not-found.ts';
import type { AccountRecord } from '../../records/account.ts';
import { withFields } from '../../store/record.ts';
import { actProblem, commentActs } from './comment-acts.ts';
import { getInboxPostComments, listInboxComments } from './comment-lists.ts';
import { commentProblem, replyItem } from './comment-texts.ts';
import { atPost } from './commented.ts';
import { sendPrivateReplyToComment } from './private-replies.ts';
import { COMMENT, contentHash, ownAuthor } from './record.ts';

/** Ours, with what the platform shows of it. Whatever is answered must be there, at the same account. */
const publish: Follow<'comment'> = async ([{ after } = {}], { owners, call }, view) => {
  const account = owners.account as AccountRecord;
  if (after === undefined) return {};
  const { commentId } = call.body;
  const answered = typeof commentId === 'string' ? await view.get(COMMENT, commentId) : undefined;
  if (commentId !== undefined && (answered?.parentId !== after.parentId || answered?.doc.accountId !== account.id))
    return { refusal: notFound(COMMENT, { param: 'commentId' }) };
  const pictureUrl = textOf(call.body['attachmentUrl']);
  const refusal =
    (answered && actProblem(answered, 'reply')) ??
    (await commentProblem(account.doc.platform, { text: after.doc.message, pictureUrl }));
  if (refusal !== undefined) return { refusal };
  const fields = { from: ownAuthor(account), parentId: answered?.id ?? null, isReply: answered !== undefined };
  const published = withFields(after, { ...fields, ...contentHash(account.doc.platform, after.id) });
  return { records: [published], feed: [replyItem(published, pictureUrl)] };
};

export const comments: Readonly<Record<string, Handler>> = {
  ...commentActs,
  listInboxComments: inScene(listInboxComments),
  getInboxPostComments: atPost(inScene(getInboxPostComments)),
  replyToInboxPost: atPost(engineWith(publish)),
  sendPrivateReplyToComment: atPost(inScene(sendPrivateReplyToComment)),
};
